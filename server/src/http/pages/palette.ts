import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The colours and fonts of all pages, as CSS to put before a page's own. */
export const palette = readFileSync(resolve(import.meta.dirname, 'palette.css'), 'utf8')
