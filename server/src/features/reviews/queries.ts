import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { type Actor, isPractitioner, type Role } from '../../actor.ts'
import type { Asker, Listing } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'

export type Filters = {
  doctorId?: string | undefined
  patientId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

type Caller = Pick<Actor, 'tenantId' | 'userId' | 'role'>

/** Reviews that a caller may know of. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('reviews as r')
    .where('r.tenant_id', '=', caller.tenantId)
    .where((eb) => mine(eb, caller))
}

function mine(eb: ExpressionBuilder<Schema & { r: Schema['reviews'] }, 'r'>, { role, userId }: Caller) {
  if (role === 'ADMIN') return eb.lit(true)
  if (role === 'PATIENT') return eb('r.patient_id', '=', userId)
  if (isPractitioner(role)) return eb('r.doctor_id', '=', userId)
  return eb.lit(false)
}

/** What the API shows of reviews, with the names of both. */
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

export type Shown = InferResult<ReturnType<typeof withNames>>[number]

/** The review of an appointment that no administrator deleted. */
export const oneOf = perShape((role: Role) =>
  prepared<Asker & { id: string }, Shown>((v) =>
    withNames(visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role }))
      .innerJoin('appointments as a', (join) =>
        join.onRef('a.tenant_id', '=', 'r.tenant_id').onRef('a.id', '=', 'r.appointment_id'),
      )
      .where('r.appointment_id', '=', v.id)
      .where('a.deleted_at', 'is', null),
  ),
)

const filterNames = ['doctorId', 'patientId', 'from', 'to'] as const
const listingOf = perShape((role: Role, ...given: boolean[]): Listing<Filters, Shown> => {
  const filtered = (v: Asker & Filters) => {
    const by = Object.fromEntries(filterNames.map((name, at) => [name, given[at]]))
    let query = visibleTo(builder, { tenantId: v.tenantId, userId: v.userId, role })
    if (by.doctorId) query = query.where('r.doctor_id', '=', v.doctorId!)
    if (by.patientId) query = query.where('r.patient_id', '=', v.patientId!)
    if (by.from) query = query.where('r.created_at', '>=', v.from!)
    if (by.to) query = query.where('r.created_at', '<', v.to!)
    return query
  }
  return {
    // Ids carry their time: newest first is by id.
    rows: prepared((v) => withNames(filtered(v)).orderBy('r.id', 'desc').limit(v.limit).offset(v.offset)),
    total: prepared((v) => filtered(v).select(sql<number>`count(*)::int`.as('total'))),
  }
})

export const listing = (role: Role, filters: Filters) =>
  listingOf(role, ...filterNames.map((name) => filters[name] !== undefined))

export function findOf(db: Db, tenantId: string, appointmentId: string) {
  return db
    .selectFrom('reviews')
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', appointmentId)
    .select('id')
    .executeTakeFirst()
}

export type NewReview = {
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
