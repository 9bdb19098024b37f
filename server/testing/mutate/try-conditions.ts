import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Expression, sql } from 'kysely'
import type pg from 'pg'
import type { Statement } from '../../src/db/flush.ts'
import { conditionsUnder, type Mistake } from './mistakes.ts'

/**
 * Loaded before the server. Encloses each condition of its SQL in comments with the condition's number, and executes each
 * statement once more without each condition that is not distinguished yet. Encloses guards and assertions in calls that record
 * their outcome. The files stay unchanged.
 */
const folder = process.env.CONDITIONS_FOLDER!
const conditions = conditionsUnder(resolve(import.meta.dirname, '../../..'), process.env.CONDITIONS_UNDER!)

const LOCK_NOT_AVAILABLE = '55P03'

/** How often a process tries to distinguish a condition. */
const MAX_TRIES = 150

const opening = (id: number) => `/*<${id}*/ `
const closing = (id: number) => `\n/*${id}>*/` // on a new line, because the condition may end with a comment
const OPENING = /\/\*<(\d+)\*\//g

/** What `.where()` takes: a comparison, a condition, or a function that makes one. */
type Args = [unknown, unknown, unknown] | [Expression<unknown> | ((build: unknown) => Expression<unknown>)]
type Build = (...comparison: unknown[]) => Expression<unknown>
declare global {
  var enclosedCondition: (build: Build, id: number, args: Args) => Expression<unknown>
  var enclosedGuard: <T>(id: number, value: T) => T
  var enclosedAssertion: <T>(id: number, assert: () => T) => T
  var tryingConditions: (flush: Flush) => Flush
}
globalThis.enclosedCondition = (build, id, args) => {
  const made = args.length === 3 ? build(...args) : typeof args[0] === 'function' ? args[0](build) : args[0]
  return sql`(${sql.raw(opening(id))}${made}${sql.raw(closing(id))})`
}

/** What is inserted into the source at the start and the end of a condition. */
function enclosure({ start, end, kind, source }: Mistake, id: number): { at: number; text: string }[] {
  const between = (from: number, before: string, to: number, after: string) => [
    { at: from, text: before },
    { at: to, text: after },
  ]
  if (kind.endsWith('(.where)'))
    return between(start + '.where('.length, `(builder$) => enclosedCondition(builder$, ${id}, [`, end - 1, '])')
  if (kind === 'drop guard') return between(start + 1, `enclosedGuard(${id}, `, end - 1, ')')
  if (kind === 'drop assertion') {
    const [before, modifier] = /\bawait\b/.test(source) ? ['await ', 'async '] : ['', '']
    return between(start, `${before}enclosedAssertion(${id}, ${modifier}() => (`, end, '))')
  }
  return between(start, opening(id), end, closing(id))
}

/** The source with each condition enclosed. */
function enclosing(source: string, found: readonly { condition: Mistake; id: number }[]): string {
  const edits = found.flatMap(({ condition, id }) => enclosure(condition, id))
  // From the end, so that offsets stay valid. Of enclosed conditions with the same end, the inner one starts later.
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, edit) => text.slice(0, edit.at) + edit.text + text.slice(edit.at), source)
}

const byUrl = Map.groupBy(
  conditions.map((condition, id) => ({ condition, id })),
  ({ condition }) => pathToFileURL(condition.file).href,
)

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const found = byUrl.get(url)
    if (found) return { ...loaded, source: enclosing(String(loaded.source), found) }
    if (!url.endsWith('/server/src/db/flush.ts')) return loaded
    const [before, after] = ['export function flush(', 'function flushOnce(']
    const source = String(loaded.source)
    if (!source.includes(before)) throw new Error('db/flush.ts has changed: adapt the replaced code.')
    return { ...loaded, source: `${source.replace(before, after)}\nexport const flush = tryingConditions(flushOnce)\n` }
  },
})

/** Numbers of conditions in a file that all processes extend. */
class Numbers {
  readonly #file: string
  readonly #ids: Set<number>

  constructor(name: string) {
    this.#file = join(folder, name)
    this.#ids = new Set(existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n').map(Number) : [])
  }

  has(id: number): boolean {
    return this.#ids.has(id)
  }

