import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** The S3 server of the tests: a real one, in one program, that keeps objects as files. */
export const VERSITY_GATEWAY = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'

const PROGRAM = 'versitygw'
/** Beside the packages, and gone with them. */
const built = resolve(import.meta.dirname, '../../../node_modules/.cache/medina-care')
/** The first build fetches some hundred modules and takes minutes; a later one, seconds. */
const BUILD_MS = 8 * 60_000

const onPath = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), built]
    .map((folder) => join(folder, name))
    .find((program) => existsSync(program))

/**
 * Where it is, or undefined. It is built where Go is there; in CI once, before the tests, so that no test waits for it.
 */
export async function findVersityGateway(): Promise<string | undefined> {
  return onPath(PROGRAM) ?? (process.env.CI ? undefined : buildVersityGateway())
}

async function buildVersityGateway(): Promise<string | undefined> {
  if (!onPath('go')) return undefined
  await mkdir(built, { recursive: true })
  const folder = await mkdtemp(join(built, 'building-'))
  try {
    const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local' }
    await promisify(execFile)('go', ['install', VERSITY_GATEWAY], { env, timeout: BUILD_MS })
    // By renaming, so that two who build it at one time do not disturb each other.
    await rename(join(folder, PROGRAM), join(built, PROGRAM))
    return join(built, PROGRAM)
  } catch (error) {
    console.error(`versitygw could not be built: ${(error as Error).message}`)
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const program = onPath(PROGRAM) ?? (await buildVersityGateway())
  console.log(program ? `S3 server: ${program}` : 'There is no versitygw: tests of files in a bucket are skipped.')
}
