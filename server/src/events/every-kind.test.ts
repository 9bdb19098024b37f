import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cashier } from '../features/invoices/invoices-testing.ts'
import { isSigned, type Received, startReceiver } from '../features/webhooks/receiver-testing.ts'
import { newId } from '../lib/ids.ts'
import { eventually } from '../testing/eventually.ts'
import { book, booking, type Person } from '../testing/factories.ts'
import { type Answer, startPlatform } from '../testing/harness.ts'
import {
  consult,
  consulted,
  enterResults,
  newPractice,
  orderTests,
  placeOrder,
  prescribe,
  prescription,
  propose,
} from '../testing/practice.ts'
import { type EventData, type EventKind, eventKinds } from './catalog.ts'

/**
 * Every kind of event, on every path that causes it, as a subscriber receives it; and what causes none. Each path is a
 * row of `paths`; a kind without one fails the run.
 */
const platform = await startPlatform()
const receiver = await startReceiver()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist } = practice

type Told = { event: EventKind; data: object }

/** What is done, and what is told of it. Done again, it tells nothing more, whatever it answers then. */
type Arranged = { act: () => Promise<Answer>; told: (answer: Answer) => Told[] }
type Path = { kinds: EventKind[]; arrange: () => Promise<Arranged> }

const told = <K extends EventKind>(event: K, data: EventData<K>): Told => ({ event, data })

const post = (by: Person, path: string, body: object, headers: Record<string, string> = {}) =>
  call('POST', path, { token: by.token, body, headers })
const put = (by: Person, path: string, body: object) => call('PUT', path, { token: by.token, body })
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

/** An appointment that is changed, and what is told of it: the changed fields, then whatever else comes of it. */
const changing = (
  by: Person,
  body: object | (() => object),
  changes: string[],
  { from, also, at }: { from?: string; also?: (appointmentId: string) => Told; at?: number } = {},
): Path => ({
  kinds: ['appointment.updated', ...(also ? [also('apt_0').event] : [])],
  arrange: async () => {
    const appointmentId = await booked(from, at)
    const change = typeof body === 'function' ? body() : body
    return {
      act: () => put(by, `/api/appointments/${appointmentId}`, change),
      told: () => [told('appointment.updated', { appointmentId, changes }), ...(also ? [also(appointmentId)] : [])],
    }
  },
})

const cancelling = (by: Person, given: string | undefined, reason: string): Path =>
  changing(by, { status: 'CANCELLED', ...(given && { reason: given }) }, ['status'], {
    also: (appointmentId) => told('appointment.cancelled', { appointmentId, reason }),
  })

/** A lab order that is brought along, and what is told of it. */
const labOrderMoves = (
  kinds: EventKind[],
  { before = [], results }: { before?: string[]; results?: object[] },
  act: (labOrderId: string) => Promise<Answer>,
  tells: (labOrderId: string, labResultId: string) => Told[],
): Path => ({
  kinds,
  arrange: async () => {
    const { id } = await orderTests(platform, doctor, patient)
    for (const status of before) await put(doctor, `/api/lab-orders/${id}`, { status })
    const labResultId = results ? (await enterResults(platform, doctor, id, results)).id : ''
    return { act: () => act(id), told: () => tells(id, labResultId) }
  },
})

const limits = { criticalLow: 2.8, criticalHigh: 6.2 }
const withCritical = [
  { param: 'Glucose', value: 0.92, criticalLow: 0.45, criticalHigh: 4 },
  { param: 'Potassium · البوتاسيوم', value: 6.8, ...limits },
  { param: 'Potassium, contrôle', value: 6.2, ...limits },
  { param: 'Hémoglobine', value: 4.1, criticalLow: 7 },
]

/** What a release tells: both of the results, and the doctor of each value beyond its limits. */
const released = (labOrderId: string, labResultId: string): Told[] => [
  told('lab_order.status_changed', { labOrderId, status: 'RELEASED' }),
  told('lab_result.published', { labResultId, url: `${platform.url}/api/lab-orders/${labOrderId}/results` }),
  told('lab_result.critical_alert', { labResultId, param: 'Potassium · البوتاسيوم', value: 6.8 }),
  told('lab_result.critical_alert', { labResultId, param: 'Hémoglobine', value: 4.1 }),
]
const releasing = released('lab_0', 'res_0').map(({ event }) => event)

