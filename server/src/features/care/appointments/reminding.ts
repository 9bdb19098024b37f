import type { Services } from '../../../http/services.ts'
import { claimEffects } from '../../../jobs/effects.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './reminder-queries.ts'

const templates = { D1: 'APPOINTMENT_REMINDER_D1', H2: 'APPOINTMENT_REMINDER_H2' } as const

/** A page of due reminders of all tenants after the given appointment, earliest first. */
export async function dueReminders(
  { database }: Pick<Services, 'database'>,
  limit: number,
  after?: queries.Due,
): Promise<queries.Due[]> {
  const from = {
    after: after?.start_time ?? '-infinity',
    afterTenant: after?.tenant_id ?? '',
    afterId: after?.appointment_id ?? '',
  }
  const [found] = await database.onOwnConnection('', [queries.due({ ...from, limit })])
  return found!.rows
}

/**
 * Sends a patient one reminder of an appointment and of the others on the same day that have none yet. H2, two hours before,
 * covers only appointments within two hours, and replaces D1, the day before.
 * @returns whether a reminder was still due
 */
export async function remind(
  ctx: UnitOfWork,
  { tenant_id, id: patientId, appointment_id }: queries.Due,
): Promise<boolean> {
  const around = await queries.lockVisitsAround(ctx.db, { tenantId: tenant_id, patientId, id: appointment_id })
  const own = around.find(({ id }) => id === appointment_id)
  if (!own) return false
  const day = localDay(own.start_time)
  const ofDay = around.filter(({ start_time }) => localDay(start_time) === day)
  const claimed = await claimEffects(
    ctx,
    'reminders',
    ofDay.flatMap(({ keys }) => keys),
  )
  const remindedOf = ofDay.filter(({ keys: [key] }) => claimed.has(key))
  const [first, ...further] = remindedOf.map(toVisit)
  if (!first) return false

  queueMessage(ctx, {
    to: { userId: patientId },
    template: templates[own.reminder],
    variables: { ...first, ...(further.length > 0 && { furtherVisits: further }) },
    about: remindedOf.map(({ id }) => id),
    uselessAt: first.startTime,
  })
  ctx.setAuditSubject(appointment_id, patientId)
  return true
}

const toVisit = ({ with_name, start_time }: queries.Visit) => ({ withName: with_name, startTime: start_time })
