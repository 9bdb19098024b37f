import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = import.meta.dirname

/** The matrix of every-operation.test.ts, or those of its tests that are named, in a process whose queries state no tenant. */
async function matrix(policies: 'on' | 'off', named = '.') {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // with it, the child would report to our runner
  const child = spawn(
    process.execPath,
    [
      ...['--import', join(folder, 'tenant-filter-off.ts')],
      ...['--test-reporter=tap', `--test-name-pattern=${named}`],
      join(folder, 'every-operation.test.ts'),
    ],
    { env: { ...env, POLICIES: policies }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  const count = (what: RegExp) => Number(output.match(what)?.[1] ?? Number.NaN)
  return {
    output,
    passed: count(/^# pass (\d+)/m),
    failed: count(/^# fail (\d+)/m),
    statements: count(/tenant filter off in (\d+) statements/),
    faults: [...output.matchAll(/^ *not ok \d+ - (.*)$/gm)].map(([, name]) => name!),
  }
}

/** What the child said of its faults. */
const toldOf = (output: string): string => {
  const lines = output.split('\n')
  const faulty = lines.flatMap((line, at) => (/^ *not ok /.test(line) ? lines.slice(at, at + 30) : []))
  return (faulty.length > 0 ? faulty : lines.slice(-30)).join('\n')
}

test('leaks nothing when the application forgets every tenant filter, because the database keeps tenants apart', async () => {
  const run = await matrix('on')
  assert.deepEqual(run.faults, [], toldOf(run.output))
  assert.ok(run.passed > 100, `${run.passed} tests ran`)
  assert.ok(run.statements >= 15, `only ${run.statements} statements had a filter to forget`)
})

/** What the tests are called that look for leaks. */
const FOREIGN = 'of another tenant'

test('would have noticed: with the policies gone as well, the same run finds leaks', async () => {
  const run = await matrix('off', FOREIGN)
  const leaks = run.faults.filter((name) => name.includes(FOREIGN))
  assert.ok(leaks.length >= 3, `${run.failed} failed: ${run.faults.join('; ')}`)
})
