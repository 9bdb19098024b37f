import { type InferResult, sql } from 'kysely'
import { hasRelation, isOwn, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import {
  type AccountRole,
  type Caller,
  type CallerIds,
  isPractitioner,
  isProfessional,
  professionals,
  type Role,
  roles,
} from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, type Part, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Filters } from '../../../http/operation.ts'
import { customersOf } from '../../care/orders/actions.ts'
import { newestPatientsOf, patientsOf } from '../relationships/actions.ts'
import type { listUsers } from './contract.ts'

/** The caller's own user. `patient_id` is set for patients, for the audit log. */
type Me = {
  id: string
  email: string | null
  name: string
  role: AccountRole
  tenant_id: string
  patient_id: string | null
}

const ofPatient = sql<string | null>`case role when 'PATIENT' then id end`.as('patient_id')

export const me = prepared<CallerIds, Me>((v) =>
  builder
    .selectFrom('users')
    .where('tenant_id', '=', v.tenantId)
    .where('id', '=', v.userId)
    .select(['id', 'email', 'name', 'role', 'tenant_id', ofPatient]),
)

type Membership = { tenant_id: string; organization: string; role: AccountRole; patient_id: string | null }

/** The organisations of the person, for their own session. */
export const memberships = prepared<CallerIds, Membership>(
  (v) => sql`
    select m.tenant_id, m.organization, m.role, case u.role when 'PATIENT' then u.id end as patient_id
    from users u
    cross join memberships_of(u.login_id) m
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}`,
)

/** Only the caller's own organisation, for clients: an administrator may hold the token of a client that acts as the person. */
export const ownMembership = prepared<CallerIds, Membership>(
  (v) => sql`
    select u.tenant_id, t.name as organization, u.role, case u.role when 'PATIENT' then u.id end as patient_id
    from users u
    join tenants t on t.tenant_id = u.tenant_id
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}`,
)

const literals = (roles: readonly AccountRole[]) => sql.join(roles.map((role) => sql.lit(role)))

/** Only professionals need verification. */
const verified = sql<boolean>`(role not in (${literals(professionals)}) or verified_at is not null)`

/** The users whom the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  const shared = sql<boolean>`(role in (${literals(colleaguesOf(caller.role))}) and ${verified} and disabled_at is null)`
  return ofTenant(db, caller).where(
    visible(access.users.read, caller, {
      own: 'id',
      shared,
      treats: sql<boolean>`id = any(${knownPatients(caller)})`,
      desk: withRole('PATIENT'),
    }),
  )
}

/** Whether a role sees all patients. */
const isFrontDesk = (role: Role) => hasRelation(access.users.read, role, 'desk')

const ofTenant = (db: Db, { tenantId }: Pick<Caller, 'tenantId'>) =>
  db.selectFrom('users').where('users.tenant_id', '=', tenantId)

/** Whether a role is a professional or the front desk: they see each other and each other's e-mail addresses. */
const isColleague = (role: Role) => isProfessional(role) || isFrontDesk(role)

/** Roles whose verified users a role may see. */
const colleaguesOf = (role: Role): AccountRole[] =>
  isColleague(role) ? [...professionals, 'RECEPTIONIST', 'ADMIN'] : [...professionals]

/**
 * The patients of a professional. As an array, an index can look them up; a subquery would run for every user of the
 * tenant.
 */
const knownPatients = (caller: Caller) => (isPractitioner(caller.role) ? patientsOf(caller) : customersOf(caller))

/** The columns of users. Administrators, the front desk, the users themselves and colleagues see e-mail addresses. */
function selectUser(query: ReturnType<typeof visibleTo>, caller: Omit<Caller, 'tenantId'>) {
  const { role } = caller
  const seesEmail =
    hasRelation(access.users.read, role, 'tenant') || isFrontDesk(role)
      ? sql`true`
      : isColleague(role)
        ? sql`role <> 'PATIENT'`
        : sql`false`
  return query.select([
    'id',
    'name',
    'role',
    'tenant_id',
    'created_at',
    sql<string | null>`case when ${seesEmail} or ${isOwn(caller, 'id')} then email end`.as('email'),
    verified.as('verified'),
    sql<boolean>`disabled_at is not null`.as('disabled'),
    ofPatient,
  ])
}

