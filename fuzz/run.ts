import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startChild, tokenAt } from '../server/testing/child.ts'

/**
 * Runs Schemathesis against sandboxes: valid and invalid requests generated from openapi.json, with the token of each role,
 * until the given number has been sent (`npm run fuzz -- 10000`). Exits with 1 if a response is a 5xx, or does not match
 * openapi.json or the error format.
 */
const target = Number(process.argv[2] ?? 10_000)
const callers = ['sandbox-admin', 'sandbox-doctor', 'sandbox-patient', 'sandbox-pharmacy', 'sandbox-dentist']
// Without allow_header_conformance: /access/{token} also has a page, which openapi.json does not describe.
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'unsupported_method',
  'envelope',
]
const UNLIMITED = '999999999'

const root = resolve(import.meta.dirname, '..')
const schemathesis = install()
const answers: Record<string, number> = {}
let failed = false
for (let round = 0; !failed && (round < callers.length || sent() < target); round++) {
  failed = (await run(callers[round % callers.length]!, round)) !== 0
  console.log(`${sent()} of ${target} requests`)
}
const statuses = Object.entries(answers).sort(([a], [b]) => a.localeCompare(b))
console.log(`${sent()} responses: ${statuses.map(([status, count]) => `${count} × ${status}`).join(', ')}`)
process.exit(failed ? 1 : 0)

function sent(): number {
  return Object.values(answers).reduce((sum, count) => sum + count, 0)
}

/**
 * One pass over all operations on a new sandbox, since an administrator's requests may disable the next caller.
 * @returns the exit code of Schemathesis
 */
async function run(caller: string, round: number): Promise<number> {
  console.log(`\n— as ${caller}`)
  const folder = await mkdtemp(join(tmpdir(), 'medina-fuzz-'))
  const server = startChild({
    PORT: String(randomInt(20_000, 32_000)),
    DATA_DIR: folder,
    RATE_LIMIT_ENTERPRISE: `${UNLIMITED}/unlimited`,
    RATE_LIMIT_ADDRESS: UNLIMITED,
    RATE_LIMIT_FORMS: UNLIMITED,
    RATE_LIMIT_GUESSES: UNLIMITED,
  })
  try {
    await server.ready()
    return await send(server.url, await tokenAt(server.url, caller), folder, round)
  } finally {
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

async function send(url: string, token: string, folder: string, round: number): Promise<number> {
  const counts = join(folder, 'answers.json')
  const child = spawn(
    schemathesis,
    [
      'run',
      `${url}/openapi.json`,
      `--header=Authorization: Bearer ${token}`,
      '--header=Accept: application/json',
      '--phases=examples,coverage,fuzzing',
      `--checks=${checks.join()}`,
      '--max-examples=20',
      `--seed=${round + 1}`,
      '--exclude-path=/api/sandbox/clock', // would expire the caller's token
      '--continue-on-failure',
      '--warnings=off',
      '--suppress-health-check=all',
      '--no-color',
    ],
    {
      cwd: folder,
      env: { ...process.env, SCHEMATHESIS_HOOKS: 'checks', PYTHONPATH: import.meta.dirname, FUZZ_COUNTS: counts },
      stdio: 'inherit',
    },
  )
  const [code] = (await once(child, 'close')) as [number]
  for (const [status, count] of Object.entries(JSON.parse(await readFile(counts, 'utf8')) as Record<string, number>))
    answers[status] = (answers[status] ?? 0) + count
  return code
}

/** Installs Schemathesis in a virtual environment, once. */
function install(): string {
  const home = join(root, 'node_modules/.cache/schemathesis')
  const program = join(home, 'bin/st')
  if (existsSync(program)) return program
  try {
    execFileSync('python3', ['-m', 'venv', home], { stdio: 'inherit' })
  } catch {
    console.error('npm run fuzz needs Python 3.10 or newer with the venv module. Nothing was sent.')
    process.exit(2)
  }
  const requirements = join(import.meta.dirname, 'requirements.txt')
  execFileSync(join(home, 'bin/pip'), ['install', '--quiet', '--requirement', requirements], { stdio: 'inherit' })
  return program
}
