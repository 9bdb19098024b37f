import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '../lib/ids.ts'
import { book, booking, newPerson, type Person } from '../testing/factories.ts'
import { type Answer, startPlatform } from '../testing/harness.ts'
import {
  consult,
  enterResults,
  newPractice,
  orderTests,
  placeOrder,
  prescribe,
  prescription,
  propose,
} from '../testing/practice.ts'
import type { TemplateCode } from './catalog.ts'
import { openSecrets } from './secrets.ts'

/** What people are told, on every path that tells them something, and on those that do not: each is a row of `paths`. */
const platform = await startPlatform()
const { call, owner } = platform
const practice = await newPractice(platform)
const { admin, doctor, patient, pharmacist } = practice
const colleague = await newPerson(platform, practice.tenantId, 'ADMIN')
const operator = await platform.tokenOf('sandbox-admin')
// People of another organisation, of whom nobody is told anything and who are told nothing.
await newPractice(platform)

/** A message as it was queued; who is no user is known by their address. */
type Told = { to: string; template: TemplateCode; variables: Record<string, string>; about: string[] }
/** What is done, and who is told what. Done again, it tells nothing more, whatever it answers then. */
type Arranged = { act: () => Promise<Answer>; told: (answer: Answer) => Told[] }
type Path = () => Promise<Arranged>

const names = new Map(
  (await owner.query<{ id: string; name: string }>('select id, name from users')).rows.map(({ id, name }) => [
    id,
    name,
  ]),
)
const nameOf = ({ id }: Person): string => names.get(id)!

const post = (by: Person, path: string, body: object, key = newId('req')) =>
  call('POST', path, { token: by.token, body, headers: { 'idempotency-key': key } })
const put = (by: Person, path: string, body: object) => call('PUT', path, { token: by.token, body })
const report = (hook: string, body: object) =>
  call('POST', `/api/internal/${hook}`, { body, headers: { 'x-internal-token': 'sandbox-internal-token' } })
const autoCancel = () => call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })

const HOUR_MS = 3_600_000
let hours = 100
const slotOf = (at = hours++) => {
  const { startTime, endTime } = booking(platform, doctor, patient, at)
  return { startTime, endTime }
}

/** An appointment of the two, and how each is told of it. */
async function appointment({ from, at = hours++ }: { from?: string | undefined; at?: number | undefined } = {}) {
  const { id } = await book(platform, admin, doctor, patient, at)
  if (from) await put(doctor, `/api/appointments/${id}`, { status: from })
  const { rows } = await owner.query<{ start_time: Date }>('select start_time from appointments where id = $1', [id])
  return { id, ...tellingOf(() => id, rows[0]!.start_time.toISOString()) }
}

/** How each of the two is told of an appointment. */
function tellingOf(id: () => string, startTime: string) {
  const telling =
    (to: Person, withWhom: Person) =>
    (template: TemplateCode, variables: Record<string, string> = {}) => ({
      to: to.id,
      template,
      variables: { withName: nameOf(withWhom), startTime, ...variables },
      about: [id()],
    })
  return { startTime, toPatient: telling(patient, doctor), toDoctor: telling(doctor, patient) }
}

type Appointment = Awaited<ReturnType<typeof appointment>>

const booked =
  (by: Person, tells: (of: Pick<Appointment, 'toPatient' | 'toDoctor'>) => Told[], at?: number): Path =>
  async () => {
    const [body, key] = [booking(platform, doctor, patient, at ?? hours++), newId('req')]
    let id = ''
    return {
      act: () => post(by, '/api/appointments', body, key),
      told(answer) {
        id = answer.body.appointment.id
        return tells(tellingOf(() => id, body.startTime))
      },
    }
  }

const changed =
  (
    by: Person,
    body: object | (() => object),
    tells: (of: Appointment, body: { startTime: string }) => Told[],
    from: { from?: string; at?: number } = {},
  ): Path =>
  async () => {
    const one = await appointment(from)
    const change = typeof body === 'function' ? body() : body
    return {
      act: () => put(by, `/api/appointments/${one.id}`, change),
      told: () => tells(one, { startTime: one.startTime, ...change }),
    }
  }

