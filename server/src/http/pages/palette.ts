import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** The colours and letters of every page of ours, as CSS that stands in front of a page's own. */
export const palette = readFileSync(resolve(import.meta.dirname, 'palette.css'), 'utf8')
