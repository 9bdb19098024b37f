import assert from 'node:assert/strict'
import { book, booking, messagesTo, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import type { Platform } from '../../../../testing/harness.ts'
import { startWithoutDueItems } from '../../../../testing/nothing-due.ts'
import { localMinute } from '../../../lib/moroccan-time.ts'

/** Advances the clock to 10:00 in Morocco: up to 14 hours ahead is today, 14 to 38 hours ahead is tomorrow. */
async function startAtTen({ advance, services }: Platform) {
  await advance((((600 - localMinute(services.clock.now()) + 1440) % 1440) + 1440) * 60)
}

export const allowNegativeClockOffset = ({ owner }: Platform) =>
  owner.query('alter table test_clock drop constraint test_clock_ahead_by_check')

const headers = { 'x-cron-secret': 'sandbox-cron-secret' }

/** Runs the job. @returns its answer */
export async function run({ call }: Platform) {
  const answer = await call('POST', '/api/cron/reminders', { headers })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The job's response after that many reminders without failures. */
export const jobResult = (succeeded: number) => ({ ok: true, processed: succeeded, succeeded, failed: 0 })

/** The reminders among a user's messages. */
export const remindersTo = async (platform: Platform, userId: string) =>
  (await messagesTo(platform, userId)).filter(({ template_code }) => template_code.startsWith('APPOINTMENT_REMINDER_'))

/** A clinic at 10:00 in Morocco, with helpers for reminders. */
export async function startReminding() {
  const platform = await startWithoutDueItems()
  await startAtTen(platform)
  const { call, owner } = platform
  const clinic = await newClinic(platform)
  const { tenantId, admin } = clinic
  const newPatient = () => newPerson(platform, tenantId, 'PATIENT')
  const newDoctor = () => newPerson(platform, tenantId, 'DOCTOR')

  const put = (caller: Person, id: string, body: object) =>
    call('PUT', `/api/appointments/${id}`, { token: caller.token, body })

  /** An appointment that was booked a week ago, with a new doctor. */
  async function bookWeekAgo(patient: Person, hoursAhead: number): Promise<string> {
    const { id } = await book(platform, admin, await newDoctor(), patient, hoursAhead)
    await owner.query(`update appointments set created_at = created_at - interval '1 week' where id = $1`, [id])
    return id
  }

  /** The reminders of a user: which one, and its appointments. */
  const reminders = async ({ id }: Pick<Person, 'id'>, target = platform) =>
    (await remindersTo(target, id)).map(({ template_code, about }) => [
      template_code.replace('APPOINTMENT_REMINDER_', ''),
      ...about,
    ])

  const timesIn = (hours: number) => {
    const { startTime, endTime } = booking(platform, admin, admin, hours)
    return { startTime, endTime }
  }

  /** Simulates the passing of time by moving the appointment. */
  const moveNearer = (id: string, hours: number) =>
    owner.query(
      `update appointments
       set start_time = start_time - $2 * interval '1 hour', end_time = end_time - $2 * interval '1 hour'
       where id = $1`,
      [id, hours],
    )

  const startOf = async (id: string): Promise<Date> =>
    (await owner.query('select start_time from appointments where id = $1', [id])).rows[0].start_time

  return {
    ...clinic,
    platform,
    call,
    owner,
    newPatient,
    newDoctor,
    put,
    bookWeekAgo,
    reminders,
    timesIn,
    moveNearer,
    startOf,
  }
}
