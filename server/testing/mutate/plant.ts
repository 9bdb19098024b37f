import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Mistake } from './mistakes.ts'

/** Plants the mistake of `PLANTED_MISTAKE` in this process and its children. The file itself stays as it is. */
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
