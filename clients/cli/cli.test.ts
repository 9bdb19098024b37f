import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { eventually } from '../../server/testing/eventually.ts'
import { startPlatform } from '../../server/testing/harness.ts'
import { webhooks } from '../javascript/src/index.ts'
import { EVENT_KINDS, operations } from './src/generated/operations.ts'

/** The command line, built as published, runs on the machine's own Node against the platform. */
const platform = await startPlatform()
const folder = mkdtempSync(join(tmpdir(), 'medina-cli-'))
after(() => rmSync(folder, { recursive: true, force: true }))
execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs'), folder])
const program = join(folder, 'dist/medina.js')
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
symlinkSync(program, join(folder, 'medina'))
const node =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((path) => join(path, 'node'))
    .find((path) => !path.includes('node_modules') && existsSync(path)) ?? process.execPath

type Result = { exit: number; out: string; err: string }
type Setting = { stdin?: string; home?: string; env?: Record<string, string> }

const envOf = ({ home = 'home', env = {} }: Setting) => ({
  PATH: process.env.PATH!,
  XDG_CONFIG_HOME: join(folder, home),
  ...env,
})

async function medina(args: string[], setting: Setting = {}): Promise<Result> {
  const child = execFile(node, [program, ...args], { env: envOf(setting), timeout: 120_000 })
  const result = { out: '', err: '' }
  child.stdout!.on('data', (text) => {
    result.out += text
  })
  child.stderr!.on('data', (text) => {
    result.err += text
  })
  child.stdin!.end(setting.stdin ?? '')
  const [exit] = await once(child, 'close')
  return { exit, ...result }
}

/** Runs a command that must succeed. @returns its output */
async function succeed(args: string[], setting: Setting = {}): Promise<string> {
  const { exit, out, err } = await medina(args, setting)
  assert.equal(exit, 0, `medina ${args.join(' ')}: ${err}`)
  return out
}

async function assertFails(args: string[], exit: number, message: RegExp, setting: Setting = {}): Promise<void> {
  const result = await medina(args, setting)
  assert.match(result.err, message, args.join(' '))
  assert.deepEqual([result.exit, result.out], [exit, ''])
}

const signIn = ['login', '--url', platform.url, '--client-id', 'sandbox-admin']
await succeed(signIn, { stdin: 'sandbox-admin-secret\n' })

describe('profiles', () => {
  const file = join(folder, 'home/medina/profiles.json')

  it('are readable only by their owner', () => {
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal(statSync(join(folder, 'home/medina')).mode & 0o777, 0o700)
  })

  it('show the signed-in user, without the secret', async () => {
    const out = await succeed(['whoami', '--json'])
    assert.partialDeepStrictEqual(JSON.parse(out), { url: platform.url, clientId: 'sandbox-admin', role: 'ADMIN' })
    assert.doesNotMatch(out, /secret/)
  })

  it('are stored independently, and can be removed', async () => {
    const other = [...signIn.slice(0, 3), '--client-id', 'sandbox-doctor', '--profile', 'doctor']
    await succeed(other, { stdin: 'sandbox-doctor-secret' })
    assert.equal(JSON.parse(await succeed(['whoami', '--json', '--profile', 'doctor'])).role, 'DOCTOR')
    assert.equal(JSON.parse(await succeed(['whoami', '--json'], { env: { MEDINA_PROFILE: 'doctor' } })).role, 'DOCTOR')
    await succeed(['logout', '--profile', 'doctor'])
    await assertFails(['whoami', '--profile', 'doctor'], 3, /not signed in as doctor/)
    await assertFails(['logout', '--profile', 'doctor'], 3, /no profile doctor/)
    assert.equal(JSON.parse(await succeed(['whoami', '--json'])).role, 'ADMIN')
  })

  it('are not saved with a wrong secret', async () => {
    await assertFails([...signIn, '--profile', 'wrong'], 3, /refused the client/, { stdin: 'wrong' })
    assert.doesNotMatch(readFileSync(file, 'utf8'), /wrong/)
  })

  it('are overridden by environment variables', async () => {
    const env = {
      MEDINA_URL: platform.url,
      MEDINA_CLIENT_ID: 'sandbox-patient',
      MEDINA_CLIENT_SECRET: 'sandbox-patient-secret',
    }
    assert.equal(JSON.parse(await succeed(['whoami', '--json'], { home: 'empty', env })).role, 'PATIENT')
  })

  it('refuse invalid URLs, and URLs that would expose the secret', async () => {
    for (const [url, message] of [
      ['http://clinic.example', /unencrypted/],
      ['clinic.example', /Invalid URL/],
      ['https://a:b@clinic.example', /password/],
    ] as const)
      await assertFails(['login', '--url', url, '--client-id', 'a'], 2, message, { stdin: 'secret' })
  })
})

