import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded ahead of the server, this makes a build of it that states no tenant in its queries: `tenant_id = $n` is made
 * true wherever it stands. What keeps tenants apart is then the database alone.
 */
const ASKS = /(?<![\w"])((?:"?\w+"?\.)?"?tenant_id"? = \$\d+)/g
const PASSES = 'statements.map(({ sql, parameters }) => ({\n      sql,'
const OPENED = 'statements.map(({ sql, parameters }) => ({\n      sql: withoutTenantFilter(sql),'

const changed = new Set<string>()
declare global {
  var withoutTenantFilter: (sql: string) => string
}
globalThis.withoutTenantFilter = (sql) => {
  const open = sql.replace(ASKS, '($1 or true)')
  if (open !== sql) changed.add(sql)
  return open
}
process.on('exit', () => writeSync(2, `tenant filter off in ${changed.size} statements\n`))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/db/flush.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(PASSES)) throw new Error('db/flush.ts no longer has the place where statements pass.')
    return { ...loaded, source: source.replace(PASSES, OPENED) }
  },
})
