import { test } from 'node:test'
import { certificate, jobOf } from '../testing/documents.ts'
import { assertProportional, hostileTexts } from '../testing/growth.ts'
import { printed } from './compiler.ts'
import { shown } from './shown.ts'

const LARGEST = 8192
/** A document takes tens of milliseconds, whatever is on it. */
const FLOOR_MS = 150
/** Just below what a page takes of a text. */
const MOST = 9900

test('a document takes time in proportion to the text on it, whatever text it is', () => {
  const madeAt = new Date('2026-12-01T10:00:00Z')
  let times = 0
  const run = (text: string) => {
    const statement = `${times++} ${text}` // the compiler remembers a paragraph that it has set
    return printed('certificate', shown(jobOf({ ...certificate, statement })), madeAt)
  }
  for (const [what, text] of Object.entries(hostileTexts)) {
    const make = (size: number) => text(Math.min(size, MOST))
    assertProportional(what, { make, run }, LARGEST, FLOOR_MS)
  }
})
