import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '../../src/db/embedded/start.ts'
import { sample } from '../random-sample.ts'
import { makeTemplate } from '../template.ts'
import { executes, runWithCoverage } from './coverage.ts'
import { type Mistake, mistakesUnder } from './mistakes.ts'

/**
 * Plants small mistakes in the server, one at a time, and reports the ones that no test notices. `--sample N` tries N, chosen
 * by `--seed`, in the files below `--under`. `--at file:line`, which may be repeated, tries the mistakes of a line.
 * `--near` runs the tests of the mistake's folder only.
 *
 * The tests of the mistake's folder run first, then other tests that name its feature, or that execute its code according to
 * the coverage of earlier runs. Tests that do not execute it are skipped. A run ends at its first failure. A failure
 * counts if the file fails a second time, and passes without the mistake.
 */
const root = resolve(import.meta.dirname, '../../..')
const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    under: { type: 'string', default: 'server/src' },
    at: { type: 'string', multiple: true },
    near: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
  },
})

const FILE_MS = 180_000
/** Files that call all operations take minutes. */
const MATRICES = [
  'server/testing/inside/inside-the-organisation.test.ts',
  'server/testing/every-operation.test.ts',
  'server/testing/other-tenants.test.ts',
]
const MATRIX_MS = 900_000

const tests = globSync('server/{src,testing}/**/*.test.ts', { cwd: root })
const isMatrix = (file: string) => MATRICES.includes(file)
const textOf = (file: string) => readFileSync(resolve(root, file), 'utf8')

/** The tests that may notice a mistake: `near` in its folder; `far` by how often they name its folder, then the matrices. */
function testsFor(mistake: Mistake): { near: string[]; far: string[] } {
  const { file } = mistake
  const folder = relative(root, dirname(file))
  const parent = dirname(folder)
  const ownName = basename(file, '.ts').replace(/-(queries|actions|rules)$/, '')
  const likeness = (test: string) =>
    (basename(test).startsWith(ownName) ? 2 : 0) + (basename(test, '.test.ts') === basename(folder) ? 1 : 0)
  const near = tests
    .filter((test) => dirname(test) === folder || (/engine|request|providers/.test(folder) && dirname(test) === parent))
    .sort((a, b) => likeness(b) - likeness(a))
  const name = new RegExp(`/${basename(folder)}\\b`, 'g')
  const isNamed = (test: string) => basename(test).includes(basename(folder)) || dirname(test).endsWith(`/${ownName}`)
  const far = tests
    .filter((test) => !near.includes(test) && !isMatrix(test))
    .map((test) => ({ test, named: (textOf(test).match(name)?.length ?? 0) * (isNamed(test) ? 10 : 1) }))
    .filter(({ test, named }) => named > 0 || executes(test, mistake))
    .sort((a, b) => b.named - a.named)
  return { near, far: values.near ? [] : [...far.map(({ test }) => test), ...MATRICES] }
}

/** Environment variables that plant a mistake in a process. */
const mistakeEnv = (mistake: Mistake) => ({
  PLANTED_MISTAKE: JSON.stringify(mistake),
  NODE_OPTIONS: `--import=${resolve(import.meta.dirname, 'plant.ts')}`,
})

/** Compilation is half of a test file's start time. Functions from this cache have no exact coverage. */
const compileCache = { NODE_COMPILE_CACHE: resolve(root, 'node_modules/.cache/mutate-compiled') }

type Outcome = { result: 'passed' | 'failed' | 'hung'; failure?: string }

/** Runs a test file in its own process group until its first failure. */
function runTest(test: string, env: Record<string, string> = {}): Promise<Outcome> {
  const child = spawn(process.execPath, ['--test-reporter=tap', resolve(root, test)], {
    ...{ cwd: root, env: { ...process.env, ...(env.NODE_V8_COVERAGE ? {} : compileCache), ...env } },
    ...{ detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
  })
  const kill = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {} // it has ended
  }
  running.add(kill)
  const { promise, resolve: settle } = Promise.withResolvers<Outcome>()
  const limit = setTimeout(() => settle({ result: 'hung' }), isMatrix(test) ? MATRIX_MS : FILE_MS)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    const failure = /^\s*not ok \d+ - (.*)\n/m.exec(output)?.[1]
    if (failure) settle({ result: 'failed', failure })
  })
  child.on('exit', (code) => settle(code === 0 ? { result: 'passed' } : { result: 'failed', failure: `exit ${code}` }))
  return promise.finally(() => {
    clearTimeout(limit)
    running.delete(kill)
    kill()
  })
}

