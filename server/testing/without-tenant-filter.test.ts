import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = import.meta.dirname

/** Tests whose calls are refused before a statement with a tenant filter. */
const WITHOUT_DATA = [
  'refuses missing, forged and malformed tokens',
  'reports a missing scope',
  'refuses invalid pages',
  'refuses each malformed body',
]

/** Runs every-operation.test.ts, or its tests that match a pattern, in a process without tenant filters. */
async function matrix(policies: 'on' | 'off', { named = '.', shard = '0/1' } = {}) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // with it, the child would report to this runner
  const child = spawn(
    process.execPath,
    [
      ...['--import', join(folder, 'tenant-filter-off.ts')],
      ...['--test-reporter=tap', `--test-name-pattern=${named}`],
      ...WITHOUT_DATA.map((name) => `--test-skip-pattern=${name}`),
      join(folder, 'every-operation.test.ts'),
    ],
    { env: { ...env, POLICIES: policies, SHARD: shard }, stdio: ['ignore', 'pipe', 'pipe'] },
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

/** The output about failed tests. */
const failuresIn = (output: string): string => {
  const lines = output.split('\n')
  const faulty = lines.flatMap((line, at) => (/^ *not ok /.test(line) ? lines.slice(at, at + 30) : []))
  return (faulty.length > 0 ? faulty : lines.slice(-30)).join('\n')
}

/** The whole matrix is too long for one test. */
const SHARDS = 2

for (let shard = 0; shard < SHARDS; shard++)
  test(`row-level security prevents leaks without the application’s tenant filters, part ${shard + 1}`, async () => {
    const run = await matrix('on', { shard: `${shard}/${SHARDS}` })
    assert.deepEqual(run.faults, [], failuresIn(run.output))
    assert.ok(run.passed > 100, `${run.passed} tests ran`)
    assert.ok(run.statements >= 15, `only ${run.statements} statements had a filter`)
  })

/** Part of the names of tests that detect leaks. */
const FOREIGN = 'of another tenant'

test('the same run detects leaks without row-level security', async () => {
  const run = await matrix('off', { named: FOREIGN })
  const leaks = run.faults.filter((name) => name.includes(FOREIGN))
  assert.ok(leaks.length >= 3, `${run.failed} failed: ${run.faults.join('; ')}`)
})
