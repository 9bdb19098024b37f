import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Mistake } from './mistakes.ts'

/** Applies the mistake of `PLANTED_MISTAKE` when this process and its children load the file. The file itself is unchanged. */
const { file, start, end, text }: Mistake = JSON.parse(process.env.PLANTED_MISTAKE!)
const target = pathToFileURL(file).href

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (url !== target) return loaded
    const source = String(loaded.source)
    return { ...loaded, source: source.slice(0, start) + text + source.slice(end) }
  },
})
