import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../testing/eventually.ts'
import { book, booking, type Person } from '../../testing/factories.ts'
import { type Answer, startPlatform } from '../../testing/harness.ts'
import {
  bookCompletedConsultation,
  consult,
  enterResults,
  newPractice,
  orderTests,
  placeOrder,
  prescribe,
  prescriptionRequest,
  propose,
} from '../../testing/practice.ts'
import { cashier } from '../features/money/invoices/invoices-testing.ts'
import { isSigned, type Received, startReceiver } from '../features/platform/webhooks/receiver-testing.ts'
import { newId } from '../lib/ids.ts'
import { type EventData, type EventKind, eventKinds } from './catalog.ts'

/**
 * Every kind of event on every path that causes it, as a subscriber receives it, and paths that cause none. A kind
 * without a row in `paths` fails the run.
 */
const platform = await startPlatform()
const receiver = await startReceiver()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist } = practice

type Expected = { event: EventKind; data: object }

/** A call and the events it must cause. A repeat causes no more events, whatever the response. */
type Arranged = { act: () => Promise<Answer>; expected: (answer: Answer) => Expected[] }
type Path = { kinds: EventKind[]; arrange: () => Promise<Arranged> }

const event = <K extends EventKind>(kind: K, data: EventData<K>): Expected => ({ event: kind, data })

const post = (caller: Person, path: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', path, { token: caller.token, body, headers })
const put = (caller: Person, path: string, body: object) => call('PUT', path, { token: caller.token, body })
const report = (hook: string, body: object) =>
  call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })
const autoCancel = () => call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })

let hours = 100
const booked = async (status?: string, at = hours++) => {
  const { id } = await book(platform, admin, doctor, patient, at)
  if (status) await put(doctor, `/api/appointments/${id}`, { status })
  return id
}
const slot = () => {
  const { startTime, endTime } = booking(platform, doctor, patient, hours++)
  return { startTime, endTime }
}

/** A change of an appointment: the changed fields, then other events. */
const changing = (
  caller: Person,
  body: object | (() => object),
  changes: string[],
  { from, also, at }: { from?: string; also?: (appointmentId: string) => Expected; at?: number } = {},
): Path => ({
  kinds: ['appointment.updated', ...(also ? [also('apt_0').event] : [])],
  arrange: async () => {
    const appointmentId = await booked(from, at)
    const change = typeof body === 'function' ? body() : body
    return {
      act: () => put(caller, `/api/appointments/${appointmentId}`, change),
      expected: () => [
        event('appointment.updated', { appointmentId, changes }),
        ...(also ? [also(appointmentId)] : []),
      ],
    }
  },
})

const cancelling = (caller: Person, given: string | undefined, reason: string): Path =>
  changing(caller, { status: 'CANCELLED', ...(given && { reason: given }) }, ['status'], {
    also: (appointmentId) => event('appointment.cancelled', { appointmentId, reason }),
  })

/** A transition of a lab order. */
const labOrderMoves = (
  kinds: EventKind[],
  { before = [], results }: { before?: string[]; results?: object[] },
  act: (labOrderId: string) => Promise<Answer>,
  expected: (labOrderId: string, labResultId: string) => Expected[],
): Path => ({
  kinds,
  arrange: async () => {
    const { id } = await orderTests(platform, doctor, patient)
    for (const status of before) await put(doctor, `/api/lab-orders/${id}`, { status })
    const labResultId = results ? (await enterResults(platform, doctor, id, results)).id : ''
    return { act: () => act(id), expected: () => expected(id, labResultId) }
  },
})

const limits = { criticalLow: 2.8, criticalHigh: 6.2 }
const withCritical = [
  { param: 'Glucose', value: 0.92, criticalLow: 0.45, criticalHigh: 4 },
  { param: 'Potassium · البوتاسيوم', value: 6.8, ...limits },
  { param: 'Potassium, contrôle', value: 6.2, ...limits },
  { param: 'Hémoglobine', value: 4.1, criticalLow: 7 },
]

/** The events of a release, with an alert for each critical value. */
const released = (labOrderId: string, labResultId: string): Expected[] => [
  event('lab_order.status_changed', { labOrderId, status: 'RELEASED' }),
  event('lab_result.published', { labResultId, url: `${platform.url}/api/lab-orders/${labOrderId}/results` }),
  event('lab_result.critical_alert', { labResultId, param: 'Potassium · البوتاسيوم', value: 6.8 }),
  event('lab_result.critical_alert', { labResultId, param: 'Hémoglobine', value: 4.1 }),
]
const releasing = released('lab_0', 'res_0').map(({ event }) => event)