const { invoice, pay, refund } = cashier(platform)

/** A payment, or what goes back of one. Each has a key, so that it is made once. */
const paying = (by: Person, body: { method: string; amountMAD: number }): Path => ({
  kinds: ['payment.succeeded'],
  arrange: async () => {
    const [invoiceId, key] = [await invoice(doctor, patient), newId('req')]
    return {
      act: () => pay(by, invoiceId, body, key),
      told: () => [told('payment.succeeded', { invoiceId, amountMAD: body.amountMAD })],
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
      told: () => [told('payment.refunded', { invoiceId, amountMAD: 12_550 })],
    }
  },
})

/** A follow-up that is accepted, which books what was proposed. */
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
      told: () => [
        told('appointment.created', {
          appointmentId,
          doctorId: doctor.id,
          patientId: patient.id,
          startTime: times.startTime,
        }),
      ],
    }
  },
})

/** Consents after which others are granted than before. */
const consenting = (by: Person, consents: string[]): Path => ({
  kinds: ['patient.consent_updated'],
  arrange: async () => ({
    act: () => put(by, `/api/patients/${patient.id}/consents`, { consents }),
    told: () => [told('patient.consent_updated', { patientId: patient.id, consents })],
  }),
})

/** Something that is done to what was made for it, and of which nobody is told. */
const silent = (arrange: () => Promise<() => Promise<Answer>>): Path => ({
  kinds: [],
  arrange: async () => ({ act: await arrange(), told: () => [] }),
})

