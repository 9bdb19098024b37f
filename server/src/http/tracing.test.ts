import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Platform, startPlatform } from '../../testing/harness.ts'
import { startReceiver } from '../features/platform/webhooks/receiver-testing.ts'
import { subscriber } from '../features/platform/webhooks/subscriber-testing.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

/** Books with a `traceparent`. @returns the `traceparent` of the webhook */
async function webhookOf(platform: Platform, traceparent?: string): Promise<string | undefined> {
  const receiver = await startReceiver()
  const { subscribe, unsubscribe } = subscriber(platform, receiver)
  const to = await subscribe({ events: ['appointment.created'] })
  const start = Date.UTC(2041, 0, 1) + bookings++ * 3_600_000
  const answer = await platform.call('POST', '/api/appointments', {
    token: await platform.tokenOf('sandbox-admin'),
    headers: traceparent === undefined ? {} : { traceparent },
    body: {
      doctorId: 'usr_sandbox_doctor',
      patientId: 'usr_sandbox_patient',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 1_800_000).toISOString(),
      visitReason: 'a reason that only the doctor knows',
    },
  })
  assert.equal(answer.status, 201, answer.text)
  const [request] = await receiver.waitFor(1, to.path)
  await unsubscribe(to)
  return request!.headers.traceparent as string | undefined
}

let bookings = 0

type OtlpSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

describe('without a collector', async () => {
  const platform = await startPlatform()

  test('webhooks continue the trace of their cause', async () => {
    assert.equal(await webhookOf(platform, `00-${TRACE}-${SPAN}-01`), `00-${TRACE}-${SPAN}-01`)
  })

  test('webhooks of calls without a valid trace have none', async () => {
    assert.equal(await webhookOf(platform), undefined)
    assert.equal(await webhookOf(platform, `00-${'0'.repeat(32)}-${SPAN}-01`), undefined)
  })
})

test('with a collector', async (t) => {
  const collector = await startReceiver()
  const platform = await startPlatform({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
  })
  const passedOn = await webhookOf(platform, `00-${TRACE}-${SPAN}-01`)
  const unsampled = await webhookOf(platform, `00-${TRACE.replace('4', '5')}-${SPAN}-00`)
  const fresh = await webhookOf(platform)
  assert.equal((await platform.call('GET', '/api/patients?search=Secret', {})).status, 401)
  await platform.stop()
  for (const { headers } of collector.requestsTo('/v1/traces'))
    assert.equal(headers.authorization, 'Bearer of-the-collector')
  const spans = collector
    .requestsTo('/v1/traces')
    .flatMap(({ body }) => JSON.parse(body.toString()).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope): OtlpSpan[] => scope.spans)
  const inTrace = spans.filter(({ traceId }) => traceId === TRACE)
  const named = (name: string) => inTrace.filter((span) => span.name === name)
  const attributesOf = ({ attributes }: OtlpSpan) =>
    Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

  await t.test('a request is a span of the caller’s trace, with ids and results', () => {
    const [request, ...others] = named('bookAppointment')
    assert.equal(others.length, 0)
    assert.equal(request!.parentSpanId, SPAN)
    const { 'medina.request_id': requestId, ...attributes } = attributesOf(request!)
    assert.match(String(requestId), /^req_/)
    assert.deepEqual(attributes, {
      'http.request.method': 'POST',
      'http.route': '/api/appointments',
      'http.response.status_code': 201,
      'medina.tenant_id': 'ten_sandbox',
      'medina.client_id': 'sandbox-admin',
    })
  })

  await t.test('its transaction and its webhook are spans below it', () => {
    const [request] = named('bookAppointment')
    const [transaction] = named('database transaction')
    const [delivery] = named('deliver webhook')
    assert.equal(transaction!.parentSpanId, request!.spanId)
    assert.equal(delivery!.parentSpanId, request!.spanId)
    assert.equal(passedOn, `00-${TRACE}-${delivery!.spanId}-01`)
    assert.equal(attributesOf(delivery!)['http.response.status_code'], 200)
  })

  await t.test('a call without a trace begins one', () => {
    assert.match(fresh!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    assert.ok(spans.some(({ traceId, name }) => fresh!.includes(traceId) && name === 'bookAppointment'))
  })

  await t.test('a trace that its caller does not record is passed on, and not recorded', () => {
    const traceId = TRACE.replace('4', '5')
    assert.match(unsampled!, new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
    assert.deepEqual(
      spans.filter((span) => span.traceId === traceId),
      [],
    )
  })

  await t.test('spans have no data of people', () => {
    assert.ok(spans.length > 20)
    const texts = JSON.stringify(spans)
    for (const data of ['reason', 'Secret', 'search', 'usr_sandbox_patient', '127.0.0.1'])
      assert.ok(!texts.includes(data), data)
  })
})

test('a collector that does not answer costs no request and no stop', async () => {
  const platform = await startPlatform({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  assert.match((await webhookOf(platform))!, /^00-/)
  await platform.stop()
})
