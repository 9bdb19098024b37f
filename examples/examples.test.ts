import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { withoutPhp } from '../clients/conformance/languages.ts'
import { PYTHON, SOURCES, withoutPython } from '../clients/conformance/python.ts'
import { eventually } from '../server/testing/eventually.ts'
import { startPlatform } from '../server/testing/harness.ts'
import { placeOrder, prescribe } from '../server/testing/practice.ts'

/** Runs the examples as programs against the sandbox. */
const platform = await startPlatform()
const admin = await platform.tokenOf('sandbox-admin')
const env = { ...process.env, MEDINA_URL: platform.url }

describe('the booking page', async () => {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'booking-page/server.ts')], {
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  after(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit')
  })
  const [first] = (await once(createInterface({ input: server.stdout }), 'line')) as [string]
  const site = first.replace('Open ', '')

  const open = async (path: string, form?: Record<string, string>) => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form) }
    const response = await fetch(site + path, { redirect: 'manual', ...sent })
    return { status: response.status, location: response.headers.get('location'), text: await response.text() }
  }
  const formOf = (text: string) => ({
    doctor: /name="doctor" value="([^"]+)"/.exec(text)![1]!,
    key: /name="key" value="([^"]+)"/.exec(text)![1]!,
    start: /name="start" value="([^"]+)"/.exec(text)![1]!,
  })
  const doctorPage = async () => open(/href="(\/doctors\/[^"]+)"/.exec((await open('/')).text)![1]!)

  it('books a free time only once, and shows the link to join', async () => {
    const form = formOf((await doctorPage()).text)
    const booked = await open('/book', form)
    assert.equal(booked.status, 303, booked.text)
    assert.equal((await open('/book', form)).location, booked.location, 'the button was pressed twice')

    const { text } = await open(booked.location!)
    const link = new URL(/href="([^"]+)">Rejoindre/.exec(text)![1]!.replaceAll('&#38;', '&'))
    const id = booked.location!.replace('/visits/', '')
    const { body } = await platform.call('GET', `/api/appointments/${id}`, { token: admin })
    assert.equal(body.appointment.startTime, form.start)
    assert.equal(link.pathname, `/room/${body.appointment.videoRoomId}`)
    assert.match(link.hash, /^#token=.{20,}/)
  })

  it('shows the remaining free times to the second of two patients', async () => {
    const text = (await doctorPage()).text
    const form = formOf(text)
    assert.equal((await open('/book', form)).status, 303)
    const late = await open('/book', { ...form, key: 'another-form-of-the-page' })
    assert.equal(late.status, 409)
    assert.ok(!late.text.includes(form.start))
    assert.match(late.text, /role="alert"/)
    assert.notEqual(formOf(late.text).start, form.start)
  })

  it('shows no visit of another patient', async () => {
    const body = {
      doctorId: 'usr_sandbox_dentist',
      patientId: 'usr_sandbox_mother',
      startTime: '2031-01-06T10:00:00Z',
      endTime: '2031-01-06T10:30:00Z',
    }
    const { appointment } = (await platform.call('POST', '/api/appointments', { token: admin, body })).body
    const { status, text } = await open(`/visits/${appointment.id}`)
    assert.equal(status, 404)
    assert.doesNotMatch(text, /token/)
  })
})

describe('the nightly report', { skip: withoutPython }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'medina-report-'))
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('contains the visits and unpaid invoices of the platform', async () => {
    const { stdout } = await promisify(execFile)(
      PYTHON,
      [join(import.meta.dirname, 'nightly-report/report.py'), '--days', '60', '--folder', folder],
      { env: { ...env, PYTHONPATH: SOURCES, PYTHONDONTWRITEBYTECODE: '1' } },
    )
    const rows = (name: string) =>
      readFileSync(join(folder, `${name}.csv`), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1)
    const until = new Date()
    const from = new Date(until.getTime() - 60 * 86_400_000)
    const query = `from=${from.toISOString()}&to=${until.toISOString()}`
    const visits = await platform.call('GET', `/api/appointments?${query}`, { token: admin })
    const counted = rows('visits').reduce((sum, row) => sum + Number(row.split(',')[3]), 0)
    assert.equal(counted, visits.body.pagination.total)
    assert.ok(counted > 0)
    const unpaid = await platform.call('GET', `/api/invoices?${query}&status=OPEN,PARTIALLY_PAID`, { token: admin })
    assert.equal(rows('unpaid-invoices').length, unpaid.body.pagination.total)
    assert.match(stdout, new RegExp(`^${counted} visits, [\\d.]+ dirhams due`, 'm'))
  })
})