const nobody = () => []
const moved = (telling: Appointment['toDoctor'], { startTime: previousTime }: Appointment, to: { startTime: string }) =>
  telling('APPOINTMENT_MOVED', { startTime: to.startTime, previousTime })
const cancelled = { status: 'CANCELLED' }

/** An appointment that something else is done to than a change by a call. */
const undone =
  (
    act: (id: string) => Promise<Answer>,
    tells: (of: Appointment) => Told[],
    from?: { from?: string; at?: number },
  ): Path =>
  async () => {
    const one = await appointment(from)
    return { act: () => act(one.id), told: () => tells(one) }
  }

const lapsed = async (id: string) => {
  await owner.query(`update appointments set unconfirmed_since = now() - interval '24 hours' where id = $1`, [id])
  return autoCancel()
}
const deleted = (id: string) => call('DELETE', `/api/appointments/${id}`, { token: admin.token })

const bothCancelled = ({ toDoctor, toPatient }: Appointment) => [
  toDoctor('APPOINTMENT_CANCELLED'),
  toPatient('APPOINTMENT_CANCELLED'),
]

/** An order that was brought along, and is moved on. */
const ordered =
  (
    act: (id: string, prescriptionId: string) => Promise<Answer>,
    tells: (of: {
      toPatient: (template: TemplateCode) => Told
      toPharmacy: (template: TemplateCode) => Told
    }) => Told[],
    before: string[] = [],
  ): Path =>
  async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const status of before) await put(pharmacist, `/api/orders/${id}`, { status })
    return {
      act: () => act(id, prescriptionId),
      told: () =>
        tells({
          toPatient: (template) => ({
            to: patient.id,
            template,
            variables: { pharmacyName: nameOf(pharmacist) },
            about: [id],
          }),
          toPharmacy: (template) => ({
            to: pharmacist.id,
            template,
            variables: { patientName: nameOf(patient) },
            about: [id],
          }),
        }),
    }
  }

const move = (by: Person, status: string) => (id: string) => put(by, `/api/orders/${id}`, { status })

const orderOf = (answer: Answer): Told => ({
  to: pharmacist.id,
  template: 'ORDER_CREATED',
  variables: { patientName: nameOf(patient) },
  about: [answer.body.order?.id ?? answer.body.routedOrderId],
})

const normal = [{ param: 'Glucose', value: 0.92, criticalLow: 0.45, criticalHigh: 4 }]
const critical = [
  { param: 'Potassium', value: 6.8, criticalLow: 2.8, criticalHigh: 6.2 },
  { param: 'Hémoglobine', value: 4.1, criticalLow: 7 },
]

/** Results that are released, by whom, and of an order by a doctor or by none. */
const released =
  (
    results: object[],
    act: (id: string) => Promise<Answer>,
    { by, orderedBy, alerted }: { by: Person; orderedBy: string; alerted: Person[] },
  ): Path =>
  async () => {
    const { id } = await orderTests(platform, by, patient)
    const result = await enterResults(platform, by, id, results)
    const about = [id, result.id]
    return {
      act: () => act(id),
      told: () => [
        { to: patient.id, template: 'LAB_RESULT_PUBLISHED', variables: { doctorName: orderedBy }, about },
        ...alerted.map((to) => ({
          to: to.id,
          template: 'LAB_CRITICAL_ALERT' as const,
          variables: { patientName: nameOf(patient), labOrderId: id },
          about,
        })),
      ],
    }
  }

const release = (by: Person) => (id: string) => put(by, `/api/lab-orders/${id}`, { status: 'RELEASED' })

/** A follow-up that is accepted, which books what was proposed: who hears of it is as for any booking. */
const accepted =
  (act: (id: string) => Promise<Answer>): Path =>
  async () => {
    const times = slotOf()
    const id = await propose(platform, doctor, patient, times)
    let booked = ''
    const { toPatient, toDoctor } = tellingOf(() => booked, times.startTime)
    return {
      async act() {
        const answer = await act(id)
        const sql = 'select appointment_id from follow_ups where id = $1'
        booked = (await owner.query(sql, [id])).rows[0].appointment_id
        return answer
      },
      told: () => [toPatient('APPOINTMENT_CREATED'), toDoctor('APPOINTMENT_CREATED')],
    }
  }

