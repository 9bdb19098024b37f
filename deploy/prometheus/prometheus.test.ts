import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { startPlatform } from '../../server/testing/harness.ts'

const run = promisify(execFile)
const folder = import.meta.dirname
const read = (path: string) => readFile(resolve(folder, path), 'utf8')
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
)
const needsPromtool = hasPromtool ? false : 'promtool is not installed (Debian: prometheus)'

/** The metrics that expressions in a text name. */
const namesIn = (text: string) => new Set(text.match(/\b(medina|nodejs|process)_[a-z0-9_]+/g))

const port = String(randomInt(20_000, 32_000))
await startPlatform({ METRICS_PORT: port })
const scrape = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The series of a scrape, also those of metrics without a value yet. */
const series = new Set(
  [...scrape.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name!],
  ),
)

test('alerts and dashboard name only metrics that servers have', async () => {
  for (const path of ['alerts.yml', 'alerts.test.yml', '../grafana/medina-care.json']) {
    const names = namesIn(await read(path))
    assert.ok(names.size >= 8, path)
    assert.deepEqual([...names.difference(series)], [], path)
  }
})

test('the dashboard or an alert shows each of our metrics', async () => {
  const shown = namesIn((await read('alerts.yml')) + (await read('../grafana/medina-care.json')))
  const own = new Set([...series].filter((name) => name.startsWith('medina_') && !/_(count|sum)$/.test(name)))
  assert.deepEqual([...own.difference(shown)], [])
})

test('the guide says what to do when each alert fires', async () => {
  const guide = await read('../../docs/operating.md')
  const { groups } = parse(await read('alerts.yml')) as {
    groups: { rules: { alert: string; annotations: object }[] }[]
  }
  const alerts = groups.flatMap(({ rules }) => rules)
  assert.ok(alerts.length >= 10)
  for (const { alert, annotations } of alerts) {
    assert.ok(guide.includes(`\n#### ${alert}\n`), alert)
    assert.equal(
      (annotations as { runbook_url: string }).runbook_url,
      `docs/operating.md#${alert.toLowerCase()}`,
      'its link leads there',
    )
  }
})

test('promtool accepts the rules, their tests, the configuration and a scrape', { skip: needsPromtool }, async () => {
  await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: folder })
  await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: folder })
  await run('promtool', ['check', 'config', 'prometheus.yml'], { cwd: folder })
  const check = run('promtool', ['check', 'metrics'])
  // The library's own metrics do not follow all conventions.
  check.child.stdin!.end(
    scrape
      .split('\n')
      .filter((line) => /^(# \w+ )?medina_/.test(line))
      .join('\n')
      .concat('\n'),
  )
  const { stderr } = await check
  assert.equal(stderr, '')
})
