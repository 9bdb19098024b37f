import { type RawBuilder, sql } from 'kysely'
import { professionals } from '../actor.ts'
import { builder, type Db } from './kysely.ts'
import { prepared } from './prepared.ts'
import { defer, deferLock } from './transaction.ts'

const literals = sql.join(professionals.map((role) => sql.lit(role)))

/** Whether a user is an unverified professional, who acts with the role PENDING. */
export const isPending = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.role`)} in (${literals}) and ${sql.ref(`${alias}.verified_at`)} is null)`

/** Whether a guardianship `g` is in force. The function `dependants_of` has the same condition. */
export const guardianshipInForce = sql`g.ended_at is null and (g.until is null or g.until > app_now())`

type Guardianship = { tenantId: unknown; guardianId: unknown; dependantId: unknown }

/** Whether a user is the guardian of a dependant. @param v values, or SQL; the dependant may be `any(…)` */
export const isGuardianOf = (v: Guardianship): RawBuilder<boolean> => sql`exists (
  select from guardianships g
  where g.tenant_id = ${v.tenantId}
    and g.guardian_id = ${v.guardianId}
    and g.dependant_id = ${v.dependantId}
    and ${guardianshipInForce})`

/** A person who may read the record of one of two patients, and the id of that patient. */
export type Reach = { id: string; name: string; patientId: string }

/** The enabled guardians of a user. @param disabledToo a condition under which disabled guardians count too */
export const guardiansOf = (tenantId: unknown, dependantId: unknown, disabledToo = sql<boolean>`false`) => sql`
  select g.guardian_id
  from guardianships g
  join users a on a.tenant_id = g.tenant_id and a.id = g.guardian_id and (a.disabled_at is null or ${disabledToo})
  where g.tenant_id = ${tenantId}
    and g.dependant_id = ${dependantId}
    and ${guardianshipInForce}`

export const hasGuardians = (
  tenantId: unknown,
  dependantId: unknown,
  disabledToo?: RawBuilder<boolean>,
): RawBuilder<boolean> => sql`exists (${guardiansOf(tenantId, dependantId, disabledToo)})`

/** Whether a care relationship is in force. */
export const relationshipInForce = sql`ended_at is null and until > app_now() and (opens_at is null or opens_at <= app_now())`

/**
 * The patients whom a practitioner treats, or whose files an administrator opened. An array, because PostgreSQL would run a
 * subquery for every user.
 */
export const treatedBy = (tenantId: unknown, userId: unknown) => sql<string[]>`array(
  select patient_id
  from care_relationships
  where tenant_id = ${tenantId}
    and professional_id = ${userId}
    and ${relationshipInForce})`

/** Whether a user has a guardian whom neither the user nor the organisation has confirmed. */
export const hasUnverifiedGuardian = (tenantId: unknown, dependantId: unknown): RawBuilder<boolean> => sql`exists (
  select from guardianships g
  where g.tenant_id = ${tenantId}
    and g.dependant_id = ${dependantId}
    and g.verified_at is null
    and ${guardianshipInForce})`

/**
 * Locks a user until the transaction ends, before related rows are read. It is a separate statement, because a statement that
 * waits for a lock reads other rows as they were before the wait.
 */
export function deferUserLock(tx: Db, tenantId: string, id: string): void {
  const user = builder.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', id)
  defer(tx, user.select('id').forNoKeyUpdate())
}

/**
 * Locks the sessions of a login until the transaction ends. Call it before sessions of the login end or one replaces another:
 * otherwise a new session could outlive the end of all sessions.
 */
export const deferSessionsLock = (tx: Db, loginId: string): void => deferLock(tx, 'sessions', loginId)

/** The same for the login of a user. */
export const lockSessionsOf = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`
    select pg_advisory_xact_lock(hashtextextended('sessions:' || login_id, 0))
    from users
    where tenant_id = ${v.tenantId}
      and id = ${v.userId}`,
)

/** The name of a user of an organisation. */
export async function findNameOf(db: Db, tenantId: string, id: string): Promise<string> {
  const users = db.selectFrom('users').where('tenant_id', '=', tenantId).where('id', '=', id)
  return (await users.select('name').executeTakeFirstOrThrow()).name
}
