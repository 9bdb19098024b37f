import { type InferResult, sql } from 'kysely'
import { type Caller, isPractitioner, isProfessional, professionals, type Role } from '../../actor.ts'
import type { Asker } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { byId, type Conditions, inPages } from '../../db/listings.ts'
import { prepared } from '../../db/prepared.ts'
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

/** Users that a caller may know of. */
function visibleTo(db: Db, { role, ...asker }: Caller) {
  return db
    .selectFrom('users')
    .where('tenant_id', '=', asker.tenantId)
    .where((eb) => {
      if (role === 'ADMIN') return eb.lit(true)
      const colleagues: Role[] = isProfessional(role) ? [...professionals, 'ADMIN'] : [...professionals]
      const open = sql<boolean>`(role in (${literals(colleagues)}) and ${verified} and disabled_at is null)`
      return eb.or([eb('id', '=', asker.userId), open, ...patientsKnownTo(role, asker)])
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

/** What the API shows of users. E-mail addresses are for administrators, oneself, and colleagues. */
function shownTo(query: ReturnType<typeof visibleTo>, { role, userId }: Pick<Caller, 'role' | 'userId'>) {
  const open = role === 'ADMIN' ? sql`true` : isProfessional(role) ? sql`role <> 'PATIENT'` : sql`false`
  return query.select([
    'id',
    'name',
    'role',
    'tenant_id',
    'created_at',
    sql<string | null>`case when ${open} or id = ${userId} then email end`.as('email'),
    verified.as('verified'),
    sql<boolean>`disabled_at is not null`.as('disabled'),
    ofPatient,
  ])
}

export type Shown = InferResult<ReturnType<typeof shownTo>>[number]

const records = { visibleTo, shown: shownTo, id: 'id' }

export const one = byId(records)

export type Filters = { role?: Role[] | undefined; verified?: boolean | undefined }

const conditions: Conditions<Filters> = {
  role: ({ role }) => sql`role = any(${role})`,
  verified: (asked) => sql`${verified} = ${asked.verified}`,
}

export const listing = inPages(records, conditions)

type NewUser = {
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