const { invoice, pay, refund } = cashier(platform)

/** A payment. Its Idempotency-Key keeps repeats from paying again. */
const paying = (caller: Person, body: { method: string; amountMAD: number }): Path => ({
  kinds: ['payment.succeeded'],
  arrange: async () => {
    const [invoiceId, key] = [await invoice(doctor, patient), newId('req')]
    return {
      act: () => pay(caller, invoiceId, body, key),
      expected: () => [event('payment.succeeded', { invoiceId, amountMAD: body.amountMAD })],
    }
  },
})

const refunding = (method: string): Path => ({
  kinds: ['payment.refunded'],
  arrange: async () => {
    const [invoiceId, key] = [await invoice(doctor, patient, 30_000), newId('req')]
    await pay(doctor, invoiceId, { method, amountMAD: 30_000 })
    return {
      act: () => refund(admin, invoiceId, { amountMAD: 12_550, reason: 'Erreur' }, key),
      expected: () => [event('payment.refunded', { invoiceId, amountMAD: 12_550 })],
    }
  },
})

/** Accepting a follow-up books the proposed appointment. */
const accepting = (act: (followUpId: string) => Promise<Answer>): Path => ({
  kinds: ['appointment.created'],
  arrange: async () => {
    const times = slot()
    const followUpId = await propose(platform, doctor, patient, times)
    const bookedFor = async () =>
      (await owner.query('select appointment_id from follow_ups where id = $1', [followUpId])).rows[0].appointment_id
    let appointmentId = ''
    return {
      act: async () => {
        const answer = await act(followUpId)
        appointmentId = await bookedFor()
        return answer
      },
      expected: () => [
        event('appointment.created', {
          appointmentId,
          doctorId: doctor.id,
          patientId: patient.id,
          startTime: times.startTime,
        }),
      ],
    }
  },
})

/** A change of consents. */
const consenting = (caller: Person, consents: string[]): Path => ({
  kinds: ['patient.consent_updated'],
  arrange: async () => ({
    act: () => put(caller, `/api/patients/${patient.id}/consents`, { consents }),
    expected: () => [event('patient.consent_updated', { patientId: patient.id, consents })],
  }),
})

/** A call without events. */
const silent = (arrange: () => Promise<() => Promise<Answer>>): Path => ({
  kinds: [],
  arrange: async () => ({ act: await arrange(), expected: () => [] }),
})

const registering = (role: string, expected: (id: string) => Expected[]): Path => ({
  kinds: expected('usr_0').map(({ event }) => event),
  arrange: async () => {
    const body = { email: `${newId('usr')}@test.example`, password: 'une phrase facile', name: 'Amina', role }
    return {
      act: () => call('POST', '/api/auth/register', { body }),
      expected: ({ body: { user } }) => expected(user.id),
    }
  },
})

