import { test } from 'node:test'
import { certificate, jobOf } from '../../testing/documents.ts'
import { assertProportional, hostileTexts } from '../../testing/growth.ts'
import { renderPdf } from './compiler.ts'
import { templateData } from './template-data.ts'

const LARGEST = 8192
/** A document takes tens of milliseconds. */
const FLOOR_MS = 150
/** Just below the maximum length of a text. */
const MAX_LENGTH = 9900

test('rendering time is linear in the length of any text', () => {
  const madeAt = new Date('2026-12-01T10:00:00Z')
  let times = 0
  const run = (text: string) => {
    const statement = `${times++} ${text}` // the compiler caches paragraphs
    return renderPdf('certificate', templateData(jobOf({ ...certificate, statement })), madeAt)
  }
  for (const [name, text] of Object.entries(hostileTexts)) {
    const make = (size: number) => text(Math.min(size, MAX_LENGTH))
    assertProportional(name, { make, run }, LARGEST, FLOOR_MS)
  }
})
