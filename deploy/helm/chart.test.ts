import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parseAllDocuments } from 'yaml'
import packageJson from '../../package.json' with { type: 'json' }
import { loadConfig } from '../../server/src/config.ts'
import { findGoProgram, helm, withoutGoProgram } from '../../server/testing/go-program.ts'
import { newFolder } from '../../server/testing/harness.ts'

const run = promisify(execFile)
const chart = import.meta.dirname
const PUBLIC_URL = 'https://api.example.ma'

type Container = {
  image: string
  command?: string[]
  env: { name: string; value: string }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: { readOnlyRootFilesystem: boolean }
  ports?: { name: string; containerPort: number }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
}
type Pod = {
  containers: [Container]
  securityContext: { runAsNonRoot: boolean; runAsUser: number }
  volumes: { name: string; secret?: { secretName: string } }[]
  terminationGracePeriodSeconds?: number
}
// biome-ignore lint/suspicious/noExplicitAny: objects of each kind
type Manifest = { kind: string; metadata: { name: string; annotations?: Record<string, string> }; spec: any }

describe('the Helm chart', { skip: await withoutGoProgram(helm) }, () => {
  async function render(...settings: string[]): Promise<Manifest[]> {
    const given = [`settings.PUBLIC_URL=${PUBLIC_URL}`, ...settings].flatMap((one) => ['--set', one])
    const program = (await findGoProgram(helm))!
    const { stdout } = await run(program, ['template', 'care', chart, '--kube-version', '1.34.0', ...given])
    return parseAllDocuments(stdout).map((document) => {
      assert.deepEqual(document.errors, [])
      return document.toJS() as Manifest
    })
  }
  const podOf = (manifests: Manifest[], kind: string): Pod =>
    manifests.find((one) => one.kind === kind)!.spec.template.spec

  it('has no fault that the linter finds, and the version of the platform', async () => {
    const given = ['--strict', '--kube-version', '1.34.0', '--set', `settings.PUBLIC_URL=${PUBLIC_URL}`]
    await run((await findGoProgram(helm))!, ['lint', chart, ...given])
    const [about] = parseAllDocuments(await readFile(join(chart, 'Chart.yaml'), 'utf8')).map((one) => one.toJS())
    assert.deepEqual([about.version, about.appVersion], [packageJson.version, packageJson.version])
  })

  it('names a setting that is missing or has the wrong form', async () => {
    const refused = async (setting: string) =>
      render(setting).then(
        () => assert.fail(setting),
        ({ stderr }) => stderr as string,
      )
    assert.match(await refused('settings.PUBLIC_URL='), /PUBLIC_URL/)
    assert.match(await refused('settings.PUBLIC_URL=http://api.example.ma'), /PUBLIC_URL/)
    assert.match(await refused('settings.DRAIN_SEC=soon'), /DRAIN_SEC/)
    assert.match(await refused('replicas=0'), /replicas/)
  })

  it('gives servers and migration settings that are valid, with secrets as files', async () => {
    const manifests = await render()
    const folder = await newFolder()
    const secrets: Record<string, string> = {
      'database-url': 'postgres://medina:secret@database/medina',
      'master-key': Buffer.alloc(32, 7).toString('base64'),
      'cron-secret': 'c'.repeat(64),
      'internal-token': 'i'.repeat(64),
      'storage-url': 's3://key:secret@s3.example.ma/bucket',
      'cache-url': 'rediss://cache:6379',
      'video-url': `livekit://key:${'s'.repeat(32)}@video.example.ma`,
    }
    for (const [name, text] of Object.entries(secrets)) await writeFile(join(folder, name), text)
    for (const kind of ['Deployment', 'Job']) {
      const { containers, volumes } = podOf(manifests, kind)
      const [{ env, volumeMounts }] = containers
      const mounted = volumeMounts.find(({ name }) => name === 'secrets')!.mountPath
      assert.equal(volumes.find(({ name }) => name === 'secrets')!.secret!.secretName, 'medina-care')
      const settings = env.map(({ name, value }) => [name, value.replace(mounted, folder)])
      const { config } = loadConfig({ MODE: 'production', ...Object.fromEntries(settings) })
      assert.deepEqual(
        [config.publicUrl, config.video.kind, config.migrates, config.metricsPort, config.databaseUrl],
        [PUBLIC_URL, 'livekit', false, 9464, secrets['database-url']],
      )
    }
  })

  it('runs unprivileged servers with a read-only root, that are probed, drained and spread', async () => {
    const manifests = await render('replicas=3', 'settings.DRAIN_SEC=20', 'image.tag=1.2.3')
    for (const kind of ['Deployment', 'Job']) {
      const { securityContext, containers } = podOf(manifests, kind)
      assert.partialDeepStrictEqual(securityContext, { runAsNonRoot: true, runAsUser: 10001 })
      assert.partialDeepStrictEqual(containers[0].securityContext, { readOnlyRootFilesystem: true })
      assert.equal(containers[0].image, 'medina-care:1.2.3')
    }
    const { containers, terminationGracePeriodSeconds } = podOf(manifests, 'Deployment')
    assert.equal(terminationGracePeriodSeconds, 50)
    const [{ ports, readinessProbe }] = containers
    assert.deepEqual(ports, [
      { name: 'http', containerPort: 3000 },
      { name: 'metrics', containerPort: 9464 },
    ])
    assert.deepEqual(readinessProbe!.httpGet, { path: '/api/ready', port: 'http' })
    const { spec } = manifests.find(({ kind }) => kind === 'Deployment')!
    assert.equal(spec.replicas, 3)
    const selectors = manifests
      .filter(({ kind }) => ['Service', 'PodDisruptionBudget'].includes(kind))
      .map(({ spec }) => spec.selector.matchLabels ?? spec.selector)
    for (const selector of [...selectors, spec.selector.matchLabels])
      assert.partialDeepStrictEqual(spec.template.metadata.labels, selector)
  })

  it('writes numbers of a values file as settings write them', async () => {
    const file = join(await newFolder(), 'values.yaml')
    await writeFile(file, `settings: { PUBLIC_URL: "${PUBLIC_URL}", DATABASE_POOL_SIZE: 10, SOME_LIMIT: 10000000 }`)
    const given = ['template', 'care', chart, '--kube-version', '1.34.0', '--values', file]
    const { stdout } = await run((await findGoProgram(helm))!, given)
    assert.match(stdout, /\{name: DATABASE_POOL_SIZE, value: "10"\}/)
    assert.match(stdout, /\{name: SOME_LIMIT, value: "10000000"\}/)
  })

  it('migrates before servers of a new release start', async () => {
    const job = (await render()).find(({ kind }) => kind === 'Job')!
    assert.equal(job.metadata.annotations!['helm.sh/hook'], 'pre-install,pre-upgrade')
    assert.deepEqual(podOf([job], 'Job').containers[0].command, ['node', 'server/src/migrate.ts'])
    assert.notEqual(job.spec.template.metadata.labels['app.kubernetes.io/component'], 'server', 'gets no requests')
  })

  it('routes the host of PUBLIC_URL with TLS, and is monitored if wanted', async () => {
    const manifests = await render('podMonitor.enabled=true', 'ingress.className=nginx')
    const { spec } = manifests.find(({ kind }) => kind === 'Ingress')!
    assert.deepEqual(spec.tls, [{ hosts: ['api.example.ma'], secretName: 'medina-care-tls' }])
    assert.equal(spec.rules[0].host, 'api.example.ma')
    assert.deepEqual(spec.rules[0].http.paths[0].backend.service, { name: 'care', port: { name: 'http' } })
    assert.ok(manifests.some(({ kind }) => kind === 'PodMonitor'))
    const plain = await render('ingress.enabled=false')
    assert.ok(!plain.some(({ kind }) => ['Ingress', 'PodMonitor'].includes(kind)))
  })
})
