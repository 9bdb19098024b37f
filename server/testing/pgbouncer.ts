import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { after } from 'node:test'
import { eventually } from './eventually.ts'
import { asOwner, newFolder } from './harness.ts'
import { testAppUrl, testWorkerUrl } from './roles.ts'

const built = resolve(import.meta.dirname, '../../node_modules/.cache/medina-care/pgbouncer')

/** The version with which a program answers, such as 1.24; 0 if it is absent. */
function versionOf(program: string): number {
  try {
    return Number(/PgBouncer (\d+\.\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1])
  } catch {
    return 0
  }
}

const installed = [built, 'pgbouncer'].map((program) => ({ program, version: versionOf(program) }))
const found = installed.find(({ version }) => version >= 1.21)

/** For `test(name, { skip: withoutPgBouncer }, …)`: the reason to skip. */
export const withoutPgBouncer: string | false = found
  ? false
  : 'PgBouncer 1.21 or newer is not installed (sh server/testing/build-pgbouncer.sh)'

/**
 * Starts PgBouncer, which stops after the file's tests.
 * @param settings lines of its configuration
 * @returns the URL of the database through it
 */
export async function startPgBouncer(databaseUrl: string, ...settings: string[]): Promise<string> {
  const folder = await newFolder()
  const { hostname, port: databasePort } = new URL(databaseUrl)
  const users = [databaseUrl, testAppUrl(databaseUrl), testWorkerUrl(databaseUrl)].map((text) => {
    const { username, password } = new URL(text)
    return `"${username}" "${decodeURIComponent(password)}"\n`
  })
  const port = String(randomInt(20_000, 32_000))
  await writeFile(join(folder, 'users.txt'), users.join(''))
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${decodeURIComponent(hostname)} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
${settings.join('\n')}
`,
  )
  const program = join(folder, 'pgbouncer')
  await cp(found!.program, program) // readable by its user, wherever this folder is
  await chmod(folder, 0o755)
  const isRoot = process.getuid?.() === 0 // PgBouncer refuses to run as root
  const pooler = spawn(program, [...(isRoot ? ['-u', 'postgres'] : []), join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  })
  after(async () => {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
  })
  const through = new URL(databaseUrl)
  through.hostname = '127.0.0.1'
  through.port = port
  await eventually(
    () =>
      asOwner(through.href, (owner) => owner.query('select 1')).then(
        () => true,
        () => false,
      ),
    'PgBouncer',
  )
  return through.href
}
