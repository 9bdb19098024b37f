import { globSync, readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { asOwner } from './harness.ts'

/** A node of a plan by `explain (analyze, buffers, format json)`. Rows are per loop, pages of all loops. */
type Step = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  /** Per loop. */
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Step[]
}

/** An executed statement with its plan. */
export type Executed = { statement: string; plan: Step }

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/**
 * Records the plan of each statement that the servers of this process execute on a database, including those of functions
 * and foreign keys. Must be called before a server connects.
 */
export async function recordPlans(ownerUrl: string): Promise<Executed[]> {
  const executed: Executed[] = []
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = function (this: pg.Client, ...given: Parameters<typeof connect>) {
    this.on('notice', ({ message = '' }) => {
      const plan = /^duration: .* plan:\n([\s\S]*)$/.exec(message)?.[1]
      if (plan === undefined || !ownerUrl.endsWith(`/${this.database}`)) return
      const explained = JSON.parse(plan)
      if (!('Actual Rows' in explained.Plan)) return // the plan of an EXPLAIN, which executes nothing
      executed.push({ statement: explained['Query Text'], plan: explained.Plan })
    })
    return connect.apply(this, given)
  } as typeof connect // overloads are passed through
  await asOwner(ownerUrl, async (owner) => {
    for (const role of ['medina_app', 'medina_worker']) {
      for (const [name, value] of Object.entries(settings))
        await owner.query(`alter role ${role} in database ${owner.database} set ${name} = '${value}'`)
    }
  })
  return executed
}

/** Pages that a scan may read in addition, because of dead rows: these tables are not vacuumed. */
const PAGES_OF_A_SCAN = 300
/** A look-up descends an index in each monthly partition. A row takes its own page and its index page. */
const PAGES_OF_A_LOOKUP = 12
const PAGES_OF_A_ROW = 3

/**
 * Describes the nodes of a plan that read too much of a large table.
 * @param rowsAtMost the largest batch
 */
export function excessReads(plan: Step, isLarge: (table: string) => boolean, rowsAtMost: number): string[] {
  const { 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': lookups } = plan
  const below = (plan.Plans ?? []).flatMap((step) => excessReads(step, isLarge, rowsAtMost))
  if (table === undefined || !plan['Node Type'].endsWith('Scan') || lookups === 0 || !isLarge(table)) return below
  const pages = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
  const few = pages <= PAGES_OF_A_SCAN + lookups * (PAGES_OF_A_LOOKUP + rows * PAGES_OF_A_ROW)
  if (few && rows * lookups <= rowsAtMost && plan['Node Type'] !== 'Seq Scan') return below
  const scan = `${plan['Node Type']} on ${plan['Index Name'] ?? table}`
  return [...below, `${scan}: ${pages} pages for ${Math.round(rows * lookups)} rows in ${lookups} look-ups`]
}

/** The rows of a table that a plan read, with those that a filter removed. */
export function rowsRead(plan: Step, table: string): number {
  const below = (plan.Plans ?? []).reduce((sum, step) => sum + rowsRead(step, table), 0)
  if (plan['Relation Name'] !== table || !plan['Node Type'].endsWith('Scan')) return below
  return below + (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}

const src = resolve(import.meta.dirname, '../src')

/** Starts recording executed code. @returns a function that returns the statements in `patterns` that were not executed */
export async function recordUnexecutedStatements(patterns: string[]): Promise<() => Promise<string[]>> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    session.disconnect()
    const loaded = new Map(
      result.map(({ url, functions }) => [url.startsWith('file:') ? fileURLToPath(url) : url, functions]),
    )
    return globSync(patterns, { cwd: src, exclude: ['**/*.test.ts', '**/*-testing.ts'] }).flatMap((file) => {
      const text = readFileSync(resolve(src, file), 'utf8')
      const ranges = (loaded.get(resolve(src, file)) ?? []).flatMap((called) => called.ranges)
      return [...text.matchAll(/\bsql(<.*>)?`\s*(with|select|insert|update|delete)\b/g)]
        .filter(({ index }) => {
          // The innermost range has the execution count of this offset.
          const enclosing = ranges.filter(({ startOffset, endOffset }) => startOffset <= index && index < endOffset)
          const [innermost] = enclosing.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
          return !innermost || innermost.count === 0
        })
        .map(({ index }) => `${relative(src, resolve(src, file))}:${text.slice(0, index).split('\n').length}`)
    })
  }
}