/** A receiver that verifies each request. */
async function startReceiver(secret: string) {
  const events: string[] = []
  const urls: string[] = []
  let refusals = 0
  const server = createServer(async (request: IncomingMessage, response) => {
    const body = Buffer.concat(await Array.fromAsync(request))
    urls.push(request.url!)
    if (refusals-- > 0) return response.writeHead(500).end()
    try {
      events.push(webhooks.verify(body, request.headers, secret).event)
      response.writeHead(204).end()
    } catch {
      response.writeHead(401).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return {
    events,
    urls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?tenant=1`,
    refuse: (times: number) => {
      refusals = times
    },
  }
}

const running: ChildProcess[] = []
after(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a command that runs until it is stopped. */
async function start(args: string[], isReady: RegExp): Promise<{ lines: string[]; stop: () => Promise<number> }> {
  const child = spawn(node, [program, ...args], { env: envOf({}), stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  const lines: string[] = []
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  await eventually(() => isReady.test(stderr), `medina ${args.join(' ')}: ${stderr}`)
  return {
    lines,
    async stop() {
      child.kill('SIGINT')
      const [exit] = await once(child, 'close')
      return exit
    },
  }
}

describe('listen', { concurrency: 1 }, async () => {
  const secret = (await succeed(['listen', '--print-secret'])).trim()
  const receiver = await startReceiver(secret)
  const listening = () => start(['listen', '--forward-to', receiver.url, '--json'], /Forwarding/)

  it('always uses the same secret', async () => {
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal((await succeed(['listen', '--print-secret'])).trim(), secret)
  })

  it('forwards every kind of event that its client may read, signed, to the full URL', async () => {
    await succeed(['trigger', 'review.created'])
    const { lines, stop } = await listening()
    for (let at = 0; at < EVENT_KINDS.length; at += 3)
      await Promise.all(EVENT_KINDS.slice(at, at + 3).map((kind) => succeed(['trigger', kind])))
    // Administrators receive these only for patients whose files they have opened (docs/webhooks.md).
    const unread = ['lab_order.created', 'lab_result.critical_alert']
    const read = EVENT_KINDS.filter((kind) => !unread.includes(kind))
    await eventually(() => read.every((kind) => receiver.events.includes(kind)), 'every kind')
    assert.equal(receiver.events.filter((kind) => kind === 'review.created').length, 1, 'no earlier event')
    assert.deepEqual([...new Set(receiver.urls)], ['/hooks?tenant=1'])
    await eventually(() => lines.length === receiver.events.length, 'a line for each')
    for (const line of lines) assert.partialDeepStrictEqual(JSON.parse(line), { status: 204, error: null })
    assert.equal(await stop(), 130)
  })

  it('continues after the last event, and sends a refused event again', async () => {
    const before = receiver.events.length
    receiver.refuse(1)
    await succeed(['trigger', 'review.created'])
    const { lines, stop } = await listening()
    await eventually(() => receiver.events.slice(before).includes('review.created'), 'the event')
    await eventually(() => lines.length === receiver.events.length - before, 'no event was forwarded twice')
    assert.equal(await stop(), 130)
  })

  it('forwards only the given kinds', async () => {
    const other = await startReceiver(secret)
    const { stop } = await start(
      ['listen', '--forward-to', other.url, '--events', 'payment.refunded', '--since', 'start'],
      /Forwarding/,
    )
    await eventually(() => other.events.length > 0, 'the event')
    assert.deepEqual([...new Set(other.events)], ['payment.refunded'])
    await stop()
  })

  it('stores no secret from the environment, and keeps its own secret apart from credentials', async () => {
    const env = { MEDINA_URL: platform.url, MEDINA_CLIENT_ID: 'ci', MEDINA_CLIENT_SECRET: 'only-in-the-environment' }
    assert.match(await succeed(['listen', '--print-secret'], { home: 'ci', env }), /^whsec_/)
    const files = readdirSync(join(folder, 'ci/medina'), { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile())) {
      const path = join(file.parentPath, file.name)
      assert.equal(statSync(path).mode & 0o777, 0o600)
      assert.doesNotMatch(readFileSync(path, 'utf8'), /only-in-the-environment/)
    }
    await assertFails(['whoami'], 3, /not signed in/, { home: 'ci' })
  })

  it('starts at the same position again if no event was forwarded', async () => {
    const args = ['listen', '--forward-to', 'http://127.0.0.1:1/early', '--json']
    const first = await start(args, /Forwarding/)
    await first.stop()
    await succeed(['trigger', 'patient.created'])
    const { lines, stop } = await start(args, /Forwarding/)
    await eventually(() => lines.some((line) => JSON.parse(line).event === 'patient.created'), 'the event')
    await stop()
  })

  it('reports an unknown kind, and a receiver that is not a URL', async () => {
    await assertFails(['listen', '--events', 'apointment.created'], 2, /Did you mean appointment.created\?/)
    await assertFails(['listen', '--forward-to', 'localhost'], 2, /--forward-to must be a URL/)
  })
})

describe('events and requests', () => {
  it('are listed, as columns and as JSON', async () => {
    await succeed(['trigger', 'appointment.created'])
    assert.match(
      await succeed(['events', '--event', 'appointment.created', '--limit', '1']),
      /^\S+ {2}appointment.created {2}evt_\w+\n$/,
    )
    const [line] = (await succeed(['events', '--limit', '2', '--json'])).trim().split('\n')
    assert.match(JSON.parse(line!).id, /^evt_/)
  })

  it('are followed as they happen', async () => {
    const child = spawn(node, [program, 'logs', 'tail', '--status', '4xx', '--json', '--since', 'start'], {
      env: envOf({}),
    })
    running.push(child)
    const found: { status: number; path: string; code: string }[] = []
    createInterface({ input: child.stdout }).on('line', (line) => found.push(JSON.parse(line)))
    await assertFails(['call', 'patients.get', 'usr_absent'], 4, /404 NOT_FOUND: .*\(request req_/)
    await eventually(
      () => found.some(({ status, path }) => status === 404 && path === '/api/patients/{id}'),
      'the request',
    )
    assert.ok(found.every(({ status }) => status >= 400 && status < 500))
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'close'), [143, null])
  })

  it('are delivered again', async () => {
    const { webhook } = (
      await platform.call('POST', '/api/webhooks', {
        token: await platform.tokenOf('sandbox-admin'),
        body: { url: (await startReceiver('')).url, events: ['appointment.created'] },
      })
    ).body
    await succeed(['trigger', 'appointment.created'])
    let id = ''
    await eventually(async () => {
      const out = await succeed(['deliveries', '--webhook', webhook.id, '--json'])
      id = out ? JSON.parse(out.split('\n')[0]!).id : ''
      return id !== ''
    }, 'a delivery')
    const again = JSON.parse(await succeed(['deliveries', 'resend', id, '--json']))
    assert.deepEqual([again.event, again.webhookId], ['appointment.created', webhook.id])
    await assertFails(['deliveries', 'resend'], 2, /Which delivery\?/)
    await assertFails(['deliveries', 'resnd'], 2, /Did you mean resend\?/)
  })
})

describe('the sandbox', () => {
  it('moves its clock', async () => {
    const before = Date.parse(await succeed(['call', 'sandbox.getClock']).then((text) => JSON.parse(text)))
    const moved = Date.parse((await succeed(['sandbox', 'advance', '1h30m'])).trim())
    assert.ok(moved - before >= 5_400_000 && moved - before < 5_460_000)
    await assertFails(['sandbox', 'advance', 'soon'], 2, /Invalid duration/)
  })

  it('is reset only after a confirmation', async () => {
    await assertFails(['sandbox', 'reset'], 2, /--yes is missing/)
    assert.match(await succeed(['sandbox', 'reset', '--yes']), /^\d{4}-.*Z\n$/)
  })

  it('can be listened to after a reset, although the event at the last position is gone', async () => {
    const places = join(folder, 'home/medina/places')
    const shown = await start(['listen'], /Showing events/)
    await succeed(['trigger', 'review.created'])
    await eventually(() => shown.lines.length > 0, 'the event')
    await shown.stop()
    for (const file of readdirSync(places)) writeFileSync(join(places, file), 'evt_gone')
    const again = await start(['listen', '--json'], /begins now/)
    await succeed(['trigger', 'review.created'])
    await eventually(() => again.lines.some((line) => JSON.parse(line).event === 'review.created'), 'the event')
    await again.stop()
  })
})

describe('call', () => {
  it('finds operations', async () => {
    const found = (await succeed(['call', '--list', 'appointments', 'cancel'])).trim().split('\n')
    assert.ok(found.some((line) => line.startsWith('appointments.cancel ')))
    assert.equal((await succeed(['call', '--list', '--json'])).trim().split('\n').length, operations.length)
  })

  it('accepts ids, fields and filters, in camelCase and kebab-case', async () => {
    const body = ['--doctorId', 'usr_sandbox_doctor', '--patient-id', 'usr_sandbox_patient']
    const times = ['--start-time', '2033-03-01T09:00:00Z', '--end-time=2033-03-01T09:30:00Z']
    const visit = JSON.parse(await succeed(['call', 'appointments.book', ...body, ...times]))
    const moved = JSON.parse(
      await succeed(['call', 'appointments.update', visit.id, '--notes', 'Bring the results', '--json']),
    )
    assert.deepEqual([moved.id, moved.notes], [visit.id, 'Bring the results'])
    const listed = await succeed([
      'call',
      'appointments.list',
      '--from',
      '2033-03-01T00:00:00Z',
      '--limit',
      '1',
      '--json',
    ])
    assert.equal(JSON.parse(listed).id, visit.id)
  })

  it('reads a body from an argument, a file and stdin', async () => {
    const visit = (hour: number) =>
      JSON.stringify({
        doctorId: 'usr_sandbox_doctor',
        patientId: 'usr_sandbox_patient',
        startTime: `2033-03-02T${hour}:00:00Z`,
        endTime: `2033-03-02T${hour}:30:00Z`,
      })
    const file = join(folder, 'visit.json')
    writeFileSync(file, visit(11))
    await succeed(['call', 'appointments.book', '--data', visit(10)])
    await succeed(['call', 'appointments.book', '--data', `@${file}`])
    await succeed(['call', 'appointments.book', '--data', '-'], { stdin: visit(12) })
    await assertFails(['call', 'appointments.book', '--data', visit(12)], 4, /409 .*overlap/s)
    await assertFails(['call', 'appointments.book', '--data', '{'], 2, /--data is not valid JSON/)
    await assertFails(['call', 'appointments.book', '--data', '[]'], 2, /JSON object/)
    await assertFails(['call', 'appointments.book', '--data', `@${file}.absent`], 2, /no such file/)
  })

  it('shows all invalid fields of a request', async () => {
    await assertFails(
      ['call', 'appointments.book', '--patient-id', 'x', '--start-time', 'soon'],
      4,
      /patientId.*startTime/s,
    )
  })

  it('suggests corrections of misspelt names', async () => {
    await assertFails(['call', 'patients.gett', 'x'], 2, /Did you mean patients.get\?/)
    await assertFails(['call', 'patients.get'], 2, /takes id/)
    await assertFails(['call', 'appointments.list', '--statuss', 'X'], 2, /Did you mean --status\?/)
    await assertFails(['call', 'appointments.list', '--page-size', 'many'], 2, /--page-size must be a number/)
    await assertFails(['call', 'me.get', '--data', '{}'], 2, /takes no body/)
  })
})

it('can be built as one executable that needs no Node', {
  skip: process.platform !== 'linux' && 'did not run: not Linux',
}, () => {
  copyFileSync(join(import.meta.dirname, 'sea.json'), join(folder, 'sea.json'))
  execFileSync(process.execPath, ['--build-sea', 'sea.json'], { cwd: folder, stdio: 'ignore' })
  const version = execFileSync(join(folder, 'dist/medina'), ['--version'], { env: {}, encoding: 'utf8' })
  assert.match(version, /^\d+\.\d+\.\d+\n$/)
})

describe('usage', () => {
  it('is shown with an example for each command', async () => {
    const names = [...(await succeed(['--help'])).matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name]) => name!)
    assert.equal(names.length, 12)
    for (const text of await Promise.all(names.map((name) => succeed(['help', name]))))
      assert.match(text, /Examples:\n {2}(medina|export)/)
    assert.equal(await succeed(['events', '--help']), await succeed(['help', 'events']))
    assert.match(await succeed(['--version']), /^\d+\.\d+\.\d+\n$/)
  })

  it('errors suggest a correction, with exit code 2', async () => {
    await assertFails(['lisen'], 2, /Did you mean listen\?/)
    await assertFails(['events', '--limt', '3'], 2, /Did you mean --limit\?/)
    await assertFails(['events', '--limit'], 2, /needs a value/)
    await assertFails(['events', '--limit', '0'], 2, /whole number/)
    await assertFails(['events', '--follow=yes'], 2, /takes no value/)
    await assertFails(['trigger', 'appointment.creatd'], 2, /Did you mean appointment.created\?/)
    await assertFails(['whoami', 'twice'], 2, /Unexpected argument: twice/)
    await assertFails(['whoami', '--profile', '../x'], 2, /Invalid profile name/)
  })

  it('exits with 4 if the platform refuses a request, and with 5 if it is unreachable', async () => {
    const doctor = { MEDINA_CLIENT_ID: 'sandbox-doctor', MEDINA_CLIENT_SECRET: 'sandbox-doctor-secret' }
    await assertFails(['call', 'audit.list'], 4, /403/, { env: doctor })
    await assertFails(['whoami'], 5, /Check the URL/, { env: { MEDINA_URL: 'http://127.0.0.1:1' } })
  })
})

describe('mcp', () => {
  /** The responses to requests, in order. */
  async function answers(requests: object[], args: string[] = []) {
    const stdin = requests.map((one, id) => JSON.stringify({ jsonrpc: '2.0', id, ...one })).join('\n')
    const out = await succeed(['mcp', ...args], { stdin })
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const callTool = (name: string, given: object) => ({ method: 'tools/call', params: { name, arguments: given } })
  const textOf = (answer: { result: { content: { text: string }[] } }) => answer.result.content[0]!.text

  it('finds, describes and calls operations', async () => {
    const [initialized, listed, found, described, read, list] = await answers([
      { method: 'initialize', params: { protocolVersion: '2025-06-18' } },
      { method: 'tools/list' },
      callTool('find_operations', { words: 'patients get' }),
      callTool('describe_operation', { name: 'appointments.book' }),
      callTool('call_operation', { name: 'patients.get', ids: ['usr_sandbox_patient'] }),
      callTool('call_operation', { name: 'appointments.list', query: { pageSize: 2 } }),
    ])
    assert.equal(initialized.result.serverInfo.name, 'medina-care')
    assert.equal(listed.result.tools.length, 3)
    assert.ok(JSON.parse(textOf(found)).some(({ name }: { name: string }) => name === 'patients.get'))
    assert.ok(JSON.parse(textOf(described)).schemas.Appointment)
    assert.equal(JSON.parse(textOf(read)).id, 'usr_sandbox_patient')
    assert.ok(JSON.parse(textOf(list)).length > 0)
  })

  it('changes nothing without --write', async () => {
    const body = { event: 'review.created' }
    const request = [callTool('call_operation', { name: 'sandbox.trigger', body })]
    const [refused] = await answers(request)
    assert.equal(refused.result.isError, true)
    assert.match(textOf(refused), /changes data/)
    const [triggered] = await answers(request, ['--write'])
    assert.ok(JSON.parse(textOf(triggered)).length > 0)
  })

  it('continues when the platform is unreachable', async () => {
    const requests = [callTool('describe_operation', { name: 'me.get' }), { method: 'ping' }]
    const stdin = requests.map((one, id) => JSON.stringify({ jsonrpc: '2.0', id, ...one })).join('\n')
    const out = await succeed(['mcp'], { stdin, env: { MEDINA_URL: 'http://127.0.0.1:1' } })
    const [described, pinged] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(described.result.isError, true)
    assert.deepEqual(pinged.result, {})
  })

  it('returns errors, and continues', async () => {
    const stdin =
      '{\n[]\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":1,"method":"absent"}\n'
    const out = await succeed(['mcp'], { stdin })
    const codes = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).error.code)
    assert.deepEqual(codes, [-32700, -32600, -32601])
    const [missing] = await answers([callTool('call_operation', { name: 'patients.get' })])
    assert.match(textOf(missing), /takes these ids: id/)
  })
})

describe('completion', () => {
  const lines = async (words: string[]) => (await succeed(['__complete', ...words])).trim().split('\n')

  it('knows commands, options, operations, kinds and profiles', async () => {
    assert.ok((await lines(['li'])).includes('listen'))
    assert.ok((await lines(['events', '--'])).includes('--follow'))
    assert.ok((await lines(['call', 'appo'])).includes('appointments.book'))
    assert.ok((await lines(['call', 'appointments.list', '--'])).includes('--status'))
    assert.ok((await lines(['trigger', ''])).includes('lab_result.critical_alert'))
    assert.deepEqual(await lines(['whoami', '--profile', '']), ['default'])
  })

  const scripts: Record<string, string> = {
    bash: 'source <(medina completion bash); COMP_WORDS=(medina trig); COMP_CWORD=1; _medina; echo "$COMPREPLY"',
    zsh: 'compdef() { :; }; compadd() { shift; print -- "$@"; }; _files() { :; }; source <(medina completion zsh); words=(medina trig); CURRENT=2; _medina',
    fish: 'medina completion fish | source; complete -C "medina trig"',
  }
  for (const [shell, script] of Object.entries(scripts)) {
    const skip = spawnSync(shell, ['--version']).error !== undefined && `did not run: ${shell} is not installed`
    it(`works in ${shell}`, { skip }, () => {
      const env = envOf({
        env: { HOME: folder, PATH: `${folder}${delimiter}${join(node, '..')}${delimiter}${process.env.PATH}` },
      })
      const { stdout, stderr } = spawnSync(shell, ['-c', script], { env, encoding: 'utf8' })
      assert.match(stdout, /\btrigger\b/, stderr)
    })
  }
})
