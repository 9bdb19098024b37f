import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import { callerRoles } from '../server/src/actor.ts'
import { sandboxSecrets } from '../server/src/config/faults.ts'
import { newPerson, newSession, type Person } from '../server/testing/factories.ts'
import { type Platform, startPlatform } from '../server/testing/harness.ts'
import { newScene } from '../server/testing/samples/scene.ts'
import { samplesOf } from '../server/testing/samples.ts'
import { newWorld, type World } from '../server/testing/world.ts'
import { validRequests } from './requests.ts'

/**
 * Runs Schemathesis against sandboxes. It generates valid and invalid requests from openapi.json, with real ids and secrets, as
 * each role, until it has sent the given number (`npm run fuzz -- 10000`). `--short` sends three requests of each
 * operation as each caller. `--as NAME`, which may be repeated, restricts the callers. After `--seconds N` no
 * further caller begins.
 * Fails if a response is a 5xx, or does not match openapi.json or the error format, and if an operation never succeeded.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: 'Infinity' },
    as: { type: 'string', multiple: true, default: [] },
  },
})
const target = values.short ? 0 : Number(positionals[0] ?? 10_000)
/**
 * In addition to the roles: the guardian of a patient, an administrator of the operator, and a doctor in a browser
 * session.
 */
const allCallers = [...callerRoles, 'GUARDIAN', 'OPERATOR', 'SESSION'] as const
type CallerName = (typeof allCallers)[number]

const unknown = values.as.filter((name) => !allCallers.some((caller) => caller === name))
if (unknown.length > 0) {
  console.error(`Unknown caller ${unknown.join(', ')}. Use ${allCallers.join(', ')}.`)
  process.exit(1)
}
const callers = allCallers.filter((caller) => values.as.length === 0 || values.as.includes(caller))

/** Operations that cannot succeed here. */
const CANNOT_SUCCEED: Record<string, string> = {
  'GET /video/livekit/{roomId}': 'the rooms are embedded; the route needs rooms on LiveKit',
  'POST /video/livekit/{roomId}/{verb}': 'the rooms are embedded; the route needs rooms on LiveKit',
}
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'undeclared_method',
  'envelope',
]
/** The exit code without Schemathesis, which `.ci/run` reports as skipped. */
const NOT_INSTALLED = 2

/** Called last, because they expire the tokens and delete the records. */
const LAST = ['/api/sandbox/clock', '/api/sandbox/reset']

const root = resolve(import.meta.dirname, '..')
const schemathesis = install()
const statuses = new Map<string, number>()
const succeeded = new Set<string>()

test('no operation fails, and each succeeds for at least one caller', async () => {
  console.log(`seed ${values.seed}`)
  let failed = false
  let labels: string[] = []
  let round = 0
  const began = performance.now()
  const isLate = () => performance.now() - began > Number(values.seconds) * 1000
  for (; !failed && !isLate() && (round < callers.length || sentCount() < target); round++) {
    const caller = callers[round % callers.length]!
    const done = await run(caller, seedOf(caller, Math.floor(round / callers.length)))
    failed = !done.ok
    labels = done.labels
    console.log(`${sentCount()} requests`)
  }
  const counts = [...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([status, count]) => `${count} × ${status}`)
  console.log(`${sentCount()} responses: ${counts.join(', ')}`)
  const never = labels.filter((label) => !succeeded.has(label))
  for (const label of never) console.log(`never succeeded: ${label}: ${CANNOT_SUCCEED[label] ?? 'without a reason'}`)
  console.log(`${labels.length - never.length} of ${labels.length} operations succeeded`)
  assert.ok(!failed, 'Schemathesis found failures.')
  if (round < callers.length) {
    console.log(`after ${values.seconds} s not tried: ${callers.slice(round).join(', ')}`)
    return // an operation may succeed only as one of these callers
  }
  if (callers.length < allCallers.length) return // as above
  assert.deepEqual(
    never.filter((label) => !(label in CANNOT_SUCCEED)),
    [],
  )
})

/** The seed of a caller's pass, which is the same with and without `--as`. */
function seedOf(caller: CallerName, pass: number): number {
  return Number(values.seed) + pass * allCallers.length + allCallers.indexOf(caller)
}

