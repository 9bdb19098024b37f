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

const counts = { passed: 0, failed: 0, skipped: 0 }
const tests = run({ files: files.sort(), concurrency: 2, timeout: 600_000 })
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
tests.compose(new spec()).pipe(process.stdout)
tests.once('end', async () => {
  await cluster.stop()
  console.log(
    `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
  )
  process.exitCode = counts.failed > 0 ? 1 : 0
})
