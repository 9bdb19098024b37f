import { type InferResult, sql } from 'kysely'
import { isPractitioner, isProfessional, professionals, type Role } from '../../actor.ts'
import type { Asker, Listing } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'
import { patientsOf } from '../appointments/actions.ts'
import { customersOf } from '../orders/actions.ts'

/** The user who asks. When it is a patient, it is that patient's data which is read. */
type Me = { id: string; email: string; name: string; role: Role; tenant_id: string; patient_id: string | null }

const ofPatient = sql<string | null>`case role when 'PATIENT' then id end`.as('patient_id')

export const me = prepared<Asker, Me>((v) =>
  builder
    .selectFrom('users')
    .where('tenant_id', '=', v.tenantId)
    .where('id', '=', v.userId)
    .select(['id', 'email', 'name', 'role', 'tenant_id', ofPatient]),
)

const literals = (roles: readonly Role[]) => sql.join(roles.map((role) => sql.lit(role)))

/** Who waits for nothing: patients and administrators have nothing to verify. */
const verified = sql<boolean>`(role not in (${literals(professionals)}) or verified_at is not null)`

/** Users that a caller of a role may know of. */
function visibleTo(role: Role, { tenantId, userId }: Asker) {
  return builder
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where((eb) => {
      if (role === 'ADMIN') return eb.lit(true)
      const colleagues: Role[] = isProfessional(role) ? [...professionals, 'ADMIN'] : [...professionals]
      const open = sql<boolean>`(role in (${literals(colleagues)}) and ${verified} and disabled_at is null)`
      return eb.or([eb('id', '=', userId), open, ...patientsKnownTo(role, { tenantId, userId })])
    })
}

/**
 * The patients whom a professional has to do with, if the role may have any. As an array, which an index can look up: as
 * a subquery it would be asked of every user of the tenant.
 */
function patientsKnownTo(role: Role, { tenantId, userId }: Asker) {
  if (isPractitioner(role)) return [sql<boolean>`id = any(${patientsOf({ tenantId, userId })})`]
  if (role === 'PHARMACIST') return [sql<boolean>`id = any(${customersOf({ tenantId, userId })})`]
  return []
}

/** E-mail addresses are for administrators, oneself, and colleagues. */
const columns = (role: Role, { userId }: { userId: string }) => {
  const shown = role === 'ADMIN' ? sql`true` : isProfessional(role) ? sql`role <> 'PATIENT'` : sql`false`
  return [
    'id',
    'name',
    'role',
    'tenant_id',
    'created_at',
    sql<string | null>`case when ${shown} or id = ${userId} then email end`.as('email'),
    verified.as('verified'),
    sql<boolean>`disabled_at is not null`.as('disabled'),
    ofPatient,
  ] as const
}

const shownTo = (role: Role, asker: Asker, query: ReturnType<typeof visibleTo>) => query.select(columns(role, asker))

export type Shown = InferResult<ReturnType<typeof shownTo>>[number]

export const one = perShape((role: Role) =>
  prepared<Asker & { id: string }, Shown>((v) => shownTo(role, v, visibleTo(role, v).where('id', '=', v.id))),
)

export type Filters = { role?: Role[] | undefined; verified?: boolean | undefined }

const listingOf = perShape((role: Role, byRole: boolean, byVerified: boolean): Listing<Filters, Shown> => {
  const filtered = (v: Asker & Filters) => {
    let query = visibleTo(role, v)
    if (byRole) query = query.where('role', '=', sql<Role>`any(${v.role})`)
    if (byVerified) query = query.where(sql<boolean>`${verified} = ${v.verified}`)
    return query
  }
  return {
    // Ids carry their time: newest first is by id.
    rows: prepared((v) => shownTo(role, v, filtered(v)).orderBy('id', 'desc').limit(v.limit).offset(v.offset)),
    total: prepared((v) => filtered(v).select(sql<number>`count(*)::int`.as('total'))),
  }
})

export const listing = (role: Role, filters: Filters) =>
  listingOf(role, filters.role !== undefined, filters.verified !== undefined)

export type NewUser = {
  tenantId: string
  id: string
  email: string
  name: string
  role: Role
  passwordHash: string
  verified: boolean
}

export function insertUser(db: Db, user: NewUser) {
  return db.insertInto('users').values({
    tenant_id: user.tenantId,
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    password_hash: user.passwordHash,
    verified_at: user.verified ? sql<Date>`app_now()` : null,
  })
}

/** A user of the tenant, held until the transaction ends. */
export function hold(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['id', 'role', 'verified_at', 'disabled_at'])
    .forUpdate()
    .executeTakeFirst()
}

export type Changes = { name?: string; verified_at?: Date; verified_by?: string; disabled_at?: Date | null }

export function update(db: Db, tenantId: string, id: string, changes: Changes) {
  return db.updateTable('users').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)
}
