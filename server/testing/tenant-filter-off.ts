import { writeSync } from 'node:fs'
import { registerHooks } from 'node:module'

/**
 * Loaded before the server. Replaces `tenant_id = $n` in its queries by a true condition, so that only the database
 * separates tenants.
 */
const FILTER = /(?<![\w"])((?:"?\w+"?\.)?"?tenant_id"? = \$\d+)/g
const BEFORE = 'statements.map(({ sql, parameters }) => ({\n      sql,'
const AFTER = 'statements.map(({ sql, parameters }) => ({\n      sql: withoutTenantFilter(sql),'

const changed = new Set<string>()
declare global {
  var withoutTenantFilter: (sql: string) => string
}
globalThis.withoutTenantFilter = (sql) => {
  const open = sql.replace(FILTER, '($1 or true)')
  if (open !== sql) changed.add(sql)
  return open
}
process.on('exit', () => writeSync(2, `tenant filter off in ${changed.size} statements\n`))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/db/flush.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(BEFORE)) throw new Error('db/flush.ts has changed: adapt the replaced code.')
    return { ...loaded, source: source.replace(BEFORE, AFTER) }
  },
})
