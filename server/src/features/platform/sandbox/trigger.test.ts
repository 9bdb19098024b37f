import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { catalog, type EventKind, eventKinds } from '../../../events/catalog.ts'
import { findFreeTime } from '../../care/appointments/actions.ts'
import { startReceiver } from '../webhooks/receiver-testing.ts'

const platform = await startPlatform()
const { call, owner } = platform
const receiver = await startReceiver()
const admin = await platform.tokenOf('sandbox-admin')

type Shown = { id: string; event: EventKind }

const requestTrigger = (event: string, token: string = admin, headers: Record<string, string> = {}): Promise<Answer> =>
  call('POST', '/api/sandbox/trigger', { token, body: { event }, headers })

/** The earliest time at or after `from` at which the doctor of the sandbox has 15 free minutes. */
const freeTimeOfDoctor = async (from: Date): Promise<Date> => {
  const slot = { tenantId: 'ten_sandbox', doctorId: 'usr_sandbox_doctor', minutes: 15, from }
  return platform.services.database.inTransaction('ten_sandbox', (tx) => findFreeTime(tx, slot))
}

async function trigger(event: string, token?: string): Promise<Shown[]> {
  const answer = await requestTrigger(event, token)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.events
}

/** An event as it was recorded. */
async function stored(tenantId: string, id: string) {
  const { rows } = await owner.query<{ kind: EventKind; body: string }>(
    'select kind, body from events where tenant_id = $1 and id = $2',
    [tenantId, id],
  )
  return rows[0]!
}

/** What happens before the event that was asked for, and with it. */
const expected: Record<EventKind, EventKind[]> = {
  'appointment.created': ['appointment.created'],
  'appointment.updated': ['appointment.created', 'appointment.updated'],
  'appointment.cancelled': ['appointment.created', 'appointment.updated', 'appointment.cancelled'],
  'appointment.completed': ['appointment.created', 'appointment.updated', 'appointment.completed'],
  'prescription.created': ['appointment.created', 'prescription.created', 'prescription.signed'],
  'prescription.signed': ['appointment.created', 'prescription.created', 'prescription.signed'],
  'lab_order.created': ['appointment.created', 'lab_order.created'],
  'lab_order.status_changed': ['appointment.created', 'lab_order.created', 'lab_order.status_changed'],
  'lab_result.published': [
    ...(['appointment.created', 'lab_order.created', 'lab_order.status_changed'] as const),
    ...(['lab_order.status_changed', 'lab_result.published'] as const),
  ],
  'lab_result.critical_alert': [
    ...(['appointment.created', 'lab_order.created', 'lab_order.status_changed'] as const),
    ...(['lab_order.status_changed', 'lab_result.published', 'lab_result.critical_alert'] as const),
  ],
  'payment.succeeded': ['payment.succeeded'],
  'payment.refunded': ['payment.succeeded', 'payment.refunded'],
  'review.created': ['appointment.created', 'appointment.updated', 'appointment.completed', 'review.created'],
  'patient.created': ['patient.created'],
  'patient.consent_updated': ['patient.consent_updated'],
}

