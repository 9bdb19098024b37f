import { globSync } from 'node:fs'
import { basename, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { startEmbedded } from '../db/embedded/start.ts'
import { makeTemplate } from './template.ts'

/**
 * Runs all tests, or the files that are named, on one throwaway PostgreSQL. The last line says `N passed, N failed`,
 * and how many were skipped.
 */
const root = resolve(import.meta.dirname, '../../..')
const named = process.argv.slice(2).map((file) => resolve(file))
const files =
  named.length > 0
    ? named
    : globSync('{server,protocol,bench,scripts,web}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).map(
        (file) => resolve(root, file),
      )

const cluster = await startEmbedded({ dataDir: resolve(root, 'data'), throwaway: true })
await makeTemplate(cluster.url)
process.env.TEST_CLUSTER_URL = cluster.url

type Counts = { passed: number; failed: number; skipped: number }

/** A file that takes longer hangs: its tests have ended, or none has begun, and its process has not. */
const FILE_MS = 15 * 60_000
const TEST_MS = 10 * 60_000

type TestEvent = { type: string; data: object }

/** Runs a file in a process of its own, and prints what it says when it has ended. */
async function runFile(file: string): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const began = performance.now()
  const limit = AbortSignal.timeout(FILE_MS)
  const tests = run({ files: [file], timeout: TEST_MS, signal: limit })
  tests.on('test:pass', ({ skip, details }) => {
    // A suite that is skipped has no tests to count; one that ran has.
    if (skip !== undefined) counts.skipped++
    else if (details.type !== 'suite') counts.passed++
  })
  tests.on('test:fail', ({ details }) => {
    // A suite may also fail by itself, before it has any test. The published types leave out why.
    const { failureType } = details.error as { failureType?: string }
    if (failureType !== 'subtestsFailed') counts.failed++
  })
  const said = await Array.fromAsync(tests.filter((event) => !isTotal(event)).compose(new spec()))
  const sec = ((performance.now() - began) / 1000).toFixed(1)
  if (limit.aborted) counts.failed++
  const hung = limit.aborted ? ', and was ended: it hung' : ''
  process.stdout.write(`\n— ${relative(root, file)}: ${sec} s${hung}\n${said.join('')}`)
  return counts
}

/** Says a total of the run, which is of one file and gives its own at the end. */
const isTotal = ({ type, data }: TestEvent): boolean => type === 'test:diagnostic' && !('file' in data)

/** Runs files, so many at once. @returns what became of each one's tests */
async function runAll(files: string[], concurrency: number): Promise<Map<string, Counts>> {
  const byFile = new Map<string, Counts>()
  const left = files.values()
  const turns = Array.from({ length: concurrency }, async () => {
    for (const file of left) byFile.set(file, await runFile(file))
  })
  await Promise.all(turns)
  return byFile
}

/** Begun first, for they take minutes: last, one of them would keep the other half of the machine waiting. */
const LONG = ['without-tenant-filter.test.ts', 'every-operation.test.ts']
const isLong = (file: string) => LONG.includes(basename(file))

/** More files than this do not fail because a machine stalled. */
const FEW = 6

const byFile = await runAll([...files.filter(isLong), ...files.filter((file) => !isLong(file)).sort()], 2)
const failed = [...byFile].filter(([, counts]) => counts.failed > 0).map(([file]) => file)
// Machines of a CI are shared, and stall for seconds: what fails there has a second try, alone.
if (process.env.CI && failed.length > 0 && failed.length <= FEW) {
  console.log(`\nThese are run again, one after the other:\n  ${failed.join('\n  ')}\n`)
  for (const [file, counts] of await runAll(failed, 1)) byFile.set(file, counts)
}
await cluster.stop()

const sum = (of: keyof Counts) => [...byFile.values()].reduce((total, counts) => total + counts[of], 0)
const skipped = sum('skipped')
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = sum('failed') > 0 ? 1 : 0
