import { sql } from 'kysely'
import type { AccountRole, CallerIds } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import { lockSessionsOf } from '../../../db/users.ts'
import { MAX_FAILURES, MAX_TRIES, type Method, methods } from './rules.ts'

/** The second factors of a login. */
export type Factors = {
  login_id: string
  totp_at: Date | null
  recovery_codes: number
  passkeys: { id: string; name: string; createdAt: string; lastUsedAt: string | null }[]
  patient_id: string | null
}

export const ofUser = prepared<Pick<CallerIds, 'tenantId' | 'userId'>, Factors>(
  (v) => sql`
    select u.login_id, t.confirmed_at as totp_at,
      (select count(*)::int from recovery_codes c where c.login_id = u.login_id) as recovery_codes,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', p.id, 'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at) order by p.id), '[]')
        from passkeys p where p.login_id = u.login_id) as passkeys,
      case u.role when 'PATIENT' then u.id end as patient_id
    from users u
    left join totp_secrets t on t.login_id = u.login_id
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.userId}
      and u.login_id is not null`,
)

/** The methods with which a login can prove a second factor; empty if it has none. */
export async function methodsOf(database: Database, loginId: string): Promise<Method[]> {
  const [row] = await database.queryWithoutTenant(sql<{ totp: boolean; passkey: boolean; recovery: boolean }>`
    select
      exists (select from totp_secrets where login_id = ${loginId} and confirmed_at is not null) as totp,
      exists (select from passkeys where login_id = ${loginId}) as passkey,
      exists (select from recovery_codes where login_id = ${loginId}) as recovery`)
  const { totp, passkey, recovery } = row!
  const has = { TOTP: totp, PASSKEY: passkey, RECOVERY_CODE: recovery && (totp || passkey) }
  return methods.filter((method) => has[method])
}

const noFactor = prepared<{ loginId: string }>(
  (v) => sql`
    select
    where not exists (select from totp_secrets where login_id = ${v.loginId} and confirmed_at is not null)
      and not exists (select from passkeys where login_id = ${v.loginId})`,
)

/** Whether a login has no second factor. */
export const hasNoFactor = async (tx: Db, loginId: string): Promise<boolean> =>
  (await rowsOf(tx, noFactor({ loginId }))).length > 0

type NewSecret = { loginId: string; secret: Buffer }

const upsertSecret = prepared<NewSecret>(
  (v) => sql`
    insert into totp_secrets (login_id, secret)
    values (${v.loginId}, ${v.secret}::bytea)
    on conflict (login_id) do update
    set secret = excluded.secret, created_at = excluded.created_at, failures = 0, last_step = null
    where totp_secrets.confirmed_at is null
    returning login_id`,
)

/** Stores a secret until it is confirmed. @returns false if the login already has a confirmed secret */
export const putSecret = async (tx: Db, secret: NewSecret): Promise<boolean> =>
  (await rowsOf(tx, upsertSecret(secret))).length > 0

/** How long after its creation a secret can be confirmed. */
const SETUP = sql`interval '30 minutes'`

type Tried = { secret: Buffer; failures: number; wait_sec: number }

const countAndRead = prepared<{ loginId: string; confirmed: boolean }>(
  (v) => sql`
    with counted as (
      update totp_secrets
      set failures = case when failures_since > app_now() - interval '1 hour' then least(failures + 1, ${sql.lit(MAX_FAILURES + 1)}) else 1 end,
        failures_since = case when failures_since > app_now() - interval '1 hour' then failures_since else app_now() end
      where login_id = ${v.loginId}
        and (confirmed_at is not null) = ${v.confirmed}::boolean
        and (confirmed_at is not null or created_at > app_now() - ${SETUP})
      returning secret, failures, failures_since
    )
    select secret, failures, extract(epoch from failures_since + interval '1 hour' - app_now())::float8 as wait_sec
    from counted`,
)

/** Counts a code of the app as wrong before it is checked, so that concurrent codes are limited like consecutive ones. */
export const countTry = async (
  tx: Db,
  loginId: string,
  { confirmed }: { confirmed: boolean },
): Promise<Tried | undefined> => (await rowsOf<Tried>(tx, countAndRead({ loginId, confirmed })))[0]

const updateStep = prepared<{ loginId: string; step: number }>(
  (v) => sql`
    update totp_secrets
    set last_step = ${v.step}::bigint,
      failures = 0,
      confirmed_at = coalesce(confirmed_at, app_now())
    where login_id = ${v.loginId}
      and (last_step is null or last_step < ${v.step}::bigint)
    returning login_id`,
)