const proposed =
  (more: { startTime?: string; endTime?: string }): Path =>
  async () => {
    const [body, key] = [{ doctorId: doctor.id, patientId: patient.id, ...more }, newId('req')]
    const { startTime } = more
    return {
      act: () => post(doctor, '/api/follow-ups', body, key),
      told: ({ body: { followUp } }) => [
        {
          to: patient.id,
          template: 'FOLLOW_UP_PROPOSED',
          variables: { doctorName: nameOf(doctor), ...(startTime && { startTime }) },
          about: [followUp.id],
        },
      ],
    }
  }

async function accessRequest() {
  const organization = `Clinique ${newId('acr')}`
  const email = `${organization.slice(-20)}@test.example`
  const body = { organization, contactName: 'Salma Idrissi', email, purpose: 'To try it.' }
  return { id: (await call('POST', '/api/access-requests', { body })).body.requestId as string, organization, email }
}
type Request = Awaited<ReturnType<typeof accessRequest>>

const decided =
  (verb: string, body: object, tells: (request: Request, answer: Answer) => Told, granted?: object): Path =>
  async () => {
    const request = await accessRequest()
    const key = newId('req')
    const decide = (verb: string, body: object, headers = {}) =>
      call('POST', `/api/access-requests/${request.id}/${verb}`, { token: operator, body, headers })
    if (granted) await decide('grant', { plan: 'PRO', scopes: ['users:read'], ...granted })
    return {
      act: () => decide(verb, body, { 'idempotency-key': key }),
      told: (answer) => [tells(request, answer)],
    }
  }

const granted =
  (to?: string) =>
  ({ id, organization, email }: Request, { body: { handoverUrl, expiresAt } }: Answer): Told => ({
    to: to ?? email,
    template: 'ACCESS_GRANTED',
    variables: { organization, link: handoverUrl, validUntil: expiresAt },
    about: [id],
  })

const settledOn = `${newId('usr')}@test.example`
const another = `${newId('usr')}@test.example`

