import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { idAt } from '../../../lib/ids.ts'
import { completedVisits, daysBeforeToday, type SeededTenant, type Visit } from './care.ts'
import { HOUR_MS } from './rules.ts'
import { reasons, sampleReviews } from './sample-reviews.ts'

/** Seeds reviews, consents and proposed follow-ups after visits. */
export async function seedAftercare(tx: Db, tenant: SeededTenant): Promise<void> {
  const visits = await completedVisits(tx, tenant.tenantId)
  await seedReviews(tx, tenant, visits)
  await seedConsents(tx, tenant)
  await seedFollowUps(tx, tenant, visits)
}

const isOwn = ({ patientId }: SeededTenant, visit: Visit) => visit.patient_id === patientId

/** Two of three visits have reviews. The last visits of the fixed patient have none, so that testers can review them. */
async function seedReviews(tx: Db, tenant: SeededTenant, visits: Visit[]): Promise<void> {
  const waiting = visits.filter((visit) => isOwn(tenant, visit)).slice(-3)
  const rows = visits
    .filter((visit, at) => !waiting.includes(visit) && (at % 3 !== 2 || isOwn(tenant, visit)))
    .map((visit, at) => {
      const [rating, comment] = sampleReviews[at % sampleReviews.length]!
      const createdAt = new Date(visit.end_time.getTime() + 3 * HOUR_MS)
      return {
        tenant_id: tenant.tenantId,
        id: idAt('rev', createdAt.getTime()),
        appointment_id: visit.id,
        doctor_id: visit.doctor_id,
        patient_id: visit.patient_id,
        rating,
        comment,
        created_at: createdAt,
      }
    })
  await tx.insertInto('reviews').values(rows).execute()
}

/** How often each patient changed their answer: odd means yes. About a third consent to marketing. */
const answers = {
  MARKETING: [1, 0, 0, 1, 2, 0, 1, 0, 2],
  TELECONSULTATION: [1, 1, 1, 1, 1, 2, 1, 0],
  DATA_SHARING: [1, 0, 1, 2],
  RECORDING: [2, 0, 1, 0, 0],
} as const

async function seedConsents(tx: Db, { tenantId, patientId, adminId }: SeededTenant): Promise<void> {
  const others = await tx
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'PATIENT')
    .where('email', 'is not', null) // not the patient without an account
    .where('id', '<>', patientId)
    .select('id')
    .orderBy('id')
    .execute()
  const patients = [patientId, ...others.map(({ id }) => id)]
  const rows = patients.flatMap((patient, at) => {
    const decidedBy = at % 5 === 3 ? adminId : patient // some answered at the reception desk
    return Object.entries(answers).flatMap(([name, changes]) =>
      Array.from({ length: changes[at % changes.length]! }, (_, before) => ({
        tenant_id: tenantId,
        patient_id: patient,
        name: name as keyof typeof answers,
        version: before + 1,
        granted: before % 2 === 0,
        decided_by: decidedBy,
        client_id: `web/${decidedBy}`,
        at: new Date(daysBeforeToday(90 - 40 * before - (at % 30)) + 11 * HOUR_MS),
      })),
    )
  })
  await tx.insertInto('patient_consents').values(rows).execute()
}

/** The statuses of proposals, in turn. */
const outcomes = ['ACCEPTED', 'DECLINED', 'PROPOSED', 'CANCELLED', 'PROPOSED'] as const

/** Each visit of the fixed patient has a proposal, and every fourth of the other visits. */
async function seedFollowUps(tx: Db, tenant: SeededTenant, visits: Visit[]): Promise<void> {
  const own = visits.filter((visit) => isOwn(tenant, visit))
  const others = visits.filter((visit, at) => at % 4 === 0 && !isOwn(tenant, visit))
  const rows = [own, others].flatMap((proposedAfter) =>
    proposedAfter.map((visit, at) => followUpOf(tenant.tenantId, visit, nextOf(visit, visits), at)),
  )
  await tx.insertInto('follow_ups').values(rows).execute()
}

/** The next visit of the same patient and doctor. */
const nextOf = (visit: Visit, visits: Visit[]) =>
  visits
    .slice(visits.indexOf(visit) + 1)
    .find(({ doctor_id, patient_id }) => doctor_id === visit.doctor_id && patient_id === visit.patient_id)

function followUpOf(
  tenantId: string,
  visit: Visit,
  next: Visit | undefined,
  at: number,
): Insertable<Schema['follow_ups']> {
  const status = outcomes[at % outcomes.length]!
  const createdAt = new Date(visit.end_time.getTime() + HOUR_MS / 4)
  const start = daysBeforeToday(-3 - (at % 18)) + (9 + (at % 8)) * HOUR_MS
  const timed = status !== 'ACCEPTED' && at % 5 !== 4
  return {
    tenant_id: tenantId,
    id: idAt('fu', createdAt.getTime()),
    doctor_id: visit.doctor_id,
    patient_id: visit.patient_id,
    start_time: timed ? new Date(start) : null,
    end_time: timed ? new Date(start + HOUR_MS / 2) : null,
    reason: reasons[at % reasons.length]!,
    status,
    appointment_id: status === 'ACCEPTED' ? (next?.id ?? null) : null,
    created_at: createdAt,
    settled_at: status === 'PROPOSED' ? null : new Date(createdAt.getTime() + 2 * HOUR_MS),
  }
}
