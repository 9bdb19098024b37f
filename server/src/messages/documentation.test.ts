import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, test } from 'node:test'
import { catalog, type Declaration, kinds, sendable } from './catalog.ts'
import { textFaultsOf } from './checks.ts'

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/messages.md'), 'utf8')

/** The cells of a table's rows, below a heading. */
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

/** What the page sends to the API, as JSON after `-d`. */
const bodies = [...page.matchAll(/-d '(\{.*?\})'\n/gs)].map(([, json]) => JSON.parse(json!.replaceAll(/\n\s*/g, ' ')))

describe('docs/messages.md', () => {
  test('lists the platform’s templates with what each takes', () => {
    assert.deepEqual(
      tableBelow("The platform's own").map(([code, purpose, takes, may]) => [
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

  test('says which of them the platform alone sends', () => {
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

  test('shows texts that would be taken', () => {
    const [confirmed, own] = bodies
    assert.deepEqual(textFaultsOf({ subject: '', ...confirmed }, catalog.APPOINTMENT_CONFIRMED), [])
    assert.deepEqual(textFaultsOf(own, own), [])
    assert.equal(bodies.length, 2)
  })
})