  add(id: number): void {
    if (this.has(id)) return
    this.#ids.add(id)
    appendFileSync(this.#file, `${id}\n`)
  }
}

const executed = new Numbers('executed')
const distinguished = new Numbers('distinguished')

globalThis.enclosedGuard = (id, value) => {
  executed.add(id)
  if (value) distinguished.add(id)
  return value
}

globalThis.enclosedAssertion = (id, assert) => {
  executed.add(id)
  const threw = (error: unknown): never => {
    distinguished.add(id)
    throw error
  }
  try {
    const result = assert()
    return result instanceof Promise ? (result.catch(threw) as typeof result) : result // T is the same promise type
  } catch (error) {
    return threw(error)
  }
}

const tries = new Map<number, number>()
const idsByText = new Map<string, number[]>()

function idsIn(text: string): number[] {
  const known = idsByText.get(text) ?? [...new Set([...text.matchAll(OPENING)].map(([, id]) => Number(id)))]
  idsByText.set(text, known)
  return known
}

/** The statement without a condition. Its parameters stay, and so does their type. */
function without({ sql: text, parameters }: Statement, id: number): Statement {
  const [from, to] = [opening(id), closing(id)]
  return { sql: text.replaceAll(from, 'coalesce(true, (').replaceAll(to, '))'), parameters }
}

type Flush = (client: pg.ClientBase, statements: readonly Statement[]) => Promise<pg.QueryResult[]>

const plain = (text: string): Statement => ({ sql: text, parameters: [] })
const writes = plain(`
  select array[sum(n_tup_ins), sum(n_tup_upd), sum(n_tup_del)]::int[] as counts from pg_stat_xact_user_tables`)

/** A recursion without its condition may not end. */
const limits = plain(`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '1s', true)`)

/** What a statement does, comparable as text. Undefined if it had to wait. */
async function effectOf(flush: Flush, client: pg.ClientBase, statement: Statement): Promise<string | undefined> {
  await flush(client, [plain('savepoint trial'), limits])
  try {
    const [before, result, after] = await flush(client, [writes, statement, writes])
    const countsOf = ({ rows }: pg.QueryResult): number[] => rows[0].counts
    const written = countsOf(after!).map((count, n) => count - countsOf(before!)[n]!)
    // Written rows have random ids and times: only their number counts.
    if (written.some((count) => count > 0)) return `${result!.rowCount} rows, ${written} written`
    return JSON.stringify(result!.rows.map((row) => JSON.stringify(row)).sort())
  } catch (error) {
    const { code } = error as pg.DatabaseError
    return code === LOCK_NOT_AVAILABLE ? undefined : `failed: ${code}`
  } finally {
    await flush(client, [plain('rollback to savepoint trial')])
  }
}

/** Tries a statement without each of the conditions. */
async function tryWithout(flush: Flush, client: pg.ClientBase, statement: Statement, ids: number[]): Promise<void> {
  const effect = await effectOf(flush, client, statement)
  if (effect === undefined || effect.startsWith('failed')) return
  for (const id of ids) {
    tries.set(id, (tries.get(id) ?? 0) + 1)
    const other = await effectOf(flush, client, without(statement, id))
    if (other !== undefined && other !== effect) distinguished.add(id)
  }
}

globalThis.tryingConditions = (flush) => async (client, statements) => {
  const due = statements.map(({ sql: text }) => {
    const ids = idsIn(text)
    for (const id of ids) executed.add(id)
    return ids.filter((id) => !distinguished.has(id) && (tries.get(id) ?? 0) < MAX_TRIES)
  })
  if (due.every((ids) => ids.length === 0)) return flush(client, statements)
  // Outside a transaction the statements of a flush are one implicit transaction.
  const isImplicit = client.getTransactionStatus() !== 'T' && statements[0]!.sql !== 'begin'
  const results: pg.QueryResult[] = []
  try {
    if (isImplicit) await flush(client, [plain('begin')])
    for (const [n, statement] of statements.entries()) {
      if (due[n]!.length > 0) await tryWithout(flush, client, statement, due[n]!)
      results.push(...(await flush(client, [statement])))
    }
    if (isImplicit) await flush(client, [plain('commit')])
    return results
  } catch (error) {
    if (isImplicit) await client.query('rollback')
    throw error
  }
}
