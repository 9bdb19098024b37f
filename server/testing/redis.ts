import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after } from 'node:test'

/** A redis-server for one test, which can be stopped, frozen and restarted on the same port. */
export type Redis = {
  url: string
  start(): Promise<void>
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops the process: connections stay open and are accepted, without responses. */
  freeze(): void
  thaw(): void
}

const onPath = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'redis-server')))

/**
 * For `test(name, { skip: withoutRedis }, …)`: the reason to skip without redis-server. With CI set the tests run
 * regardless, and fail.
 */
export const withoutRedis: string | false =
  onPath || process.env.CI ? false : 'redis-server is not on the PATH (Debian: apt-get install redis-server)'

/** Starts a Redis that stops after the file's tests. */
export async function startRedis(...settings: string[]): Promise<Redis> {
  const redis = await launchRedis(...settings)
  after(() => redis.end('SIGKILL'))
  return redis
}

/** Starts a Redis on a free port, which the caller ends. */
export async function launchRedis(...settings: string[]): Promise<Redis> {
  if (!onPath) throw new Error('redis-server on the PATH is required (Debian: apt-get install redis-server).')
  for (let tries = 1; ; tries++) {
    const redis = redisAt(randomInt(20_000, 32_000), settings)
    try {
      await redis.start()
      return redis
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

function redisAt(port: number, settings: string[]): Redis {
  let child: ChildProcess | undefined
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      child = spawn('redis-server', [...fixed, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] })
      await ready(child)
    },
    async end(signal = 'SIGTERM') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill(signal)
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

function ready(child: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`redis-server ended: ${output}`)))
  })
}