const paths: Record<string, Path> = {
  'an appointment is booked': {
    kinds: ['appointment.created'],
    arrange: async () => {
      const body = { ...booking(platform, doctor, patient, hours++), notes: 'Première visite' }
      const { doctorId, patientId, startTime } = body
      return {
        act: () => post(patient, '/api/appointments', body),
        expected: ({ body: { appointment } }) => [
          event('appointment.created', { appointmentId: appointment.id, doctorId, patientId, startTime }),
        ],
      }
    },
  },
  'an appointment is booked with a key, and the call repeated': {
    kinds: ['appointment.created'],
    arrange: async () => {
      const body = booking(platform, doctor, patient, hours++)
      const { doctorId, patientId, startTime } = body
      const key = { 'idempotency-key': newId('req') }
      return {
        act: () => post(doctor, '/api/appointments', body, key),
        expected: ({ body: { appointment } }) => [
          event('appointment.created', { appointmentId: appointment.id, doctorId, patientId, startTime }),
        ],
      }
    },
  },
  'it is confirmed': changing(doctor, { status: 'CONFIRMED' }, ['status']),
  'it is started': changing(doctor, { status: 'IN_PROGRESS' }, ['status'], { from: 'CONFIRMED' }),
  'it is marked as no-show': changing(doctor, { status: 'NO_SHOW' }, ['status'], { at: -1000 }),
  'its notes are written': changing(patient, { notes: 'Douleur au genou' }, ['notes']),
  'it is moved': changing(doctor, slot, ['startTime', 'endTime']),
  'it is extended': changing(doctor, () => ({ endTime: booking(platform, doctor, patient, hours++ - 0.75).endTime }), [
    'endTime',
  ]),
  'it is moved by the patient, which unconfirms it': changing(patient, slot, ['status', 'startTime', 'endTime'], {
    from: 'CONFIRMED',
  }),
  'all fields are changed at once': changing(
    doctor,
    () => ({ ...slot(), status: 'CONFIRMED', notes: 'Apporter les analyses' }),
    ['status', 'startTime', 'endTime', 'notes'],
  ),
  'it is completed': changing(doctor, { status: 'COMPLETED' }, ['status'], {
    from: 'CONFIRMED',
    also: (appointmentId) => event('appointment.completed', { appointmentId, durationSec: 0 }),
  }),
  'it is completed after both were in its room': {
    kinds: ['appointment.updated', 'appointment.completed'],
    arrange: async () => {
      const appointmentId = await booked('CONFIRMED')
      await owner.query(
        'update video_rooms set together_ms = 754321 where id = (select video_room_id from appointments where id = $1)',
        [appointmentId],
      )
      return {
        act: () => put(admin, `/api/appointments/${appointmentId}`, { status: 'COMPLETED' }),
        expected: () => [
          event('appointment.updated', { appointmentId, changes: ['status'] }),
          event('appointment.completed', { appointmentId, durationSec: 754 }),
        ],
      }
    },
  },
  'it is cancelled by the patient': cancelling(patient, undefined, 'patient_request'),
  'it is cancelled by the doctor': cancelling(doctor, undefined, 'doctor_request'),
  'it is cancelled by an administrator': cancelling(admin, undefined, 'admin_request'),
  'it is cancelled for a reason': cancelling(patient, 'Grippe · زكام 🤧', 'Grippe · زكام 🤧'),
  'it is cancelled because it was not confirmed': {
    kinds: ['appointment.updated', 'appointment.cancelled'],
    arrange: async () => {
      const appointmentId = await booked()
      await owner.query(`update appointments set unconfirmed_since = now() - interval '24 hours' where id = $1`, [
        appointmentId,
      ])
      return {
        act: autoCancel,
        expected: () => [
          event('appointment.updated', { appointmentId, changes: ['status'] }),
          event('appointment.cancelled', { appointmentId, reason: 'auto-cancel' }),
        ],
      }
    },
  },
  'it is deleted': {
    kinds: ['appointment.cancelled'],
    arrange: async () => {
      const appointmentId = await booked()
      return {
        act: () => call('DELETE', `/api/appointments/${appointmentId}`, { token: admin.token }),
        expected: () => [event('appointment.cancelled', { appointmentId, reason: 'deleted_by_admin' })],
      }
    },
  },
  'it is deleted after it ended': silent(async () => {
    const id = await booked('COMPLETED')
    return () => call('DELETE', `/api/appointments/${id}`, { token: admin.token })
  }),
  'the doctor’s application reports that it is confirmed': {
    kinds: ['appointment.updated'],
    arrange: async () => {
      const appointmentId = await booked()
      return {
        act: () => report('appointment-confirmed', { appointmentId }),
        expected: () => [event('appointment.updated', { appointmentId, changes: ['status'] })],
      }
    },
  },

  'a medicine is prescribed': {
    kinds: ['prescription.created', 'prescription.signed'],
    arrange: async () => {
      const medication = 'Paracétamol 1 g · باراسيتامول 💊'
      const body = { ...prescriptionRequest(patient, await consult(platform, doctor, patient)), medication }
      const key = { 'idempotency-key': newId('req') }
      return {
        act: () => post(doctor, '/api/prescriptions', body, key),
        expected: ({ body: { prescription } }) => [
          event('prescription.created', { prescriptionId: prescription.id, medication }),
          event('prescription.signed', { prescriptionId: prescription.id, signature: prescription.signature }),
        ],
      }
    },
  },
  'a pending prescription is signed': {
    kinds: ['prescription.signed'],
    arrange: async () => {
      const { id } = await prescribe(platform, doctor, patient)
      // As if its prescriber had had no key.
      await owner.query(
        'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1',
        [id],
      )
      return {
        act: () => call('POST', `/api/prescriptions/${id}/sign`, { token: doctor.token }),
        expected: ({ body: { prescription } }) => [
          event('prescription.signed', { prescriptionId: id, signature: prescription.signature }),
        ],
      }
    },
  },
  'a prescription is cancelled': silent(async () => {
    const { id } = await prescribe(platform, doctor, patient)
    return () => post(doctor, `/api/prescriptions/${id}/cancel`, {})
  }),
  'an order is placed': silent(async () => {
    const body = { prescriptionId: (await prescribe(platform, doctor, patient)).id, pharmacyId: pharmacist.id }
    return () => post(patient, '/api/orders', body)
  }),
  'an order changes state': silent(async () => {
    const order = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    return () => put(pharmacist, `/api/orders/${order.id}`, { status: 'PREPARING' })
  }),
  'a prescription is reported, and routed to a pharmacy': silent(async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    return () => report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id })
  }),
  'an order is reported in a new state': silent(async () => {
    const order = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    return () => report('order-status-update', { orderId: order.id, status: 'PREPARING' })
  }),

  'lab tests are ordered': {
    kinds: ['lab_order.created'],
    arrange: async () => {
      const tests = ['NFS · تعداد الدم', 'Ionogramme']
      const key = { 'idempotency-key': newId('req') }
      return {
        act: () => post(doctor, '/api/lab-orders', { patientId: patient.id, tests }, key),
        expected: ({ body: { labOrder } }) => [event('lab_order.created', { labOrderId: labOrder.id, tests })],
      }
    },
  },
  'a lab order changes state': labOrderMoves(
    ['lab_order.status_changed'],
    {},
    (id) => put(doctor, `/api/lab-orders/${id}`, { status: 'COLLECTED' }),
    (labOrderId) => [event('lab_order.status_changed', { labOrderId, status: 'COLLECTED' })],
  ),
  'a lab order is cancelled': labOrderMoves(
    ['lab_order.status_changed'],
    { before: ['COLLECTED'] },
    (id) => put(admin, `/api/lab-orders/${id}`, { status: 'CANCELLED' }),
    (labOrderId) => [event('lab_order.status_changed', { labOrderId, status: 'CANCELLED' })],
  ),
  'results are entered': labOrderMoves(
    ['lab_order.status_changed'],
    { before: ['COLLECTED', 'IN_PROGRESS'] },
    (id) => post(doctor, `/api/lab-orders/${id}/results`, { results: withCritical }),
    (labOrderId) => [event('lab_order.status_changed', { labOrderId, status: 'RESULTS_READY' })],
  ),
  'results are released': labOrderMoves(
    releasing,
    { results: withCritical },
    (id) => put(doctor, `/api/lab-orders/${id}`, { status: 'RELEASED' }),
    released,
  ),
  'the laboratory reports that results are released': labOrderMoves(
    releasing,
    { results: withCritical },
    (labOrderId) => report('lab-result-released', { labOrderId }),
    released,
  ),

  'an invoice is made': silent(async () => {
    const body = { patientId: patient.id, appointmentId: await consult(platform, doctor, patient), amountMAD: 30_000 }
    return () => post(doctor, '/api/invoices', body)
  }),
  'an invoice is paid in cash': paying(doctor, { method: 'CASH', amountMAD: 40_000 }),
  'a part of an invoice is paid by card': paying(patient, { method: 'CARD', amountMAD: 15_025 }),
  'a part of a cash payment is refunded': refunding('CASH'),
  'a part of a card payment is refunded': refunding('CARD'),

  'a consultation is reviewed': {
    kinds: ['review.created'],
    arrange: async () => {
      const id = await bookCompletedConsultation(platform, doctor, patient)
      return {
        act: () => post(patient, `/api/appointments/${id}/review`, { rating: 4, comment: 'À l’écoute 👍' }),
        expected: ({ body: { review } }) => [event('review.created', { reviewId: review.id, rating: 4 })],
      }
    },
  },

  'a follow-up is proposed': silent(
    async () => () => post(doctor, '/api/follow-ups', { doctorId: doctor.id, patientId: patient.id }),
  ),
  'a follow-up is accepted': accepting((id) => post(patient, `/api/follow-ups/${id}/accept`, {})),
  'the patients’ application reports that a follow-up is accepted': accepting((followUpId) =>
    report('follow-up-accepted', { followUpId }),
  ),
  'a follow-up without a time is accepted': silent(async () => {
    const id = await propose(platform, doctor, patient)
    return () => post(patient, `/api/follow-ups/${id}/accept`, {})
  }),

  'a patient consents': consenting(patient, ['MARKETING', 'RECORDING']),
  'an administrator records reduced consents': consenting(admin, ['RECORDING']),
  'a patient withdraws every consent': consenting(patient, []),
  'a patient registers': registering('PATIENT', (patientId) => [event('patient.created', { patientId })]),
  'a doctor registers': registering('DOCTOR', () => []),
}