/** Accepts a code, once. @returns false unless the code is of a later step than the last accepted code */
export const acceptStep = async (tx: Db, code: { loginId: string; step: number }): Promise<boolean> =>
  (await rowsOf(tx, updateStep(code))).length > 0

const deleteRecoveryCode = prepared<{ loginId: string; keys: string[] }>(
  (v) => sql`
    with used as (
      delete from recovery_codes
      where login_id = ${v.loginId}
        and encode(code_key, 'hex') = any(${v.keys}::text[])
      returning login_id
    )
    select (select count(*)::int from recovery_codes where login_id = ${v.loginId}) - 1 as left
    from used`,
)

/** Uses a recovery code. @returns how many codes are left; undefined for a wrong code */
export const useRecoveryCode = async (tx: Db, loginId: string, keys: Buffer[]): Promise<number | undefined> =>
  (await rowsOf<{ left: number }>(tx, deleteRecoveryCode({ loginId, keys: keys.map((key) => key.toString('hex')) })))[0]
    ?.left

export const deleteRecoveryCodes = prepared<{ loginId: string }>(
  (v) => sql`delete from recovery_codes where login_id = ${v.loginId}`,
)

export const insertRecoveryCodes = prepared<{ loginId: string; keys: string[] }>(
  (v) => sql`
    insert into recovery_codes (login_id, code_key)
    select ${v.loginId}, decode(hex, 'hex')
    from unnest(${v.keys}::text[]) as hex`,
)

export const deleteSecret = prepared<{ loginId: string }>(
  (v) => sql`delete from totp_secrets where login_id = ${v.loginId}`,
)

const otherEntries = prepared<{ tenantId: string; userId: string; keptSession: string }>(
  (v) => sql`select end_other_entries(${v.tenantId}, ${v.userId}, ${v.keptSession})`,
)

/** Ends all sessions of a person but one, and sign-ins that are not complete. */
export function endOtherEntries(tx: Db, kept: { tenantId: string; userId: string; keptSession: string }): void {
  defer(tx, lockSessionsOf(kept))
  defer(tx, otherEntries(kept))
}

const removeSecondFactors = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`select remove_second_factors(${v.tenantId}, ${v.userId}) as had`,
)

/** Removes all second factors of a user. @returns whether the user had one; null for a user of several organisations */
export const removeAll = async (tx: Db, user: { tenantId: string; userId: string }): Promise<boolean | null> =>
  (await rowsOf<{ had: boolean | null }>(tx, removeSecondFactors(user)))[0]!.had

type NewChallenge = { cookieSha256: Buffer; loginId: string; organization: string | null; expiresAt: Date }

export const insertChallenge = prepared<NewChallenge>(
  (v) => sql`
    insert into second_factor_challenges (cookie_sha256, login_id, organization, expires_at)
    values (${v.cookieSha256}::bytea, ${v.loginId}, ${v.organization}::text, ${v.expiresAt}::timestamptz)`,
)

export type Challenge = { login_id: string; organization: string | null }

const countChallengeTry = prepared<{ cookieSha256: Buffer }>(
  (v) => sql`
    update second_factor_challenges
    set tries = tries + 1
    where cookie_sha256 = ${v.cookieSha256}::bytea
      and tries < ${sql.lit(MAX_TRIES)}
      and expires_at > app_now()
    returning login_id, organization`,
)

/** Counts a try of a challenge. @returns the challenge if it is still open */
export const tryChallenge = async (tx: Db, cookieSha256: Buffer): Promise<Challenge | undefined> =>
  (await rowsOf<Challenge>(tx, countChallengeTry({ cookieSha256 })))[0]

const deleteChallenge = prepared<{ cookieSha256: Buffer }>(
  (v) => sql`
    delete from second_factor_challenges
    where cookie_sha256 = ${v.cookieSha256}::bytea
      and expires_at > app_now()
    returning login_id`,
)

/** Ends a challenge. @returns whether it was still open */
export const endChallenge = async (tx: Db, cookieSha256: Buffer): Promise<boolean> =>
  (await rowsOf(tx, deleteChallenge({ cookieSha256 }))).length > 0

/** The first user of a login. Its tenant queues the notices. */
export async function firstUserOf(
  database: Database,
  loginId: string,
): Promise<{ tenant_id: string; id: string } | undefined> {
  const [user] = await database.queryWithoutTenant(
    sql<{
      tenant_id: string
      id: string
    }>`select tenant_id, id from users_of_login(${loginId}) order by tenant_id limit 1`,
  )
  return user
}

export type User = { id: string; role: AccountRole }

export const user = prepared<{ tenantId: string; userId: string }>(
  (v) => sql`select id, role from users where tenant_id = ${v.tenantId} and id = ${v.userId}`,
)
