import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations } from '../src/app.ts'
import { startPlatform } from './harness.ts'
import { pathOf } from './operation-path.ts'
import { samplesOf } from './samples.ts'
import { newWorld } from './world.ts'

const platform = await startPlatform()
const world = await newWorld(platform)
const samples = await samplesOf(platform, world)
const operations = allOperations().map(({ operation }) => operation)

/** Each resource that can be cancelled, with the operation that sets the status and the operation `POST …/cancel`. */
const cancellable = {
  '/api/appointments/{id}': ['updateAppointment', 'cancelAppointment'],
  '/api/prescriptions/{id}': ['updatePrescription', 'cancelPrescription'],
  '/api/orders/{id}': ['updateOrder', 'cancelOrder'],
  '/api/lab-orders/{id}': ['updateLabOrder', 'cancelLabOrder'],
  '/api/invoices/{id}': ['updateInvoice', 'cancelInvoice'],
  '/api/follow-ups/{id}': ['updateFollowUp', 'cancelFollowUp'],
  '/api/documents/{id}': ['updateDocument', 'cancelDocument'],
} as const

/** A series has no status; the cancellation sets that of its appointments. */
const WITHOUT_STATUS = ['/api/series/{id}/cancel']

/** Replaces ids and times, which differ between two records. */
const withoutVaryingFields = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replace(/"[a-z]+_[0-9a-f]{32}"/g, '"id"')
      .replace(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"')
      .replace(/sha256:[0-9a-f]{64}/g, 'digest')
      .replace(/"(serial|number|sha256|verifyUrl)":"[^"]*"/g, '"$1":"…"')
      .replace(/"size":\d+/g, '"size":0'),
  )

/** The audit rows, events and messages of a request. */
async function traces(id: string, requestId: string) {
  const { rows: audit } = await platform.owner.query(
    `select outcome, user_id, client_id, array_length(patient_ids, 1) as patients from audit_log
     where request_id = $1`,
    [requestId],
  )
  const { rows: events } = await platform.owner.query(
    `select kind, body::jsonb -> 'data' as data from events where subject_id = $1 order by kind, xid`,
    [id],
  )
  const { rows: messages } = await platform.owner.query(
    'select template_code, recipient_user_id, variables from messages where $1 = any(about) order by 1, 2',
    [id],
  )
  return withoutVaryingFields({ audit, events, messages })
}

describe('cancelling', () => {
  test('works by status and by POST …/cancel on every resource that supports one of them', () => {
    const verbs = operations
      .map(({ path }) => path)
      .filter((path) => path.endsWith('}/cancel') && !WITHOUT_STATUS.includes(path))
    const states = operations.filter(
      ({ method, body }) =>
        method === 'PUT' && JSON.stringify(body?.toJSONSchema({ io: 'input' })).includes('"CANCELLED"'),
    )
    assert.deepEqual(
      verbs.sort(),
      Object.keys(cancellable)
        .map((path) => `${path}/cancel`)
        .sort(),
    )
    assert.deepEqual(states.map(({ path }) => path).sort(), Object.keys(cancellable).sort())
  })

  for (const [path, [update, cancel]] of Object.entries(cancellable)) {
    test(`${path}: both forms have the same response, audit row, events and messages`, async () => {
      const results = []
      for (const form of ['state', 'verb']) {
        const { caller, id } = await samples[cancel]!()
        const { token } = caller!
        const resourcePath = pathOf({ path }, { id })
        const [method, address, body] =
          form === 'state'
            ? (['PUT', resourcePath, { status: 'CANCELLED' }] as const)
            : (['POST', `${resourcePath}/cancel`, {}] as const)
        const headers = { 'idempotency-key': `${form}-${id}` }
        const stale = await platform.call(method, address, { token, body, headers: { 'if-match': '"stale"' } })
        assert.equal(stale.status, 412, stale.text)
        const first = await platform.call(method, address, { token, body, headers })
        assert.equal(first.status, 200, first.text)
        const replayed = await platform.call(method, address, { token, body, headers })
        assert.deepEqual([replayed.text, replayed.headers.get('idempotency-replayed')], [first.text, 'true'])
        const again = await platform.call(method, address, { token, body })
        assert.deepEqual([again.status, again.body], [200, first.body], 'cancelling again changes nothing')
        const [resource] = Object.values(first.body) as [{ status: string }]
        assert.equal(resource.status, 'CANCELLED')
        results.push({
          answer: withoutVaryingFields(first.body),
          ...((await traces(id!, first.headers.get('x-request-id')!)) as object),
        })
      }
      assert.deepEqual(results[1], results[0])
    })

    test(`${path}: ${update} and ${cancel} accept and refuse the same callers`, async () => {
      const outcomes = []
      const people = [...Object.values(world.strangers), ...Object.values(world.involved)]
      for (const form of ['state', 'verb']) {
        const { id } = await samples[cancel]!()
        const resourcePath = pathOf({ path }, { id })
        const statuses = []
        for (const { token } of people) {
          const { status, body } =
            form === 'state'
              ? await platform.call('PUT', resourcePath, { token, body: { status: 'CANCELLED' } })
              : await platform.call('POST', `${resourcePath}/cancel`, { token })
          statuses.push([status, body.error?.code])
        }
        outcomes.push(statuses)
      }
      assert.deepEqual(outcomes[1], outcomes[0])
    })
  }
})