/** Registered users join the sandbox's organisation; all other events are the practice's. */
const secrets: Record<string, string> = {}
for (const [path, token] of [
  ['/practice', admin.token],
  ['/sandbox', await platform.tokenOf('sandbox-admin')],
] as const) {
  const answer = await call('POST', '/api/webhooks', { token, body: { url: receiver.url + path } })
  secrets[path] = answer.body.webhook.secret
}

/** The bodies of all events of the installation, in recorded order. */
const written = async (): Promise<string[]> =>
  (await owner.query<{ body: string }>('select body from events order by seq')).rows.map(({ body }) => body)

/** The receiver's further requests, once all recorded events have arrived. */
async function receivedSince(requests: number, events: number): Promise<Received[]> {
  const count = (await written()).length - events
  await eventually(() => receiver.received.length >= requests + count, `${count} deliveries`)
  return receiver.received
    .slice(requests)
    .toSorted((a, b) => Number(a.headers['x-mc-sequence']) - Number(b.headers['x-mc-sequence']))
}

function assertEnvelope(request: Received, expected: Expected, [from, to]: [number, number]): void {
  const { headers, event, body, path } = request
  assert.deepEqual(Object.keys(event), ['event', 'id', 'createdAt', 'data'])
  assert.deepEqual({ event: event.event, data: event.data }, expected)
  assert.match(event.id, /^evt_[0-9a-f]{32}$/)
  assert.equal(headers['webhook-id'], event.id)
  assert.equal(headers['x-mc-event'], event.event)
  assert.equal(headers['x-mc-attempt'], '1')
  assert.equal(new Date(event.createdAt).toISOString(), event.createdAt, 'UTC, with milliseconds and Z')
  assert.ok(
    from <= Date.parse(event.createdAt) && Date.parse(event.createdAt) <= to,
    'createdAt is the time of the call',
  )
  assert.equal(body.toString(), JSON.stringify(event), 'canonical JSON without unneeded spaces or escapes')
  assert.ok(isSigned(request, secrets[path]!))
}