/** Functions that kill the running tests. */
const running = new Set<() => void>()
/** The mistakes in progress, with the tests that passed so far. */
const inProgress = new Map<Mistake, string[]>()
process.on('SIGINT', () => {
  for (const kill of running) kill()
  for (const [mistake, passed] of inProgress)
    console.log(`${describe(mistake)}\n  undecided after ${passed.join(', ')}\n`)
  console.log(summary())
  process.exit(130)
})

/** Whether test files pass without a mistake. A file that fails anyway proves nothing. */
const passesUnchanged = new Map<string, Promise<boolean>>()
function passesWithoutMistake(test: string): Promise<boolean> {
  const known = passesUnchanged.get(test) ?? runTest(test).then(({ result }) => result === 'passed')
  passesUnchanged.set(test, known)
  return known
}

const counts = { caught: 0, hung: 0, survived: 0, undecided: 0 }
const summary = () =>
  `${counts.caught} caught, ${counts.survived} survived, ${counts.hung} hung, ${counts.undecided} undecided`

async function attempt(mistake: Mistake): Promise<void> {
  const began = performance.now()
  let verdict = 'SURVIVED'
  let result: keyof typeof counts = 'survived'
  const passed: string[] = []
  inProgress.set(mistake, passed)
  const { near, far } = testsFor(mistake)
  for (const test of [...near, ...far]) {
    if (!near.includes(test) && executes(test, mistake) === false) continue
    const run = (env: Record<string, string>) => runTest(test, { ...env, ...mistakeEnv(mistake) })
    const outcome = await (values.near ? run({}) : runWithCoverage(test, mistake, run))
    if (outcome.result === 'hung') {
      result = 'hung'
      verdict = `hung in ${test}`
    }
    if (outcome.result === 'passed') passed.push(relative('server/src', test))
    if (outcome.result !== 'failed') continue
    // A busy machine also fails tests: check that it passes without the mistake, and fails a second time with it.
    if (!(await passesWithoutMistake(test))) {
      result = 'undecided'
      verdict = `undecided: ${relative('server/src', test)} also fails without the mistake`
      continue
    }
    if ((await runTest(test, mistakeEnv(mistake))).result === 'passed') continue
    result = 'caught'
    verdict = `caught by ${relative('server/src', test)}: ${outcome.failure}`
    break
  }
  inProgress.delete(mistake)
  counts[result]++
  if (result === 'survived') verdict += ` ${passed.length} tests: ${passed.join(', ')}`
  const sec = Math.round((performance.now() - began) / 1000)
  console.log(`${describe(mistake)}\n  ${verdict} (${sec} s)\n`)
}

function describe({ file, start, end, text, line, kind }: Mistake): string {
  const source = readFileSync(file, 'utf8')
  const from = source.lastIndexOf('\n', start) + 1
  const to = source.indexOf('\n', end)
  const changed = source.slice(from, start) + text + source.slice(end, to)
  const lines = (prefix: string, code: string) => code.split('\n').map((one) => `  ${prefix} ${one.trim()}`)
  const diff = [...lines('-', source.slice(from, to)), ...lines('+', changed)]
  return [`${relative(root, file)}:${line} ${kind}`, ...diff].join('\n')
}

const all = mistakesUnder(root, values.under)
const chosen = values.at
  ? all.filter(({ file, line }) => values.at!.includes(`${relative(root, file)}:${line}`))
  : sample(all, Number(values.sample), Number(values.seed))
console.log(`${all.length} mistakes; trying ${chosen.length}, seed ${values.seed}.\n`)
if (values.list) {
  console.log(chosen.map(describe).join('\n\n'))
} else {
  const cluster = await startEmbedded({ dataDir: resolve(root, 'data'), throwaway: true })
  await makeTemplate(cluster.url)
  process.env.TEST_CLUSTER_URL = cluster.url
  const left = chosen.values()
  const workers = Array.from({ length: Number(values.concurrency) }, async () => {
    for (const mistake of left) await attempt(mistake)
  })
  await Promise.all(workers)
  console.log(summary())
  for (const [test, passes] of passesUnchanged)
    if (!(await passes)) console.log(`Also fails without a mistake: ${test}`)
  await cluster.stop()
  process.exitCode = counts.caught === chosen.length ? 0 : 1
}
