import { registerHooks } from 'node:module'

/**
 * Changes each cell of the access table in turn, in the running server, and expects a failure of the matrix. `--sample N` tries
 * N cells, chosen by `--seed`.
 *
 * The server compiles its queries once. This process compiles them for each run, so that they follow the table.
 */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/src/db/prepared.ts')) return loaded
    const source = String(loaded.source)
    const uncached = source
      .replace('compiled ??= compile()', 'compiled = compile()')
      .replace('if (known !== undefined) return known', '')
    if (uncached.length !== source.length - 2 - 'if (known !== undefined) return known'.length)
      throw new Error(`${import.meta.filename} no longer matches ${url}.`)
    return { ...loaded, source: uncached }
  },
})

await import('./mutations.ts')
