import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { type Conditions, callerIdsOf, pagedListing, timeRange } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listReviews } from './contract.ts'

/** Reviews that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('reviews as r')
    .where('r.tenant_id', '=', caller.tenantId)
    .where(visible(access.reviews.read, caller, { own: 'r.patient_id', author: 'r.doctor_id' }))
}

/** The columns of reviews, with the names of patient and doctor. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.id', '=', 'r.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.patient_id'))
    .select([
      'r.id',
      'r.appointment_id',
      'r.doctor_id',
      'r.patient_id',
      'r.rating',
      'r.comment',
      'r.created_at',
      'd.name as doctor_name',
      'p.name as patient_name',
    ])

export type Row = InferResult<ReturnType<typeof withNames>>[number]

/** The review of an appointment that is not deleted. */
export const oneByAppointment = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, Row>((v) =>
    withNames(visibleTo(builder, { ...callerIdsOf(v), role }))
      .innerJoin('appointments as a', (join) =>
        join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.appointment_id'),
      )
      .where('r.appointment_id', '=', v.id)
      .where('a.deleted_at', 'is', null),
  ),
)

const records = { visibleTo, shown: withNames, id: 'r.id' }

const conditions: Conditions<Filters<typeof listReviews>> = {
  doctorId: ({ doctorId }) => sql`r.doctor_id = ${doctorId}`,
  patientId: ({ patientId }) => sql`r.patient_id = ${patientId}`,
  ...timeRange('r.created_at'),
}

export const listing = pagedListing({ ...records, by: 'r.created_at' }, conditions)

export function findByAppointment(db: Db, tenantId: string, appointmentId: string) {
  return db
    .selectFrom('reviews')
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', appointmentId)
    .select('id')
    .executeTakeFirst()
}

type NewReview = {
  tenantId: string
  id: string
  appointmentId: string
  doctorId: string
  patientId: string
  rating: number
  comment: string | null
}

export const insert = prepared<NewReview>(
  (v) => sql`
    insert into reviews (tenant_id, id, appointment_id, doctor_id, patient_id, rating, comment)
    values (${v.tenantId}, ${v.id}, ${v.appointmentId}, ${v.doctorId}, ${v.patientId}, ${v.rating}, ${v.comment})`,
)
