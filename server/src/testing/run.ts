import { globSync } from 'node:fs'
import { resolve } from 'node:path'
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
    : globSync('{server,bench,scripts}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).map((file) =>
        resolve(root, file),
      )

const cluster = await startEmbedded({ dataDir: resolve(root, 'data'), throwaway: true })
await makeTemplate(cluster.url)
process.env.TEST_CLUSTER_URL = cluster.url

type Counts = { passed: number; failed: number; skipped: number }

/** Runs files in processes of their own. @returns what became of each one's tests */
function runAll(files: string[], concurrency: number): Promise<Map<string, Counts>> {
  const byFile = new Map<string, Counts>()
  const countsOf = (file = '') => {
    const counts = byFile.get(file) ?? { passed: 0, failed: 0, skipped: 0 }
    byFile.set(file, counts)
    return counts
  }
  const tests = run({ files, concurrency, timeout: 600_000 })
  tests.on('test:pass', ({ skip, details, file }) => {
    // A suite that is skipped has no tests to count; one that ran has.
    if (skip !== undefined) countsOf(file).skipped++
    else if (details.type !== 'suite') countsOf(file).passed++
  })
  tests.on('test:fail', ({ details, file }) => {
    // A suite may also fail by itself, before it has any test. The published types leave out why.
    const { failureType } = details.error as { failureType?: string }
    if (failureType !== 'subtestsFailed') countsOf(file).failed++
  })
  tests.compose(new spec()).pipe(process.stdout, { end: false })
  return new Promise((ended) => tests.once('end', () => ended(byFile)))
}

/** More files than this do not fail because a machine stalled. */
const FEW = 6

const byFile = await runAll(files.sort(), 2)
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
