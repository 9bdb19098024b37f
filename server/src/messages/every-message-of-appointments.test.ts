import { booking, type Person } from '../../testing/factories.ts'
import type { Answer } from '../../testing/harness.ts'
import { newId } from '../lib/ids.ts'
import { noMessage, type Path, type QueuedMessage, startQueueTest } from './queue-testing.ts'

/** The messages about appointments on every path, including paths without messages. */
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
  messagesOf,
} = await startQueueTest()

type Appointment = Awaited<ReturnType<typeof appointment>>

const autoCancel = () => call('POST', '/api/cron/auto-cancel', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })

const booked =
  (
    caller: Person,
    expect: (appointment: Pick<Appointment, 'toPatient' | 'toDoctor'>) => QueuedMessage[],
    at?: number,
  ): Path =>
  async () => {
    const [body, key] = [booking(platform, doctor, patient, at ?? nextHour()), newId('req')]
    let id = ''
    return {
      act: () => post(caller, '/api/appointments', body, key),
      expected(answer) {
        id = answer.body.appointment.id
        return expect(messagesOf(() => id, body.startTime))
      },
    }
  }

const changed =
  (
    caller: Person,
    body: object | (() => object),
    expect: (appointment: Appointment, body: { startTime: string; endTime?: string }) => QueuedMessage[],
    from: { from?: string; at?: number } = {},
  ): Path =>
  async () => {
    const one = await appointment(from)
    const change = typeof body === 'function' ? body() : body
    return {
      act: () => put(caller, `/api/appointments/${one.id}`, change),
      expected: () => expect(one, { startTime: one.startTime, ...change }),
    }
  }

const moved = (telling: Appointment['toDoctor'], { startTime: previousTime }: Appointment, to: { startTime: string }) =>
  telling('APPOINTMENT_MOVED', { startTime: to.startTime, previousTime })
const cancelled = { status: 'CANCELLED' }

/** An appointment that is changed by something other than a PUT. */
const undone =
  (
    act: (id: string) => Promise<Answer>,
    expect: (appointment: Appointment) => QueuedMessage[],
    from?: { from?: string; at?: number },
  ): Path =>
  async () => {
    const one = await appointment(from)
    return { act: () => act(one.id), expected: () => expect(one) }
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
  'a patient books: message to both': booked(patient, ({ toPatient, toDoctor }) => [
    toPatient('APPOINTMENT_CREATED'),
    toDoctor('APPOINTMENT_CREATED'),
  ]),
  'a doctor books: message to the patient': booked(doctor, ({ toPatient }) => [toPatient('APPOINTMENT_CREATED')]),
  'an administrator books: message to both': booked(admin, ({ toPatient, toDoctor }) => [
    toPatient('APPOINTMENT_CREATED'),
    toDoctor('APPOINTMENT_CREATED'),
  ]),
  'a past appointment is entered late: no message': booked(doctor, noMessage, -1000),
  'a doctor confirms: message to the patient': changed(doctor, { status: 'CONFIRMED' }, ({ toPatient }) => [
    toPatient('APPOINTMENT_CONFIRMED'),
  ]),
  'an administrator confirms: message to the patient': changed(admin, { status: 'CONFIRMED' }, ({ toPatient }) => [
    toPatient('APPOINTMENT_CONFIRMED'),
  ]),
  'the doctor’s application confirms: message to the patient': undone(
    (appointmentId) => report('appointment-confirmed', { appointmentId }),
    ({ toPatient }) => [toPatient('APPOINTMENT_CONFIRMED')],
  ),
  'a past appointment is confirmed: no message': changed(doctor, { status: 'CONFIRMED' }, noMessage, { at: -900 }),
  'a doctor moves it: message to the patient': changed(doctor, slotOf, (one, to) => [moved(one.toPatient, one, to)]),
  'a patient moves it: message to the doctor': changed(patient, slotOf, (one, to) => [moved(one.toDoctor, one, to)], {
    from: 'CONFIRMED',
  }),
  'an administrator moves it: message to both': changed(admin, slotOf, (one, to) => [
    moved(one.toDoctor, one, to),
    moved(one.toPatient, one, to),
  ]),
  'a doctor moves and confirms it: one message to the patient': changed(
    doctor,
    () => ({ ...slotOf(), status: 'CONFIRMED' }),
    (one, to) => [moved(one.toPatient, one, to)],
  ),
  'its time is corrected to another past time: no message': changed(doctor, () => slotOf(-12), noMessage),
  'a past one is moved to the future: message to the patient': changed(
    doctor,
    slotOf,
    (one, to) => [moved(one.toPatient, one, to)],
    { at: -10 },
  ),
  'it is made longer: message to the patient': changed(
    doctor,
    () => ({ endTime: booking(platform, doctor, patient, nextHour() - 0.75).endTime }),
    (one, { startTime, endTime = '' }) => [one.toPatient('APPOINTMENT_EXTENDED', { startTime, endTime })],
  ),
  'its notes are written: no message': changed(patient, { notes: 'Douleur au genou' }, noMessage),
  'it is started: no message': changed(doctor, { status: 'IN_PROGRESS' }, noMessage, { from: 'CONFIRMED' }),
  'it is completed: no message': changed(doctor, { status: 'COMPLETED' }, noMessage),
  'it is marked as no-show: no message': changed(doctor, { status: 'NO_SHOW' }, noMessage, { at: -600 }),
  'a patient cancels: message to the doctor': changed(patient, cancelled, ({ toDoctor }) => [
    toDoctor('APPOINTMENT_CANCELLED'),
  ]),
  'a doctor cancels: message to the patient': changed(doctor, cancelled, ({ toPatient }) => [
    toPatient('APPOINTMENT_CANCELLED'),
  ]),
  'an administrator cancels: message to both': changed(admin, cancelled, bothCancelled),
  'it is moved and cancelled at once: message to both with the previous time': changed(
    admin,
    () => ({ ...slotOf(), ...cancelled }),
    bothCancelled,
  ),
  'a past one is cancelled: no message': changed(doctor, cancelled, noMessage, { at: -500 }),
  'it lapses unconfirmed: message to both': undone(lapsed, bothCancelled),
  'a past one lapses unconfirmed: no message': undone(lapsed, noMessage, { at: -400 }),
  'it is deleted: message to both': undone(deleted, bothCancelled),
  'it is deleted after it ended: no message': undone(deleted, noMessage, { from: 'COMPLETED' }),
}
follow(paths)
