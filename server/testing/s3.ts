import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { requireGoProgram, versityGateway, withoutGoProgram } from './go-program.ts'
import { type GoServer, goServer } from './go-server.ts'
import { newFolder } from './harness.ts'

/** An S3 server for one test with one bucket, which can be stopped, frozen and restarted on the same port. */
export type S3 = GoServer & {
  /** For STORAGE_URL. */
  url: string
  port: number
  /** The folder of its objects. */
  folder: string
}

/** For `test(name, { skip: withoutS3 }, …)`: the reason to skip without an S3 server. */
export const withoutS3: string | false = await withoutGoProgram(versityGateway)

/** Starts a server that stops after the file's tests. It accepts the bucket's name in the host or in the path. */
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
  const launch = () => {
    const address = ['--port', `127.0.0.1:${port}`, '--access', 'medina', '--secret', 'se/cret']
    const options = ['--virtual-domain', 'localhost', '--health', '/health', '--keep-alive', '--quiet', 'posix', home]
    return spawn(program, [...address, ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return {
    url: `s3+http://medina:se%2Fcret@127.0.0.1:${port}/documents/of/tests`,
    port,
    folder: join(folder, 'of/tests'),
    ...goServer(launch, `http://127.0.0.1:${port}/health`),
  }
}
