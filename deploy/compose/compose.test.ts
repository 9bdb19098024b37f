import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { loadConfig } from '../../server/src/config.ts'
import { newFolder } from '../../server/testing/harness.ts'

const run = promisify(execFile)
const isInstalled = (command: string, argument: string) =>
  run(command, [argument]).then(
    () => true,
    () => false,
  )

/** A copy of this folder, prepared as its comments say. */
const copy = join(await newFolder(), 'deploy')
await cp(resolve(import.meta.dirname, '..'), copy, { recursive: true })
const folder = join(copy, 'compose')
await cp(join(folder, 'example.env'), join(folder, '.env'))
await run(join(folder, 'create-secrets'))

type Service = { environment: Record<string, string>; secrets: string[]; volumes?: string[]; image: string }
const read = async (path: string) => parse(await readFile(join(folder, path), 'utf8'), { merge: true })
const { services } = (await read('compose.yaml')) as { services: Record<string, Service> }
const hosts: Record<string, string> = { API_HOST: 'api.example.ma', VIDEO_HOST: 'video.example.ma' }

const hasCompose = await isInstalled('docker-compose', '--version')
test('Compose accepts the file', { skip: hasCompose ? false : 'docker-compose is not installed' }, async () => {
  const { stdout, stderr } = await run('docker-compose', ['config', '--quiet'], { cwd: folder })
  assert.equal(stdout + stderr, '')
})

test('the settings of the servers are valid, with the secrets that create-secrets makes', () => {
  for (const name of ['server-1', 'server-2', 'migrate']) {
    const { environment, secrets } = services[name]!
    const settings = Object.entries(environment).map(([setting, value]) => {
      const secret = /^\/run\/secrets\/(.*)$/.exec(value)?.[1]
      if (secret !== undefined) assert.ok(secrets.includes(secret), `${name}: ${secret}`)
      const expanded = value.replace(/\$\{(\w+)\}/g, (_, variable: string) => hosts[variable]!)
      return [setting, secret === undefined ? expanded : join(folder, 'secrets', secret)]
    })
    const { config } = loadConfig(Object.fromEntries(settings))
    assert.deepEqual(
      [config.mode, config.publicUrl, config.videoBaseUrl, config.video.kind, config.migrates, config.metricsPort],
      ['production', 'https://api.example.ma', 'wss://video.example.ma', 'livekit', false, 9464],
    )
    assert.match(config.databaseUrl!, /^postgres:\/\/medina:[0-9a-f]{48}@database\/medina$/)
  }
})

test('create-secrets does not replace existing secrets', async () => {
  const key = await readFile(join(folder, 'secrets/master-key'), 'utf8')
  await assert.rejects(run(join(folder, 'create-secrets')))
  assert.equal(await readFile(join(folder, 'secrets/master-key'), 'utf8'), key)
})

test('the other services know the servers by their names and keys', async () => {
  const prometheus = await read('../prometheus/prometheus.yml')
  assert.deepEqual(prometheus.scrape_configs[0].static_configs[0].targets, ['server-1:9464', 'server-2:9464'])
  const livekit = await read('livekit.yaml')
  const keys = await readFile(join(folder, 'secrets/livekit-keys'), 'utf8')
  const url = await readFile(join(folder, 'secrets/video-url'), 'utf8')
  const [, key, secret] = /^(\w+): (\w+)\n$/.exec(keys)!
  assert.equal(livekit.webhook.api_key, key)
  assert.equal(url, `livekit://${key}:${secret}@${hosts.VIDEO_HOST}`)
  assert.ok((await readFile(join(folder, 'video.caddy'), 'utf8')).includes(`reverse_proxy video:${livekit.port}`))
})

const hasCaddy = await isInstalled('caddy', 'version')
test('Caddy accepts both sites', { skip: hasCaddy ? false : 'caddy is not installed' }, async () => {
  await cp(join(folder, 'video.caddy'), join(copy, 'caddy/sites/video.caddy'))
  const { stdout } = await run('caddy', ['adapt', '--config', join(copy, 'caddy/Caddyfile')], {
    env: { PATH: process.env.PATH!, SITE: hosts.API_HOST!, VIDEO_SITE: hosts.VIDEO_HOST!, HOME: folder },
  })
  for (const host of Object.values(hosts)) assert.ok(stdout.includes(`"host":["${host}"]`), host)
})
