import { join } from 'node:path'
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import type { Template } from './content.ts'
import { readFonts, WORKSPACE } from './materials.ts'

/**
 * PDF/A, for archiving: embedded fonts, no external content, no scripts, and (level A) tagged for screen readers. Part 2 is
 * the first that allows incremental signatures; part 3 only adds attachments.
 */
const STANDARD = 'a-2a'
/** The compiler's cache drops entries unused for this many documents. */
const MAX_CACHE_AGE = 10

/** The path from which templates read their data: a virtual file that is replaced for each document. */
const DATA = join(WORKSPACE, 'data.json')

/** Characters missing from all fonts, in the compiler's diagnostics: `the text "日" could not be displayed`. */
const MISSING = /the text(?: contains the disallowed codepoint)? `\\"(.+?)\\"`/g

/** Characters that cannot be printed. */
export type Missing = { missing: string }

const compiler = NodeCompiler.create({ workspace: WORKSPACE, fontArgs: [{ fontBlobs: readFonts() }] })

/**
 * Renders a template with its data as PDF. The template reads the data as JSON, so that values are never evaluated as markup.
 * @param createdAt the creation date in the file
 */
export function renderPdf(template: Template, data: object, createdAt: Date): Uint8Array | Missing {
  const document = compileTemplate(template, data)
  try {
    return compiler.pdf(document, { pdfStandard: STANDARD, creationTimestamp: Math.floor(createdAt.getTime() / 1000) })
  } catch (error) {
    const missing = missingIn(String(error))
    if (missing === '') throw error
    return { missing }
  }
}

/** Frees cached data. Without it, each document leaks one megabyte. */
export const evictCache = (): void => compiler.evictCache(MAX_CACHE_AGE)

function compileTemplate(template: Template, data: object): NodeTypstDocument {
  compiler.mapShadow(DATA, Buffer.from(JSON.stringify(data)))
  const compilation = compiler.compile({ mainFilePath: join(WORKSPACE, `${template}.typ`) })
  const { result } = compilation
  if (result) return result
  const diagnostics = compilation.takeError()?.shortDiagnostics ?? []
  throw new Error(`The template ${template} does not compile: ${JSON.stringify(diagnostics)}`)
}

function missingIn(diagnostic: string): string {
  const texts = [...diagnostic.matchAll(MISSING)].map(([, text]) => text!)
  const letters = texts.map((text) =>
    text.replace(/\\+u\{([0-9a-f]+)\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
  )
  return [...new Set(letters)].join('')
}
