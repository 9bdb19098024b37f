import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/** A program that the tests use and build with Go. */
export type GoProgram = { name: string; module: string; tests: string }

export const versityGateway: GoProgram = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  tests: 'files in a bucket',
}

/** Versions with replacements in their go.mod cannot be installed: check before changing the version. */
export const liveKitServer: GoProgram = {
  name: 'livekit-server',
  module: 'github.com/livekit/livekit-server/cmd/server@v1.13.5',
  tests: 'rooms on LiveKit',
}

export const helm: GoProgram = {
  name: 'helm',
  module: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  tests: 'the Helm chart',
}

/** Inside node_modules, to be deleted with it. */
const built = resolve(import.meta.dirname, '../../node_modules/.cache/medina-care')
/** The first build downloads hundreds of modules and takes minutes; later builds take seconds. */
const BUILD_MS = 8 * 60_000

const onPath = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), built]
    .map((folder) => join(folder, name))
    .find((program) => existsSync(program))

/**
 * The path of a program, or undefined. It is built if Go is installed; in CI before the tests, so that no test waits.
 */
export async function findGoProgram(program: GoProgram): Promise<string | undefined> {
  return onPath(program.name) ?? (process.env.CI ? undefined : build(program))
}

/** For `test(name, { skip }, …)`: the reason to skip without the program. */
export async function withoutGoProgram(program: GoProgram): Promise<string | false> {
  return (await findGoProgram(program)) === undefined && absent(program)
}

/** @throws {Error} with instructions if the program is missing */
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
    // Without symbols and C code, a build takes a sixth less processor time, and without garbage collection a quarter less.
    const env = {
      ...process.env,
      GOBIN: folder,
      GOTOOLCHAIN: 'local',
      CGO_ENABLED: '0',
      GOGC: 'off',
      GOMEMLIMIT: '2GiB',
    }
    const lean = ['-ldflags=-s -w', '-gcflags=all=-dwarf=false']
    await promisify(execFile)('go', ['install', ...lean, module], { env, timeout: BUILD_MS })
    const [binary] = await readdir(folder) // named after its folder
    // Renaming is atomic, so concurrent builds do not conflict.
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
  for (const program of [versityGateway, liveKitServer, helm]) {
    const path = onPath(program.name) ?? (await build(program))
    console.log(path ?? `${program.name} is missing: tests of ${program.tests} are skipped.`)
  }
}