describe('the pharmacy', { skip: withoutPhp }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'medina-pharmacy-'))
  const port = String(await freePort())
  const site = `http://127.0.0.1:${port}`
  const pharmacyEnv = { ...env, FOLDER: folder, PORT: port }
  const program = (file: string) => join(import.meta.dirname, 'pharmacy', file)
  // A second registration keeps the webhook.
  for (const _ of [1, 2]) await promisify(execFile)('php', [program('register.php')], { env: pharmacyEnv })
  const server = spawn('php', ['-S', `127.0.0.1:${port}`, program('index.php')], {
    env: pharmacyEnv,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  after(async () => {
    if (server.exitCode === null && server.kill()) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })
  const person = async (name: string) => ({
    id: `usr_sandbox_${name}`,
    token: await platform.tokenOf(`sandbox-${name}` as 'sandbox-admin'),
  })
  const [doctor, patient, pharmacy] = await Promise.all([person('doctor'), person('patient'), person('pharmacy')])
  const open = (path: string, init?: RequestInit) => fetch(site + path, { redirect: 'manual', ...init })
  const deliveries = async () =>
    (await platform.call('GET', '/api/webhooks/deliveries', { token: admin })).body.deliveries

  it('prepares an order once, when its prescription is signed', async () => {
    // A prescription in the sandbox is signed when it is issued. The event waits until there is an order.
    const [webhook] = (await platform.call('GET', '/api/webhooks', { token: admin })).body.webhooks
    const turn = async (action: 'enable' | 'disable') =>
      assert.equal((await platform.call('POST', `/api/webhooks/${webhook.id}/${action}`, { token: admin })).status, 200)
    await turn('disable')
    const { id } = await prescribe(platform, doctor as never, patient as never)
    const order = await placeOrder(platform, patient as never, id, pharmacy as never)
    const status = async () =>
      (await platform.call('GET', `/api/orders/${order.id}`, { token: pharmacy.token })).body.order.status
    assert.equal(await status(), 'PENDING')
    await turn('enable')
    await eventually(async () => (await status()) === 'PREPARING', 'the order to be prepared')

    assert.match(await (await open('/')).text(), new RegExp(`<bdi>[^<]+</bdi>.*/orders/${order.id}/READY`))
    const other = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    const move = (id: string, to: string, init: RequestInit = { method: 'POST' }) => open(`/orders/${id}/${to}`, init)
    assert.equal((await move(order.id, 'READY', other)).status, 403)
    assert.equal((await move(order.id, 'READY')).status, 303)
    assert.equal(await status(), 'READY')
    assert.equal((await move(order.id, 'PREPARING')).status, 409)

    await eventually(
      async () => (await deliveries()).some(({ state }: { state: string }) => state === 'SUCCEEDED'),
      'the delivery',
    )
    const [first, ...others] = await deliveries()
    assert.deepEqual(others, [], 'one webhook, and one delivery')
    const again = await platform.call('POST', `/api/webhooks/deliveries/${first.id}/resend`, { token: admin })
    assert.ok(again.status < 300, again.text)
    await eventually(async () => {
      const all: { state: string }[] = await deliveries()
      return all.length === 2 && all.every(({ state }) => state === 'SUCCEEDED')
    })
    assert.equal(await status(), 'READY')
    assert.deepEqual(readdirSync(join(folder, 'events')).length, 1)
  })

  it('prepares an order that was placed after the signature with the button of the page', async () => {
    const before = (await deliveries()).length
    const { id } = await prescribe(platform, doctor as never, patient as never)
    await eventually(async () => {
      const all: { state: string }[] = await deliveries()
      return all.length === before + 1 && all[0]!.state === 'SUCCEEDED'
    }, 'the delivery of the signature')
    const order = await placeOrder(platform, patient as never, id, pharmacy as never)
    assert.match(await (await open('/')).text(), new RegExp(`/orders/${order.id}/PREPARING"><button>Préparer<`))
    assert.equal((await open(`/orders/${order.id}/PREPARING`, { method: 'POST' })).status, 303)
    const { body } = await platform.call('GET', `/api/orders/${order.id}`, { token: pharmacy.token })
    assert.equal(body.order.status, 'PREPARING')
  })

  it('refuses a delivery that is not signed', async () => {
    assert.equal((await open('/hooks', { method: 'POST', body: '{}' })).status, 401)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
