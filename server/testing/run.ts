import { globSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../src/db/embedded/start.ts'
import { makeTemplate } from './template.ts'

/**
 * Runs all tests, or the given files, on a temporary PostgreSQL. The last line is `N passed, N failed`, with the number of
 * skipped tests.
 */
const root = resolve(import.meta.dirname, '../..')
const named = process.argv.slice(2).map((file) => relative(root, file))
const files =
  named.length > 0
    ? named
    : globSync('{server,protocol,bench,scripts,web,clients,examples,deploy}/**/*.test.ts', {
        cwd: root,
        exclude: ['**/node_modules/**'],
      })

/** Creating and dropping a database of a thousand files takes a third of the CPU time in memory. */
const MEMORY = { folder: '/dev/shm', freeBytes: 4 * 2 ** 30 }
const { bavail, bsize } = await statfs(MEMORY.folder).catch(() => ({ bavail: 0, bsize: 0 }))
const parent = bavail * bsize >= MEMORY.freeBytes ? MEMORY.folder : resolve(root, 'data')
const cluster = await startEmbedded({ dataDir: parent, throwaway: true })
await makeTemplate(cluster.url)
const owner = new pg.Pool({ connectionString: cluster.url, max: 1 })
process.env.TEST_CLUSTER_URL = cluster.url
process.env.NODE_COMPILE_CACHE = resolve(root, 'node_modules/.cache/compiled') // shared by all files

/** Of a file. Files that did not finish share the process that ended too early. */
type Counts = { passed: number; failed: number; skipped: number; endedWith?: string }
const noCounts = (): Counts => ({ passed: 0, failed: 0, skipped: 0 })

/** A process that takes longer is killed. */
const PROCESS_MS = 15 * 60_000
const TEST_MS = 10 * 60_000

/** Processes so far. */
let started = 0

type TestEvent = { type: string; data: object }

/** Runs files in a child process, and prints its output at the end. @returns the counts by file */
async function runTogether(files: readonly string[]): Promise<Map<string, Counts>> {
  const byFile = new Map<string, Counts>()
  let counts = noCounts()
  const began = performance.now()
  const limit = AbortSignal.timeout(PROCESS_MS)
  const databases = `test_${started++}`
  const tests = run({
    files: [join(import.meta.dirname, 'together.ts')],
    argv: [...files],
    timeout: TEST_MS,
    signal: limit,
    env: { ...process.env, TEST_DATABASES: databases },
  })
  /** Completes the counts of a file when its suite, which is named after it, ends. The process itself has another name. */
  const endFile = ({ nesting, name }: { nesting: number; name: string }) => {
    if (nesting > 0 || !files.includes(name)) return
    byFile.set(name, counts)
    counts = noCounts()
  }
  tests.on('test:pass', (event) => {
    // A skipped suite has no tests to count.
    if (event.skip !== undefined) counts.skipped++
    else if (event.details.type !== 'suite') counts.passed++
    endFile(event)
  })
  tests.on('test:fail', (event) => {
    // A suite may fail before it has any test. The published types lack the reason.
    const { failureType } = event.details.error as { failureType?: string }
    if (failureType !== 'subtestsFailed') counts.failed++
    endFile(event)
  })
  const output = await Array.fromAsync(tests.filter((event) => !isTotal(event)).compose(new spec()))
  const sec = ((performance.now() - began) / 1000).toFixed(1)
  await dropDatabases(databases)
  const unfinished = files.filter((file) => !byFile.has(file))
  for (const file of unfinished) byFile.set(file, { ...noCounts(), failed: 1, endedWith: databases })
  // The process failed or hung after the tests of its last file.
  if (unfinished.length === 0 && (counts.failed > 0 || limit.aborted)) byFile.get(files.at(-1)!)!.failed++
  const hung = limit.aborted ? ', killed because it hung' : ''
  process.stdout.write(`\n— ${files.join(', ')}: ${sec} s${hung}\n${output.join('')}`)
  for (const file of unfinished) console.log(`Not finished: ${file}`)
  return new Map(files.map((file) => [file, byFile.get(file)!]))
}

/** Drops the databases of a file: each has 23 MB, and autovacuum visits it every minute. */
async function dropDatabases(prefix: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(`select datname as name from pg_database where datname ^@ $1`, [
    `${prefix}_`,
  ])
  for (const { name } of rows) await owner.query(`drop database ${name} with (force)`)
}

/** Whether an event is a total of the run, which covers one file and is printed at the end. */
const isTotal = ({ type, data }: TestEvent): boolean => type === 'test:diagnostic' && !('file' in data)

/** The share of processor time that was idle during some seconds, 0 to 1. */
async function idleShare(sec: number): Promise<number> {
  const totals = () => {
    const times = cpus().map((cpu) => cpu.times)
    const sum = (kind: 'user' | 'nice' | 'sys' | 'irq' | 'idle') => times.reduce((total, one) => total + one[kind], 0)
    return { idle: sum('idle'), all: sum('user') + sum('nice') + sum('sys') + sum('irq') + sum('idle') }
  }
  const before = totals()
  await sleep(sec * 1000)
  const after = totals()
  return (after.idle - before.idle) / Math.max(1, after.all - before.all)
}

/** Many tests wait: spare lanes start a file when nearly one of two processors is idle. */
const IDLE = { lanes: 2, share: 0.45, sec: 5 }

/** Runs groups of files with limited concurrency. @returns the counts by file */
async function runAll(
  groups: readonly (readonly string[])[],
  { lanes, spare }: { lanes: number; spare: number },
): Promise<Map<string, Counts>> {
  const byFile = new Map<string, Counts>()
  const left = [...groups]
  const runNext = async () => {
    const group = left.shift()
    if (group) for (const [file, counts] of await runTogether(group)) byFile.set(file, counts)
  }
  const workers = Array.from({ length: lanes }, async () => {
    while (left.length > 0) await runNext()
  })
  const spareWorkers = Array.from({ length: spare }, async (_, lane) => {
    await sleep((lane * IDLE.sec * 1000) / IDLE.lanes) // spare lanes must not start at the same time
    while (left.length > 0) if ((await idleShare(IDLE.sec)) >= IDLE.share) await runNext()
  })
  await Promise.all([...workers, ...spareWorkers])
  return byFile
}

/** These files start first, because they take minutes. */
const LONG = ['inside-the-organisation.test.ts', 'every-operation.test.ts', 'queue-plans.test.ts']
const isLong = (file: string) => LONG.includes(basename(file))

/** Marks of files that change or measure their process, or that wait for other programs, which takes long. */
const ALONE =
  /\bmock\b|process\.(env|on|memoryUsage)|registerHooks|record(Plans|Unexecuted)|browser|startChild|startPostgres|spawn|command\(/i
const isAlone = (file: string) => isLong(file) || ALONE.test(readFileSync(resolve(root, file), 'utf8'))

/** The most files of a process. */
const TOGETHER = 8

/** Groups the files by process: neighbours share one, unless a file must be alone. */
function groupsOf(files: readonly string[]): string[][] {
  const groups: string[][] = []
  let open: string[] = []
  for (const file of files) {
    if (isAlone(file)) {
      groups.push([file])
      continue
    }
    if (open.length === 0) groups.push(open)
    open.push(file)
    if (open.length === TOGETHER) open = []
  }
  return groups
}

/** More failures than this are not due to a stalled machine, and their files are not run again. */
const FEW_FAILURES = 6

const inOrder = [...files.filter(isLong), ...files.filter((file) => !isLong(file)).sort()]
const byFile = await runAll(groupsOf(inOrder), { lanes: 2, spare: IDLE.lanes })
const failed = [...byFile].filter(([, counts]) => counts.failed > 0).map(([file]) => file)
const failures = new Set(failed.map((file) => byFile.get(file)!.endedWith ?? file))
// CI machines are shared and stall for seconds: failed files are repeated once, each alone.
if (process.env.CI && failed.length > 0 && failures.size <= FEW_FAILURES) {
  console.log(`\nRunning again, one after the other:\n  ${failed.join('\n  ')}\n`)
  const again = await runAll(
    failed.map((file) => [file]),
    { lanes: 1, spare: 0 },
  )
  for (const [file, counts] of again) byFile.set(file, counts)
}
await owner.end()
await cluster.stop()

const sum = (field: 'passed' | 'failed' | 'skipped') =>
  [...byFile.values()].reduce((total, counts) => total + counts[field], 0)
const skipped = sum('skipped')
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') > 0 ? 1 : 0