test('covers every kind of event', () => {
  const caused = Object.values(paths).flatMap(({ kinds }) => kinds)
  assert.deepEqual(
    eventKinds.filter((kind) => !caused.includes(kind)),
    [],
  )
})

describe('when', () => {
  for (const [name, { kinds, arrange }] of Object.entries(paths)) {
    test(`${name}, subscribers receive ${kinds.join(' and ') || 'nothing'}, once`, async () => {
      const { act, expected: toExpected } = await arrange()
      await receivedSince(0, 0)
      const [requests, events] = [receiver.received.length, (await written()).length]

      const from = platform.services.clock.nowMs()
      const answer = await act()
      const to = platform.services.clock.nowMs()
      assert.ok(answer.status < 300, answer.text)
      const expected = toExpected(answer)
      assert.deepEqual(
        expected.map(({ event }) => event),
        kinds,
      )
      const received = await receivedSince(requests, events)
      assert.deepEqual(
        received.map(({ event }) => event.event),
        kinds,
      )
      received.forEach((request, at) => {
        assertEnvelope(request, expected[at]!, [from, to])
      })
      assert.deepEqual(
        (await written()).slice(events),
        received.map(({ body }) => body.toString()),
      )

      await Promise.all(Array.from({ length: 5 }, act))
      assert.equal((await written()).length, events + kinds.length, 'repeats cause no events')
      assert.equal(receiver.received.length, requests + kinds.length)
    })
  }
})