export type Row = InferResult<ReturnType<typeof selectUser>>[number]

const records = { visibleTo, shown: selectUser, id: 'id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listUsers>> = {
  role: ({ role }) => sql`role = any(${role})`,
  verified: (filters) => sql`${verified} = ${filters.verified}`,
}

/** A part of the list that contains one role with one verification state. */
const ofRole = (role: AccountRole, isVerified: boolean, part: Part): Part => ({
  ...part,
  instead: {
    role: (filters) => sql`${sql.lit(role)} = any(${filters.role}::text[])`,
    verified: (filters) => sql`${sql.lit(isVerified)} = ${filters.verified}::boolean`,
  },
})

const withRole = (role: AccountRole) => sql<boolean>`role = ${sql.lit(role)}`

/** All users with a role: by role and verification, which are indexed. */
const everyoneWith = (role: AccountRole) => [
  ofRole(role, true, {
    from: (db, caller) => ofTenant(db, caller).where(withRole(role)).where('verified_at', 'is not', null),
  }),
  ofRole(role, !isProfessional(role), {
    from: (db, caller) => ofTenant(db, caller).where(withRole(role)).where('verified_at', 'is', null),
  }),
]

/** The caller, and a guardian's dependants. */
const self: Part = { from: (db, caller) => ofTenant(db, caller).where(isOwn(caller, 'id')) }

/** The enabled and verified users with a role, without the caller. */
const othersWith = (role: AccountRole) =>
  ofRole(role, true, {
    from: (db, caller) => {
      const others = ofTenant(db, caller).where(withRole(role)).where('id', '<>', caller.userId)
      const enabled = others.where('disabled_at', 'is', null)
      return isProfessional(role) ? enabled.where('verified_at', 'is not', null) : enabled
    },
  })

/** The patients of a professional, newest first. Those of pharmacies and laboratories are all read and sorted. */
const ownPatients = (role: Role) =>
  ofRole('PATIENT', true, {
    from: (db, caller) =>
      db
        .selectFrom(
          isPractitioner(role)
            ? newestPatientsOf(caller).as('k')
            : sql<{ patient_id: string }>`(select distinct unnest(${customersOf(caller)}) as patient_id)`.as('k'),
        )
        .where(
          sql<boolean>`(select role = 'PATIENT' from users where tenant_id = ${caller.tenantId} and id = k.patient_id limit 1)`,
        ),
    id: 'k.patient_id',
  })

function partsFor(role: Role, hasFilter: (filter: string) => boolean): Part[] {
  if (hasRelation(access.users.read, role, 'tenant'))
    return hasFilter('role') || hasFilter('verified') ? roles.flatMap(everyoneWith) : [{ from: ofTenant }]
  const treats = hasRelation(access.users.read, role, 'treats')
  const patients = treats ? [ownPatients(role)] : []
  if (isFrontDesk(role)) patients.push(...everyoneWith('PATIENT'))
  return [self, ...colleaguesOf(role).map(othersWith), ...patients]
}

export const listing = pagedListing({ ...records, id: 'users.id', parts: partsFor, lookup: ofTenant }, conditions)

/** A user of the tenant, locked until the transaction ends. */
export function lock(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['id', 'name', 'role', 'verified_at', 'disabled_at'])
    .forUpdate()
    .executeTakeFirst()
}

export type Locked = NonNullable<Awaited<ReturnType<typeof lock>>>

/** Whether an organisation has another enabled administrator. */
export async function hasOtherAdministrator(db: Db, tenantId: string, id: string): Promise<boolean> {
  const other = db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where(withRole('ADMIN'))
    .where('disabled_at', 'is', null)
    .where('id', '<>', id)
  return (await other.select('id').limit(1).executeTakeFirst()) !== undefined
}

export type Changes = {
  name?: string
  email?: string | null
  email_confirmed_at?: Date | null
  email_proved_at?: Date
  verified_at?: Date
  verified_by?: string
  disabled_at?: Date | null
}

export function update(db: Db, tenantId: string, id: string, changes: Changes) {
  return db.updateTable('users').set(changes).where('tenant_id', '=', tenantId).where('id', '=', id)
}
