import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { requireGoProgram, versityGateway, withoutGoProgram } from './go-program.ts'
import { newFolder } from './harness.ts'

/** A real S3 server of a test's own, with one bucket, which can be ended, frozen and started anew on the same port. */
export type S3 = {
  /** For STORAGE_URL. */
  url: string
  port: number
  /** What it keeps, as files. */
  folder: string
  start(): Promise<void>
  end(): Promise<void>
  /** It keeps its connections and takes new ones, but answers nobody. */
  freeze(): void
  thaw(): void
}

/** For `test(name, { skip: withoutS3 }, …)`: what to say where there is no S3 server, and none can be built. */
export const withoutS3: string | false = await withoutGoProgram(versityGateway)

/** Starts one that ends after the file's tests. The names of its buckets may come before this host, or in the path. */
export async function startS3(): Promise<S3> {
  const program = await requireGoProgram(versityGateway)
  const home = await newFolder()
  const folder = join(home, 'documents')
  await mkdir(folder)
  for (let tries = 1; ; tries++) {
    const s3 = s3At(program, home, folder, randomInt(20_000, 32_000))
    try {
      await s3.start()
      after(() => s3.end())
      return s3
    } catch (error) {
      if (tries === 5) throw error
    }
  }
}

function s3At(program: string, home: string, folder: string, port: number): S3 {
  let child: ChildProcess | undefined
  return {
    url: `s3+http://medina:se%2Fcret@127.0.0.1:${port}/documents/of/tests`,
    port,
    folder: join(folder, 'of/tests'),
    async start() {
      const address = ['--port', `127.0.0.1:${port}`, '--access', 'medina', '--secret', 'se/cret']
      const kept = ['--virtual-domain', 'localhost', '--health', '/health', '--keep-alive', '--quiet', 'posix', home]
      child = spawn(program, [...address, ...kept], { stdio: ['ignore', 'ignore', 'inherit'] })
      await ready(child, `http://127.0.0.1:${port}/health`)
    },
    async end() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  for (;;) {
    if (ended) throw new Error('versitygw ended before it served.')
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.status === 200) return
    await new Promise((next) => setTimeout(next, 50))
  }
}