function sentCount(): number {
  return [...statuses.values()].reduce((sum, count) => sum + count, 0)
}

/** A pass over all operations on a new database, because an administrator's requests may disable the next caller. */
async function run(caller: CallerName, seed: number): Promise<{ ok: boolean; labels: string[] }> {
  console.log(`\n— as ${caller}`)
  const folder = await mkdtemp(join(tmpdir(), 'medina-fuzz-'))
  const platform = await startPlatform({ RATE_LIMIT_GUESSES: '1000000' })
  try {
    const world = await newWorld(platform)
    const { operator } = await newScene(platform, world)
    const doctor = world.involved.DOCTOR
    const { token } =
      caller === 'OPERATOR'
        ? operator
        : caller === 'SESSION'
          ? await newSession(platform, doctor)
          : caller === 'GUARDIAN'
            ? await newGuardian(platform, world)
            : world.involved[caller]
    const requests = await validRequests(platform, await samplesOf(platform, world), { doctor })
    const known = join(folder, 'requests.json')
    await writeFile(known, JSON.stringify(requests))
    const ok =
      (await send(
        platform.url,
        token,
        folder,
        seed,
        LAST.map((path) => `--exclude-path=${path}`),
      )) &&
      (await send(
        platform.url,
        token,
        folder,
        seed,
        LAST.toReversed().map((path) => `--include-path=${path}`),
      ))
    const { paths } = (await platform.call('GET', '/openapi.json')).body as { paths: Record<string, object> }
    const labels = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => ['get', 'post', 'put', 'delete'].includes(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    return { ok, labels }
  } finally {
    await platform.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates a guardian of the samples' patient. */
async function newGuardian(platform: Platform, { tenantId, involved }: World): Promise<Person> {
  const guardian = await newPerson(platform, tenantId, 'PATIENT')
  const answer = await platform.call('POST', '/api/guardianships', {
    token: involved.ADMIN.token,
    body: { guardianId: guardian.id, dependantId: involved.PATIENT.id, kind: 'CARER' },
  })
  assert.equal(answer.status, 201, answer.text)
  return guardian
}

async function send(url: string, token: string, folder: string, seed: number, paths: string[]): Promise<boolean> {
  const counts = join(folder, 'answers.json')
  const child = spawn(
    schemathesis,
    [
      'run',
      `${url}/openapi.json`,
      `--header=Authorization: Bearer ${token}`,
      '--header=Accept: application/json',
      `--header=X-Cron-Secret: ${sandboxSecrets.CRON_SECRET}`,
      `--header=X-Internal-Token: ${sandboxSecrets.INTERNAL_TOKEN}`,
      `--phases=${values.short ? 'fuzzing' : 'examples,coverage,fuzzing'}`,
      `--checks=${checks.join()}`,
      `--max-examples=${values.short ? 3 : 20}`,
      `--seed=${seed}`,
      ...paths,
      '--continue-on-failure',
      '--warnings=off',
      '--suppress-health-check=all',
      '--no-color',
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        SCHEMATHESIS_HOOKS: 'checks',
        PYTHONPATH: import.meta.dirname,
        FUZZ_COUNTS: counts,
        FUZZ_REQUESTS: join(folder, 'requests.json'),
      },
      stdio: 'inherit',
    },
  )
  const [code] = (await once(child, 'close')) as [number]
  const answers = JSON.parse(await readFile(counts, 'utf8')) as {
    statuses: Record<string, number>
    succeeded: string[]
  }
  for (const [status, count] of Object.entries(answers.statuses))
    statuses.set(status, (statuses.get(status) ?? 0) + count)
  for (const label of answers.succeeded) succeeded.add(label)
  return code === 0
}

/** Installs Schemathesis in a virtual environment, once. */
function install(): string {
  const home = join(root, 'node_modules/.cache/schemathesis')
  const program = join(home, 'bin/st')
  if (existsSync(program)) return program
  const requirements = join(import.meta.dirname, 'requirements.txt')
  try {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' })
    execFileSync(join(home, 'bin/pip'), ['install', '--quiet', '--requirement', requirements], { stdio: 'inherit' })
  } catch {
    console.error('npm run fuzz needs Python 3.10 or newer with the venv module, and PyPI. Nothing was sent.')
    process.exit(NOT_INSTALLED)
  }
  return program
}
