import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A real server that the tests run against, in one program that Go builds. */
export type GoProgram = { name: string; module: string; tests: string }

export const versityGateway: GoProgram = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  tests: 'files in a bucket',
}

/** A version with replacements in its go.mod cannot be installed so: look before another one is named here. */
export const liveKitServer: GoProgram = {
  name: 'livekit-server',
  module: 'github.com/livekit/livekit-server/cmd/server@v1.13.5',
  tests: 'rooms on LiveKit',
}

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
export async function findGoProgram(program: GoProgram): Promise<string | undefined> {
  return onPath(program.name) ?? (process.env.CI ? undefined : build(program))
}

/** For `test(name, { skip }, …)`: what to say where there is no such program, and none can be built. */
export async function withoutGoProgram(program: GoProgram): Promise<string | false> {
  return (await findGoProgram(program)) === undefined && absent(program)
}

/** @throws what to do about it, where it is not there */
export async function requireGoProgram(program: GoProgram): Promise<string> {
  const path = await findGoProgram(program)
  if (!path) throw new Error(absent(program))
  return path
}

const absent = ({ name, module }: GoProgram) => `${name} is not on the PATH (go install ${module})`

async function build({ name, module }: GoProgram): Promise<string | undefined> {
  if (!onPath('go')) return undefined
  await mkdir(built, { recursive: true })
  const folder = await mkdtemp(join(built, 'building-'))
  try {
    const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: 'local' }
    await promisify(execFile)('go', ['install', module], { env, timeout: BUILD_MS })
    const [binary] = await readdir(folder) // Go names it as its folder is named
    // By renaming, so that two who build it at one time do not disturb each other.
    await rename(join(folder, binary!), join(built, name))
    return join(built, name)
  } catch (error) {
    console.error(`${name} could not be built: ${(error as Error).message}`)
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  for (const program of [versityGateway, liveKitServer]) {
    const path = onPath(program.name) ?? (await build(program))
    console.log(path ?? `There is no ${program.name}: tests of ${program.tests} are skipped.`)
  }
}
