import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'

const folder = import.meta.dirname

/** Runs other-tenants.test.ts in a process without tenant filters. @param every 6 for every sixth operation */
async function withoutFilters(policies: 'on' | 'off', { every = 1 } = {}) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // with it, the child would report to this runner
  const args = ['--import', join(folder, 'tenant-filter-off.ts'), '--test-reporter=tap']
  const child = spawn(process.execPath, [...args, join(folder, 'other-tenants.test.ts')], {
    env: { ...env, POLICIES: policies, EVERY: `${every}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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

test('row-level security prevents leaks without the application’s tenant filters', async () => {
  const run = await withoutFilters('on')
  assert.deepEqual(run.faults, [], failuresIn(run.output))
  assert.ok(run.passed > 500, `${run.passed} tests ran`)
  assert.ok(run.statements >= 15, `only ${run.statements} statements had a filter`)
})

test('the same run detects leaks without row-level security', async () => {
  const run = await withoutFilters('off', { every: 6 })
  assert.ok(run.passed > 50, `${run.passed} tests passed`)
  assert.ok(run.faults.length >= 20, `${run.failed} failed: ${run.faults.join('; ')}`)
})
