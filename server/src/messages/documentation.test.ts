import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { kinds } from '../lib/channels.ts'
import { catalog, type Declaration, sendable } from './catalog.ts'
import { textFaultsOf } from './checks.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/messages.md'), 'utf8')

/** The cells of the table below a heading. */
const tableBelow = (heading: string): string[][] =>
  page
    .split(`## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const names = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)

/** The JSON bodies after `-d` in the page. */
const bodies = [...page.matchAll(/-d '(\{.*?\})'\n/gs)].map(([, json]) => JSON.parse(json!.replaceAll(/\n\s*/g, ' ')))

describe('docs/messages.md', () => {
  test('lists the platform’s templates with their variables', () => {
    assert.deepEqual(
      tableBelow('Templates of the platform').map(([code, purpose, takes, may]) => [
        names(code!)[0],
        purpose,
        names(takes!),
        names(may!),
      ]),
      Object.entries<Declaration>(catalog).map(([code, { purpose, variables, optional = {} }]) => [
        code,
        purpose,
        Object.keys(variables),
        Object.keys(optional),
      ]),
    )
  })

  test('marks templates that only the platform sends', () => {
    const [, alone] = /\n([^\n]*(?:\n[^\n]+)*) by the\s+platform alone/.exec(page)!
    assert.deepEqual(
      names(alone!),
      Object.keys(catalog).filter((code) => !sendable.includes(code)),
    )
  })

  test('lists every kind of variable', () => {
    assert.deepEqual(
      tableBelow('Variables').map(([kind]) => names(kind!)[0]),
      [...kinds],
    )
  })

  test('has example texts that the API accepts', () => {
    const [confirmed, own] = bodies
    assert.deepEqual(textFaultsOf({ subject: '', ...confirmed }, catalog.APPOINTMENT_CONFIRMED), [])
    assert.deepEqual(textFaultsOf(own, own), [])
    assert.equal(bodies.length, 2)
  })
})