describe('triggering', () => {
  for (const kind of eventKinds) {
    test(`${kind} records the real event, every time`, async () => {
      const ids = new Set<string>()
      for (let n = 0; n < 3; n++) {
        const events = await trigger(kind)
        assert.deepEqual(
          events.map(({ event }) => event),
          expected[kind],
        )
        for (const { id, event } of events) {
          ids.add(id)
          const { kind: written, body } = await stored('ten_sandbox', id)
          assert.equal(written, event)
          catalog[event].data.strict().parse(JSON.parse(body).data)
          const read = await call('GET', `/api/events/${id}`, { token: await platform.tokenOf('sandbox-doctor') })
          if (event.startsWith('appointment.')) assert.equal(read.status, 200, read.text)
        }
      }
      assert.equal(ids.size, 3 * expected[kind].length, 'new events')
    })
  }

  test('sends webhooks and messages', async () => {
    const body = { url: `${receiver.url}/triggered`, events: ['appointment.cancelled'] }
    assert.equal((await call('POST', '/api/webhooks', { token: admin, body })).status, 201)
    const events = await trigger('appointment.cancelled')
    const [request] = await receiver.waitFor(1, '/triggered')
    assert.equal(request!.event.id, events.at(-1)!.id)
    const { data } = request!.event as unknown as { data: { appointmentId: string; reason: string } }
    assert.equal(data.reason, 'patient_request')
    const { rows } = await owner.query('select id from messages where $1 = any(about)', [data.appointmentId])
    assert.ok(rows.length > 0, 'messages about it')
  })

  test('works concurrently, without two calls using the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => requestTrigger('appointment.created')))
    for (const answer of answers) assert.equal(answer.status, 200, answer.text)
  })

  test('uses gaps of a full calendar', async () => {
    const now = platform.services.clock.nowMs()
    const late = new Date(Date.UTC(2099, 11, 30)).toISOString()
    const end = new Date(Date.UTC(2099, 11, 30, 8)).toISOString()
    const body = { doctorId: 'usr_sandbox_doctor', patientId: 'usr_sandbox_patient', startTime: late, endTime: end }
    const last = await call('POST', '/api/appointments', { token: admin, body })
    assert.equal(last.status, 201, last.text)
    const [event] = await trigger('appointment.created')
    const { startTime } = JSON.parse((await stored('ten_sandbox', event!.id)).body).data
    assert.ok(Date.parse(startTime) > now && Date.parse(startTime) < now + 366 * 86_400_000, startTime)
  })

  test('uses no time that a user holds, unless with another professional', async () => {
    const from = new Date(Date.UTC(2098, 0, 4, 9))
    const hold = async (doctorId: string) => {
      const body = { doctorId, visitTypeId: 'vty_sandbox_cons_mg', startTime: from.toISOString() }
      const { status, text } = await call('POST', '/api/holds', { token: admin, body })
      assert.equal(status, 201, text)
    }
    await hold('usr_sandbox_dentist')
    assert.deepEqual(await freeTimeOfDoctor(from), from)
    await hold('usr_sandbox_doctor')
    assert.ok((await freeTimeOfDoctor(from)) > from)
  })

  test('uses no time of an appointment that is not over, unless with another professional', async () => {
    const from = new Date(Date.UTC(2098, 1, 3, 9))
    const book = async (doctorId: string) => {
      const endTime = new Date(from.getTime() + 15 * 60_000)
      const body = { doctorId, patientId: 'usr_sandbox_patient', startTime: from, endTime }
      const { status, text, body: booked } = await call('POST', '/api/appointments', { token: admin, body })
      assert.equal(status, 201, text)
      return booked.appointment.id as string
    }
    const ofDentist = await book('usr_sandbox_dentist')
    assert.deepEqual(await freeTimeOfDoctor(from), from)
    assert.equal((await call('DELETE', `/api/appointments/${ofDentist}`, { token: admin })).status, 200)
    const id = await book('usr_sandbox_doctor')
    const end = new Date(from.getTime() + 15 * 60_000)
    assert.deepEqual(await freeTimeOfDoctor(from), end)
    const later = new Date(end.getTime() + 3_600_000)
    for (const time of [end, later]) assert.deepEqual(await freeTimeOfDoctor(time), time, 'after the appointment')
    const cancelled = await call('PUT', `/api/appointments/${id}`, { token: admin, body: { status: 'CANCELLED' } })
    assert.equal(cancelled.status, 200, cancelled.text)
    assert.deepEqual(await freeTimeOfDoctor(from), from)
  })

  test('creates a doctor and a patient in an organisation that has none', async () => {
    const tenantId = await newTenant(platform, 'STARTER')
    const { token }: Person = await newPerson(platform, tenantId, 'ADMIN')
    for (const kind of eventKinds) await trigger(kind, token)
    for (const client of ['sandbox-b-admin', 'sandbox-starter-admin'])
      for (const kind of eventKinds) await trigger(kind, await platform.tokenOf(client))
    const { rows } = await owner.query(
      `select role, count(*)::int as number from users where tenant_id = $1 group by role order by role`,
      [tenantId],
    )
    assert.deepEqual(rows, [
      { role: 'ADMIN', number: 1 },
      { role: 'DOCTOR', number: 1 },
      { role: 'PATIENT', number: 2 }, // with the one registered by patient.created
    ])
  })

  test('does not reuse a person who registered the address of a created one', async () => {
    const tenantId = platform.config.registrationTenant
    await owner.query(`update users set disabled_at = now() where id in ('usr_sandbox_doctor', 'usr_sandbox_patient')`)
    const stranger = { password: 'une phrase facile', name: 'Karim Trafiquant', role: 'PATIENT' }
    const emails = ['doctor', 'patient'].map((who) => `${who}.${tenantId}@sandbox.example`)
    for (const email of emails)
      assert.equal((await call('POST', '/api/auth/register', { body: { ...stranger, email } })).status, 201)
    const strangers = async () =>
      (await owner.query(`select name, role, verified_at from users where email = any($1) order by email`, [emails]))
        .rows
    const before = await strangers()
    await trigger('appointment.completed')
    assert.deepEqual(await strangers(), before)
    const { rows } = await owner.query(
      `select u.email from users u where u.tenant_id = $1 and u.role = 'DOCTOR' and u.name = 'Dr Youssef Benali'
         and u.disabled_at is null`,
      [tenantId],
    )
    assert.equal(rows.length, 1)
    const late = await call('POST', '/api/auth/register', { body: { ...stranger, email: rows[0].email } })
    assert.equal(late.status, 409, 'the address is taken')
    await owner.query(`update users set disabled_at = null where id in ('usr_sandbox_doctor', 'usr_sandbox_patient')`)
  })

  test('works without the fixed people', async () => {
    await owner.query(
      `update users set disabled_at = now() where id in ('usr_sandbox_b_doctor', 'usr_sandbox_b_patient')`,
    )
    for (const kind of eventKinds) await trigger(kind, await platform.tokenOf('sandbox-b-admin'))
  })

  test('happens once for an Idempotency-Key, whose repeats get the same answer', async () => {
    const key = { 'idempotency-key': 'trigger-1' }
    const first = await requestTrigger('payment.succeeded', admin, key)
    const again = await requestTrigger('payment.succeeded', admin, key)
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })

  test('requires an administrator and a kind', async () => {
    assert.equal((await requestTrigger('review.created', await platform.tokenOf('sandbox-doctor'))).status, 403)
    for (const body of [{}, { event: 'order.created' }, { event: 'review.created', count: 2 }])
      assert.equal((await call('POST', '/api/sandbox/trigger', { token: admin, body })).status, 422)
  })
})