const paths: Record<string, Path> = {
  'a patient books, both are told': booked(patient, ({ toPatient, toDoctor }) => [
    toPatient('APPOINTMENT_CREATED'),
    toDoctor('APPOINTMENT_CREATED'),
  ]),
  'a doctor books, the patient is told': booked(doctor, ({ toPatient }) => [toPatient('APPOINTMENT_CREATED')]),
  'an administrator books, both are told': booked(admin, ({ toPatient, toDoctor }) => [
    toPatient('APPOINTMENT_CREATED'),
    toDoctor('APPOINTMENT_CREATED'),
  ]),
  'what took place is entered late, nobody is told': booked(doctor, nobody, -1000),
  'a doctor confirms, the patient is told': changed(doctor, { status: 'CONFIRMED' }, ({ toPatient }) => [
    toPatient('APPOINTMENT_CONFIRMED'),
  ]),
  'an administrator confirms, the patient is told': changed(admin, { status: 'CONFIRMED' }, ({ toPatient }) => [
    toPatient('APPOINTMENT_CONFIRMED'),
  ]),
  'the doctor’s application confirms, the patient is told': undone(
    (appointmentId) => report('appointment-confirmed', { appointmentId }),
    ({ toPatient }) => [toPatient('APPOINTMENT_CONFIRMED')],
  ),
  'what is over is confirmed, nobody is told': changed(doctor, { status: 'CONFIRMED' }, nobody, { at: -900 }),
  'a doctor moves it, the patient is told': changed(doctor, slotOf, (one, to) => [moved(one.toPatient, one, to)]),
  'a patient moves it, the doctor is told': changed(patient, slotOf, (one, to) => [moved(one.toDoctor, one, to)], {
    from: 'CONFIRMED',
  }),
  'an administrator moves it, both are told': changed(admin, slotOf, (one, to) => [
    moved(one.toDoctor, one, to),
    moved(one.toPatient, one, to),
  ]),
  'a doctor moves and confirms it, the patient is told once, where to be when': changed(
    doctor,
    () => ({ ...slotOf(), status: 'CONFIRMED' }),
    (one, to) => [moved(one.toPatient, one, to)],
  ),
  'it is entered that it was at another time, nobody is told': changed(doctor, () => slotOf(-800), nobody),
  'a past one is moved to a time to come, the patient is told': changed(
    doctor,
    slotOf,
    (one, to) => [moved(one.toPatient, one, to)],
    { at: -700 },
  ),
  'it is made longer, nobody is told': changed(
    doctor,
    () => ({ endTime: booking(platform, doctor, patient, hours++ - 0.75).endTime }),
    nobody,
  ),
  'its notes are written, nobody is told': changed(patient, { notes: 'Douleur au genou' }, nobody),
  'it is started, nobody is told': changed(doctor, { status: 'IN_PROGRESS' }, nobody, { from: 'CONFIRMED' }),
  'it is completed, nobody is told': changed(doctor, { status: 'COMPLETED' }, nobody),
  'nobody came, nobody is told': changed(doctor, { status: 'NO_SHOW' }, nobody, { at: -600 }),
  'a patient cancels, the doctor is told': changed(patient, cancelled, ({ toDoctor }) => [
    toDoctor('APPOINTMENT_CANCELLED'),
  ]),
  'a doctor cancels, the patient is told': changed(doctor, cancelled, ({ toPatient }) => [
    toPatient('APPOINTMENT_CANCELLED'),
  ]),
  'an administrator cancels, both are told': changed(admin, cancelled, bothCancelled),
  'it is moved and cancelled at once, they are told of the time that they know': changed(
    admin,
    () => ({ ...slotOf(), ...cancelled }),
    bothCancelled,
  ),
  'what is past is cancelled, nobody is told': changed(doctor, cancelled, nobody, { at: -500 }),
  'it lapses unconfirmed, both are told': undone(lapsed, bothCancelled),
  'a past one lapses unconfirmed, nobody is told': undone(lapsed, nobody, { at: -400 }),
  'it is deleted, both are told': undone(deleted, bothCancelled),
  'it is deleted when it was over, nobody is told': undone(deleted, nobody, { from: 'COMPLETED' }),

  'a medicine is prescribed, the patient is told by whom': async () => {
    const [body, key] = [prescription(patient, await consult(platform, doctor, patient)), newId('req')]
    return {
      act: () => post(doctor, '/api/prescriptions', body, key),
      told: ({ body: { prescription } }) => [
        {
          to: patient.id,
          template: 'PRESCRIPTION_ISSUED',
          variables: { doctorName: nameOf(doctor) },
          about: [prescription.id],
        },
      ],
    }
  },
  'a prescription is cancelled that nobody ordered, nobody is told': async () => {
    const { id } = await prescribe(platform, doctor, patient)
    return { act: () => post(doctor, `/api/prescriptions/${id}/cancel`, {}), told: nobody }
  },

  'a patient orders, the pharmacy is told': async () => {
    const body = { prescriptionId: (await prescribe(platform, doctor, patient)).id, pharmacyId: pharmacist.id }
    return { act: () => post(patient, '/api/orders', body), told: (answer) => [orderOf(answer)] }
  },
  'a pharmacy orders from itself, nobody is told': async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    const { id } = await placeOrder(platform, patient, prescriptionId, pharmacist)
    for (const status of ['PREPARING', 'READY', 'DELIVERED']) await put(pharmacist, `/api/orders/${id}`, { status })
    const body = { prescriptionId, pharmacyId: pharmacist.id }
    return { act: () => post(pharmacist, '/api/orders', body), told: nobody }
  },
  'a prescription is reported for a pharmacy, the pharmacy is told': async () => {
    const { id: prescriptionId } = await prescribe(platform, doctor, patient)
    return {
      act: () => report('prescription-issued', { prescriptionId, pharmacyId: pharmacist.id }),
      told: (answer) => [orderOf(answer)],
    }
  },
  'an order is prepared, the patient is told': ordered(move(pharmacist, 'PREPARING'), ({ toPatient }) => [
    toPatient('ORDER_PREPARING'),
  ]),
  'an order is ready, the patient is told': ordered(
    move(pharmacist, 'READY'),
    ({ toPatient }) => [toPatient('ORDER_READY')],
    ['PREPARING'],
  ),
  'an order is reported to be delivered, the patient is told': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'DELIVERED' }),
    ({ toPatient }) => [toPatient('ORDER_DELIVERED')],
    ['PREPARING', 'READY'],
  ),
  'a patient cancels an order, the pharmacy is told': ordered(move(patient, 'CANCELLED'), ({ toPharmacy }) => [
    toPharmacy('ORDER_WITHDRAWN'),
  ]),
  'a pharmacy rejects an order, the patient is told': ordered(move(pharmacist, 'REJECTED'), ({ toPatient }) => [
    toPatient('ORDER_CANCELLED'),
  ]),
  'a pharmacy’s application cancels an order, the patient is told': ordered(
    (orderId) => report('order-status-update', { orderId, status: 'CANCELLED' }),
    ({ toPatient }) => [toPatient('ORDER_CANCELLED')],
    ['PREPARING'],
  ),
  'an administrator cancels an order, both are told': ordered(move(admin, 'CANCELLED'), ({ toPatient, toPharmacy }) => [
    toPatient('ORDER_CANCELLED'),
    toPharmacy('ORDER_WITHDRAWN'),
  ]),
  'a prescription is cancelled that is being filled, patient and pharmacy are told': ordered(
    (_, prescriptionId) => post(doctor, `/api/prescriptions/${prescriptionId}/cancel`, {}),
    ({ toPatient, toPharmacy }) => [toPatient('ORDER_CANCELLED'), toPharmacy('ORDER_WITHDRAWN')],
    ['PREPARING'],
  ),

  'analyses are ordered, nobody is told': async () => {
    const [body, key] = [{ patientId: patient.id, tests: ['NFS'] }, newId('req')]
    return { act: () => post(doctor, '/api/lab-orders', body, key), told: nobody }
  },
  'results are released, the patient is told': released(normal, release(doctor), {
    by: doctor,
    orderedBy: nameOf(doctor),
    alerted: [],
  }),
  'critical results are released, doctor and administrators are told once each': released(critical, release(doctor), {
    by: doctor,
    orderedBy: nameOf(doctor),
    alerted: [doctor, admin, colleague],
  }),
  'the laboratory reports critical results, doctor and administrators are told once each': released(
    critical,
    (labOrderId) => report('lab-result-released', { labOrderId }),
    { by: doctor, orderedBy: nameOf(doctor), alerted: [doctor, admin, colleague] },
  ),
  'critical results are released that no doctor ordered, administrators are told': released(critical, release(admin), {
    by: admin,
    orderedBy: practice.tenantId, // the name of this organisation
    alerted: [admin, colleague],
  }),

  'a follow-up is proposed, the patient is told': proposed({}),
  'a follow-up is proposed for a time, the patient is told when': proposed(slotOf()),
  'a patient accepts a follow-up, both are told of the appointment': accepted((id) =>
    post(patient, `/api/follow-ups/${id}/accept`, {}),
  ),
  'the patients’ application accepts a follow-up, both are told of the appointment': accepted((followUpId) =>
    report('follow-up-accepted', { followUpId }),
  ),
  'a follow-up without a time is accepted, nobody is told': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/accept`, {}), told: nobody }
  },
  'a follow-up is declined, nobody is told': async () => {
    const id = await propose(platform, doctor, patient)
    return { act: () => post(patient, `/api/follow-ups/${id}/decline`, {}), told: nobody }
  },

  'access is granted, whoever asked is sent the link': decided(
    'grant',
    { plan: 'PRO', scopes: ['users:read'] },
    granted(),
  ),
  'access is granted under another address, the link goes there': decided(
    'grant',
    { plan: 'PRO', scopes: ['users:read'], email: settledOn },
    granted(settledOn),
  ),
  'a new link is made, the administrator is sent it': decided('handover', {}, granted(another), { email: another }),
  'access is refused, whoever asked is told': decided(
    'refuse',
    { reason: 'Dossier incomplet' },
    ({ id, organization, email }) => ({
      to: email,
      template: 'ACCESS_REFUSED',
      variables: { organization },
      about: [id],
    }),
  ),
}

type Row = Told & { id: string; tenant: string }

/** All that was queued in this installation, in whichever organisation. */
async function queued(): Promise<Row[]> {
  const { rows } = await owner.query<Row>(`
    select id, tenant_id as tenant, coalesce(recipient_user_id, to_email) as to, template_code as template, variables, about
    from messages
    order by id`)
  return rows
}
const queuedSince = async (before: Row[]) => {
  const known = new Set(before.map(({ id }) => id))
  return (await queued()).filter(({ id }) => !known.has(id))
}

const opened = ({ tenant: tenantId, to, template, variables, about }: Row): Told => {
  const of = { tenantId, templateCode: template, about }
  return { to, template, variables: openSecrets(platform.services.vault, of, variables), about }
}
const inOrder = (told: Told[]) => told.toSorted((a, b) => (`${a.template} ${a.to}` < `${b.template} ${b.to}` ? -1 : 1))

describe('when', () => {
  for (const [name, arrange] of Object.entries(paths)) {
    test(name, async () => {
      const { act, told } = await arrange()
      const before = await queued()
      const answer = await act()
      assert.ok(answer.status < 300, answer.text)
      assert.deepEqual(inOrder((await queuedSince(before)).map(opened)), inOrder(told(answer)))

      const after = await queued()
      await Promise.all(Array.from({ length: 5 }, act))
      assert.deepEqual(await queuedSince(after), [], 'done again, it tells nothing more')
    })
  }
})

test('twenty who do the same at once tell of it once', async () => {
  const body = booking(platform, doctor, patient, hours++)
  const before = await queued()
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(patient, '/api/appointments', body)))
  const id = answers.find(({ status }) => status === 201)?.body.appointment.id
  assert.equal((await queuedSince(before)).length, 2)

  const booked = await queued()
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? put(doctor, `/api/appointments/${id}`, { status: 'CONFIRMED' })
        : report('appointment-confirmed', { appointmentId: id }),
    ),
  )
  assert.deepEqual(
    (await queuedSince(booked)).map(({ template }) => template),
    ['APPOINTMENT_CONFIRMED'],
  )
})

test('nobody is told of what was refused', async () => {
  const one = await appointment()
  const other = await newPractice(platform)
  const { id: prescriptionId } = await prescribe(platform, doctor, patient)
  const before = await queued()
  const refused = [
    post(patient, '/api/appointments', {
      ...booking(platform, doctor, patient),
      startTime: one.startTime,
      endTime: new Date(Date.parse(one.startTime) + HOUR_MS),
    }),
    post(patient, '/api/appointments', booking(platform, doctor, other.patient, hours++)),
    post(other.patient, '/api/appointments', booking(platform, doctor, patient, hours++)),
    put(patient, `/api/appointments/${one.id}`, { status: 'CONFIRMED' }),
    put(other.admin, `/api/appointments/${one.id}`, cancelled),
    post(patient, '/api/orders', { prescriptionId, pharmacyId: other.pharmacist.id }),
    post(patient, '/api/follow-ups', { doctorId: doctor.id, patientId: patient.id }),
  ]
  assert.deepEqual(
    (await Promise.all(refused)).map(({ status }) => status),
    [409, 422, 422, 403, 404, 422, 403],
  )
  assert.deepEqual(await queuedSince(before), [])
})

test('nobody is told of what was rolled back', async () => {
  await owner.query(`
    create function refuse_audit() returns trigger language plpgsql as $$
    begin
      raise exception 'the disk is full';
    end $$;
    create trigger refuse_audit before insert on audit_log for each row execute function refuse_audit()`)
  const before = await queued()
  const answer = await post(patient, '/api/appointments', booking(platform, doctor, patient, hours++))
  await owner.query('drop trigger refuse_audit on audit_log')
  assert.equal(answer.status, 500)
  assert.deepEqual(await queuedSince(before), [])
})

test('the link to a secret is kept encrypted, for its message alone', async () => {
  const { act } = await decided('grant', { plan: 'PRO', scopes: ['users:read'] }, granted())()
  const before = await queued()
  const { handoverUrl } = (await act()).body
  const [row] = await queuedSince(before)
  const { rows } = await owner.query('select m::text as text from messages m where id = $1', [row!.id])
  assert.ok(!rows[0].text.includes(handoverUrl.split('/').at(-1)))
  assert.equal(opened(row!).variables.link, handoverUrl)
  assert.throws(() => opened({ ...row!, about: [newId('acr')] }))
  assert.throws(() => opened({ ...row!, tenant: practice.tenantId }))
})
