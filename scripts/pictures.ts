import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { templates } from '../server/src/pdf/content.ts'
import { beforeSealing, PICTURE_DPI, PICTURES, pictured } from '../server/testing/pictured.ts'
import { picturesOf } from '../server/testing/poppler.ts'
import { consolePictures } from './console-pictures.ts'
import { roomPictures } from './room-pictures.ts'

/** Renders the reference pictures of documents, and the pictures in docs. Review them before committing. */
const DOCS = resolve(import.meta.dirname, '../docs/pictures')
const DOCS_DPI = 84

await mkdir(PICTURES, { recursive: true })
await mkdir(DOCS, { recursive: true })
for (const [name, job] of Object.entries(pictured)) {
  const pdf = beforeSealing(job)
  for (const [index, page] of picturesOf(pdf, PICTURE_DPI).entries()) {
    await writeFile(join(PICTURES, `${name}-${index + 1}.png`), page)
  }
  if (name in templates) await writeFile(join(DOCS, `${name}.png`), picturesOf(pdf, DOCS_DPI, 'colour')[0]!)
}
await roomPictures(DOCS)
await consolePictures(DOCS)