const registering = (role: string, tells: (id: string) => Told[]): Path => ({
  kinds: tells('usr_0').map(({ event }) => event),
  arrange: async () => {
    const body = { email: `${newId('usr')}@test.example`, password: 'une phrase facile', name: 'Amina', role }
    return { act: () => call('POST', '/api/auth/register', { body }), told: ({ body: { user } }) => tells(user.id) }
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
        told: ({ body: { appointment } }) => [
          told('appointment.created', { appointmentId: appointment.id, doctorId, patientId, startTime }),
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
        told: ({ body: { appointment } }) => [
          told('appointment.created', { appointmentId: appointment.id, doctorId, patientId, startTime }),
        ],
      }
    },
  },
  'it is confirmed': changing(doctor, { status: 'CONFIRMED' }, ['status']),
  'it is started': changing(doctor, { status: 'IN_PROGRESS' }, ['status'], { from: 'CONFIRMED' }),
  'nobody came': changing(doctor, { status: 'NO_SHOW' }, ['status'], { at: -1000 }),
  'its notes are written': changing(patient, { notes: 'Douleur au genou' }, ['notes']),
  'it is moved': changing(doctor, slot, ['startTime', 'endTime']),
  'it is made longer': changing(
    doctor,
    () => ({ endTime: booking(platform, doctor, patient, hours++ - 0.75).endTime }),
    ['endTime'],
  ),
  'it is moved by the patient, which unconfirms it': changing(patient, slot, ['status', 'startTime', 'endTime'], {
    from: 'CONFIRMED',
  }),
  'all of it is changed at once': changing(
    doctor,
    () => ({ ...slot(), status: 'CONFIRMED', notes: 'Apporter les analyses' }),
    ['status', 'startTime', 'endTime', 'notes'],
  ),
  'it is completed': changing(doctor, { status: 'COMPLETED' }, ['status'], {
    from: 'CONFIRMED',
    also: (appointmentId) => told('appointment.completed', { appointmentId, durationSec: 0 }),
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
        told: () => [
          told('appointment.updated', { appointmentId, changes: ['status'] }),
          told('appointment.completed', { appointmentId, durationSec: 754 }),
        ],
      }
    },
  },
  'it is cancelled by the patient': cancelling(patient, undefined, 'patient_request'),
  'it is cancelled by the doctor': cancelling(doctor, undefined, 'doctor_request'),
  'it is cancelled by an administrator': cancelling(admin, undefined, 'admin_request'),
  'it is cancelled for a reason': cancelling(patient, 'Grippe · زكام 🤧', 'Grippe · زكام 🤧'),
  'it is cancelled because nobody confirmed it': {
    kinds: ['appointment.updated', 'appointment.cancelled'],
    arrange: async () => {
      const appointmentId = await booked()
      await owner.query(`update appointments set unconfirmed_since = now() - interval '24 hours' where id = $1`, [
        appointmentId,
      ])
      return {
        act: autoCancel,
        told: () => [
          told('appointment.updated', { appointmentId, changes: ['status'] }),
          told('appointment.cancelled', { appointmentId, reason: 'auto-cancel' }),
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
        told: () => [told('appointment.cancelled', { appointmentId, reason: 'deleted_by_admin' })],
      }
    },
  },
  'it is deleted when it was over': silent(async () => {
    const id = await booked('COMPLETED')
    return () => call('DELETE', `/api/appointments/${id}`, { token: admin.token })
  }),
  'the doctor’s application reports that it is confirmed': {
    kinds: ['appointment.updated'],
    arrange: async () => {
      const appointmentId = await booked()
      return {
        act: () => report('appointment-confirmed', { appointmentId }),
        told: () => [told('appointment.updated', { appointmentId, changes: ['status'] })],
      }
    },
  },

  'a medicine is prescribed': {
    kinds: ['prescription.created', 'prescription.signed'],
    arrange: async () => {
      const medication = 'Paracétamol 1 g · باراسيتامول 💊'
      const body = { ...prescription(patient, await consult(platform, doctor, patient)), medication }
      const key = { 'idempotency-key': newId('req') }
      return {
        act: () => post(doctor, '/api/prescriptions', body, key),
        told: ({ body: { prescription } }) => [
          told('prescription.created', { prescriptionId: prescription.id, medication }),
          told('prescription.signed', { prescriptionId: prescription.id, signature: prescription.signature }),
        ],
      }
    },
  },
  'a prescription is signed that waited for it': {
    kinds: ['prescription.signed'],
    arrange: async () => {
      const { id } = await prescribe(platform, doctor, patient)
      // As it would be if its prescriber had had no key yet.
      await owner.query(
        'update prescriptions set signature = null, jws = null, kid = null, signed_at = null where id = $1',
        [id],
      )
      return {
        act: () => call('POST', `/api/prescriptions/${id}/sign`, { token: doctor.token }),
        told: ({ body: { prescription } }) => [
          told('prescription.signed', { prescriptionId: id, signature: prescription.signature }),
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
  'an order is moved along': silent(async () => {
    const order = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    return () => put(pharmacist, `/api/orders/${order.id}`, { status: 'PREPARING' })
  }),
  'a prescription is reported, and routed to a pharmacy': silent(async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    return () => report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id })
  }),
  'an order is reported to be moved along': silent(async () => {
    const order = await placeOrder(platform, patient, (await prescribe(platform, doctor, patient)).id, pharmacist)
    return () => report('order-status-update', { orderId: order.id, status: 'PREPARING' })
  }),

  'analyses are ordered': {
    kinds: ['lab_order.created'],
    arrange: async () => {
      const tests = ['NFS · تعداد الدم', 'Ionogramme']
      const key = { 'idempotency-key': newId('req') }
      return {
        act: () => post(doctor, '/api/lab-orders', { patientId: patient.id, tests }, key),
        told: ({ body: { labOrder } }) => [told('lab_order.created', { labOrderId: labOrder.id, tests })],
      }
    },
  },
  'a lab order is moved along': labOrderMoves(
    ['lab_order.status_changed'],
    {},
    (id) => put(doctor, `/api/lab-orders/${id}`, { status: 'COLLECTED' }),
    (labOrderId) => [told('lab_order.status_changed', { labOrderId, status: 'COLLECTED' })],
  ),
  'a lab order is cancelled': labOrderMoves(
    ['lab_order.status_changed'],
    { before: ['COLLECTED'] },
    (id) => put(admin, `/api/lab-orders/${id}`, { status: 'CANCELLED' }),
    (labOrderId) => [told('lab_order.status_changed', { labOrderId, status: 'CANCELLED' })],
  ),
  'results are entered': labOrderMoves(
    ['lab_order.status_changed'],
    { before: ['COLLECTED', 'IN_PROGRESS'] },
    (id) => post(doctor, `/api/lab-orders/${id}/results`, { results: withCritical }),
    (labOrderId) => [told('lab_order.status_changed', { labOrderId, status: 'RESULTS_READY' })],
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
  'a part of what was paid in cash goes back': refunding('CASH'),
  'a part of what was paid by card goes back': refunding('CARD'),

  'a consultation is reviewed': {
    kinds: ['review.created'],
    arrange: async () => {
      const id = await consulted(platform, doctor, patient)
      return {
        act: () => post(patient, `/api/appointments/${id}/review`, { rating: 4, comment: 'À l’écoute 👍' }),
        told: ({ body: { review } }) => [told('review.created', { reviewId: review.id, rating: 4 })],
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
  'a follow-up is accepted that has no time yet': silent(async () => {
    const id = await propose(platform, doctor, patient)
    return () => post(patient, `/api/follow-ups/${id}/accept`, {})
  }),

  'a patient consents': consenting(patient, ['MARKETING', 'RECORDING']),
  'an administrator writes down that a patient consents to less': consenting(admin, ['RECORDING']),
  'a patient withdraws every consent': consenting(patient, []),
  'a patient registers': registering('PATIENT', (patientId) => [told('patient.created', { patientId })]),
  'a doctor registers': registering('DOCTOR', () => []),
}

/** Who registers joins the sandbox's organisation; everything else happens in the practice. */
const secrets: Record<string, string> = {}
for (const [path, token] of [
  ['/practice', admin.token],
  ['/sandbox', await platform.tokenOf('sandbox-admin')],
] as const) {
  const answer = await call('POST', '/api/webhooks', { token, body: { url: receiver.url + path } })
  secrets[path] = answer.body.webhook.secret
}

/** The bodies of all events of the installation, in the order in which they were written. */
const written = async (): Promise<string[]> =>
  (await owner.query<{ body: string }>('select body from events order by seq')).rows.map(({ body }) => body)

/** The requests that a receiver gets from now on, once each event that was written has come. */
async function heardSince(requests: number, events: number): Promise<Received[]> {
  const count = (await written()).length - events
  await eventually(() => receiver.received.length >= requests + count, `${count} deliveries`)
  return receiver.received
    .slice(requests)
    .toSorted((a, b) => Number(a.headers['x-mc-sequence']) - Number(b.headers['x-mc-sequence']))
}

function assertEnvelope(request: Received, expected: Told, [from, to]: [number, number]): void {
  const { headers, event, body, path } = request
  assert.deepEqual(Object.keys(event), ['event', 'id', 'createdAt', 'data'])
  assert.deepEqual({ event: event.event, data: event.data }, expected)
  assert.match(event.id, /^evt_[0-9a-f]{32}$/)
  assert.equal(headers['webhook-id'], event.id)
  assert.equal(headers['x-mc-event'], event.event)
  assert.equal(headers['x-mc-attempt'], '1')
  assert.equal(new Date(event.createdAt).toISOString(), event.createdAt, 'UTC, with milliseconds and Z')
  assert.ok(from <= Date.parse(event.createdAt) && Date.parse(event.createdAt) <= to, 'it says when it happened')
  assert.equal(body.toString(), JSON.stringify(event), 'no space, no escape that is not needed')
  assert.ok(isSigned(request, secrets[path]!))
}

test('every kind has a path that causes it', () => {
  const caused = Object.values(paths).flatMap(({ kinds }) => kinds)
  assert.deepEqual(
    eventKinds.filter((kind) => !caused.includes(kind)),
    [],
  )
})

describe('when', () => {
  for (const [name, { kinds, arrange }] of Object.entries(paths)) {
    test(`${name}, subscribers hear ${kinds.join(' and ') || 'nothing'}, once`, async () => {
      const { act, told: tells } = await arrange()
      await heardSince(0, 0)
      const [requests, events] = [receiver.received.length, (await written()).length]

      const from = platform.services.clock.nowMs()
      const answer = await act()
      const to = platform.services.clock.nowMs()
      assert.ok(answer.status < 300, answer.text)
      const expected = tells(answer)
      assert.deepEqual(
        expected.map(({ event }) => event),
        kinds,
      )
      const heard = await heardSince(requests, events)
      assert.deepEqual(
        heard.map(({ event }) => event.event),
        kinds,
      )
      heard.forEach((request, at) => {
        assertEnvelope(request, expected[at]!, [from, to])
      })
      assert.deepEqual(
        (await written()).slice(events),
        heard.map(({ body }) => body.toString()),
      )

      await Promise.all(Array.from({ length: 5 }, act))
      assert.equal((await written()).length, events + kinds.length, 'done again, it tells nothing more')
      assert.equal(receiver.received.length, requests + kinds.length)
    })
  }
})
