import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const isThere = (tool: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool)))

/**
 * For `test(name, { skip: withoutPoppler }, …)`: the reason to skip without poppler-utils. With CI set the tests run
 * regardless, and fail.
 */
export const withoutPoppler: string | false =
  process.env.CI || ['pdftotext', 'pdftoppm', 'pdfinfo', 'pdffonts'].every(isThere)
    ? false
    : 'poppler-utils is not installed (Debian: apt-get install poppler-utils)'

/** The text of a PDF, without no-break spaces and direction marks. Correct for French only. */
export const textOf = (pdf: Uint8Array): string =>
  run('pdftotext', pdf, ['-layout'], ['-'])
    .replaceAll('\u00a0', ' ')
    .replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** The metadata of a PDF by name. */
export const factsOf = (pdf: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    [...run('pdfinfo', pdf, []).matchAll(/^([^:]+): +(.*)$/gm)].map(([, name, value]) => [name, value]),
  )

/** The fonts of a PDF, one line each. */
export const fontsOf = (pdf: Uint8Array): string[] => run('pdffonts', pdf, []).trim().split('\n').slice(2)

/** The pages of a PDF as PNG. */
export function picturesOf(pdf: Uint8Array, dpi: number, colors: 'grey' | 'colour' = 'grey'): Buffer[] {
  return inFolder(pdf, (file, folder) => {
    execFileSync(
      'pdftoppm',
      ['-r', String(dpi), ...(colors === 'grey' ? ['-gray'] : []), '-png', file, join(folder, 'page')],
      {
        stdio: ['ignore', 'ignore', 'ignore'],
      },
    )
    const pages = readdirSync(folder).filter((name) => name.endsWith('.png'))
    return pages.sort().map((name) => readFileSync(join(folder, name)))
  })
}

const run = (tool: string, pdf: Uint8Array, before: string[], after: string[] = []): string =>
  inFolder(pdf, (file) =>
    execFileSync(tool, [...before, file, ...after], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  )

function inFolder<T>(pdf: Uint8Array, work: (file: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'medina-pdf-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, pdf)
    return work(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
