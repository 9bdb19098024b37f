import { newId } from '../lib/ids.ts'
import { booking, type Person } from '../testing/factories.ts'
import type { Answer } from '../testing/harness.ts'
import { nobody, type Path, startTelling, type Told } from './telling-testing.ts'

/** What people are told of appointments, on every path that tells them something, and on those that do not. */
const {
  admin,
  appointment,
  call,
  doctor,
  follow,
  nextHour,
  owner,
  patient,
  platform,
  post,
  put,
  report,
  slotOf,
  tellingOf,
} = await startTelling()

type Appointment = Awaited<ReturnType<typeof appointment>>

const autoCancel = () => call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })

const booked =
  (by: Person, tells: (of: Pick<Appointment, 'toPatient' | 'toDoctor'>) => Told[], at?: number): Path =>
  async () => {
    const [body, key] = [booking(platform, doctor, patient, at ?? nextHour()), newId('req')]
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
    () => ({ endTime: booking(platform, doctor, patient, nextHour() - 0.75).endTime }),
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
}
follow(paths)
