import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { decodeQR } from 'qr/decode.js'
import { jobOf, prescription } from '../../testing/documents.ts'
import { beforeSealing, PICTURE_DPI, PICTURES, pictured } from '../../testing/pictured.ts'
import { picturesOf, withoutPoppler } from '../../testing/poppler.ts'
import { templateNames } from './content.ts'
import { WORKSPACE } from './materials.ts'

/** Pixels of a page that may differ apart from antialiasing; a word has hundreds. */
const TOLERATED = 40

const committed = readdirSync(PICTURES)

describe('matches its reference picture', { skip: withoutPoppler }, () => {
  for (const [name, job] of Object.entries(pictured)) {
    test(name, () => {
      const pages = picturesOf(beforeSealing(job), PICTURE_DPI)
      const expected = committed.filter((file) => file.replace(/-\d+\.png$/, '') === name)
      assert.equal(pages.length, expected.length, 'pages')
      for (const [index, page] of pages.entries()) compare(`${name}-${index + 1}.png`, page)
    })
  }
})

function compare(file: string, drawn: Buffer): void {
  const [actual, expected] = [PNG.sync.read(drawn), PNG.sync.read(readFileSync(join(PICTURES, file)))]
  assert.deepEqual([actual.width, actual.height], [expected.width, expected.height])
  const different = pixelmatch(actual.data, expected.data, undefined, actual.width, actual.height, { threshold: 0.1 })
  if (different <= TOLERATED) return
  const seen = join(tmpdir(), `medina-${file}`)
  writeFileSync(seen, drawn)
  assert.fail(`${different} pixels differ: see ${seen}; \`npm run pictures\` updates the reference picture`)
}

test('each template has a layout, and each layout a template', () => {
  const layouts = readdirSync(WORKSPACE).flatMap((file) => file.match(/^([^_].*)\.typ$/)?.[1] ?? [])
  assert.deepEqual(layouts.toSorted(), templateNames.toSorted())
})

test('detects an Arabic word written backwards', { skip: withoutPoppler }, () => {
  const reversed = { ...prescription.letterhead, nameAr: [...prescription.letterhead.nameAr!].reverse().join('') }
  const [page] = picturesOf(beforeSealing(jobOf({ ...prescription, letterhead: reversed })), PICTURE_DPI)
  assert.throws(() => compare('prescription-1.png', page!), /pixels differ/)
})

test('the QR code of each page contains the verification URL', { skip: withoutPoppler }, () => {
  for (const name of ['prescription', 'prescription-ar', 'prescription-long', 'specimen']) {
    const job = pictured[name]!
    for (const page of picturesOf(beforeSealing(job), 150)) assert.equal(decodeQR(PNG.sync.read(page)), job.verifyUrl)
  }
})
