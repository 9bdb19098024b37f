import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import type { Template } from './content.ts'
import { readFonts, WORKSPACE } from './materials.ts'

/**
 * An archive's format, for it is kept for years: fonts inside, nothing to fetch, nothing that runs, and (level A) read
 * aloud in the right order and language. Part 2 is the first that later signatures may extend, part 3 only adds attachments.
 */
const STANDARD = 'a-2a'
/** Documents during which what the compiler remembers is not used, before it is forgotten. */
const REMEMBERED = 10

/** Where templates read their data: no file, but what each document is given for itself. */
const DATA = join(WORKSPACE, 'data.json')

/** The signs that no font has, as the compiler names them in its complaints: `the text "日" could not be displayed`. */
const MISSING = /the text(?: contains the disallowed codepoint)? `\\"(.+?)\\"`/g

/** Text with signs in it that cannot be printed. */
export type Missing = { missing: string }

const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: readFonts() }] })

/**
 * A template with its data, as PDF. The data is read as JSON by the template, and so stays text whatever is written in it.
 * @param createdAt when the file says that it was made
 */
export function printed(template: Template, data: object, createdAt: Date): Uint8Array | Missing {
  const document = compiled(template, data)
  try {
    return compiler.pdf(document, { pdfStandard: STANDARD, creationTimestamp: Math.floor(createdAt.getTime() / 1000) })
  } catch (error) {
    const missing = missingIn(String(error))
    if (missing === '') throw error
    return { missing }
  }
}

/** Without this a thread grows by a megabyte with every document. */
export const forget = (): void => compiler.evictCache(REMEMBERED)

function compiled(template: Template, data: object): NodeTypstDocument {
  compiler.mapShadow(DATA, Buffer.from(JSON.stringify(data)))
  const compilation = compiler.compile({ mainFilePath: join(WORKSPACE, `${template}.typ`) })
  const { result } = compilation
  if (result) return result
  const complaints = compilation.takeError()?.shortDiagnostics ?? []
  throw new Error(`The template ${template} does not compile: ${JSON.stringify(complaints)}`)
}

function missingIn(complaint: string): string {
  const texts = [...complaint.matchAll(MISSING)].map(([, text]) => text!)
  const letters = texts.map((text) =>
    text.replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  return [...new Set(letters)].join('')
}
