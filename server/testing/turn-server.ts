import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Network } from './room/network.ts'

/** The address and shared secret of a coturn server. */
export type TurnServer = { address: string; secret: string }

const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'turnserver')))

/** The reason to skip without coturn. With CI set the tests run regardless, and fail. */
export const withoutTurn: string | false =
  (onPath && process.platform === 'linux') || process.env.CI
    ? false
    : 'turnserver is not on the PATH (Debian: apt-get install coturn)'

/** Starts a server that stops after the test or file, in the browsers' private network if there is one. */
export async function startTurnServer(network?: Network): Promise<TurnServer> {
  for (let tries = 1; ; tries++) {
    const [host, port] = [network?.address ?? '127.0.0.1', randomInt(20_000, 32_000)]
    if (await started(host, port, network)) return { address: `${host}:${port}`, secret: SECRET }
    if (tries === 5) throw new Error('turnserver does not start.')
  }
}

const SECRET = 'the secret of the TURN server of the tests'

async function started(host: string, port: number, network: Network | undefined): Promise<boolean> {
  const settings = {
    'listening-ip': host,
    'relay-ip': host,
    'listening-port': port,
    'static-auth-secret': SECRET,
    realm: 'medina-care.example',
    'log-file': 'stdout',
    pidfile: '/dev/null',
  }
  // Only for tests: in production, loopback peers would expose services of the TURN server's machine.
  const flags = ['use-auth-secret', 'allow-loopback-peers', 'no-tls', 'no-dtls', 'no-cli', 'no-rfc5780']
  const given = [
    ...flags.map((flag) => `--${flag}`),
    ...Object.entries(settings).map(([key, value]) => `--${key}=${value}`),
  ]
  const [program, ...rest] = network ? network.command('turnserver', ...given) : ['turnserver', ...given]
  const turn = spawn(program!, rest, { stdio: 'ignore' })
  const exited = once(turn, 'exit')
  for (let waited = 0; waited < 5000 && turn.exitCode === null; waited += 20) {
    if (listens(turn.pid, host, port)) {
      after(async () => {
        turn.kill('SIGKILL')
        await exited
      })
      return true
    }
    await pause(20)
  }
  turn.kill('SIGKILL')
  return false
}

/** Reads listening sockets from the kernel, because coturn buffers its output. */
function listens(pid: number | undefined, host: string, port: number): boolean {
  try {
    const [address, at] = [Buffer.from(host.split('.').map(Number)).readUInt32LE(), port].map((n) =>
      n.toString(16).toUpperCase(),
    )
    return readFileSync(`/proc/${pid}/net/tcp`, 'utf8').includes(`${address?.padStart(8, '0')}:${at} 00000000:0000 0A`)
  } catch {
    return false // it exited
  }
}
