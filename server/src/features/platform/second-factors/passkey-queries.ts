import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'

type NewChallenge = { challengeSha256: Buffer; sessionId: string | null; expiresAt: Date }

export const insertChallenge = prepared<NewChallenge>(
  (v) => sql`
    insert into passkey_challenges (challenge_sha256, session_id, expires_at)
    values (${v.challengeSha256}::bytea, ${v.sessionId}::text, ${v.expiresAt}::timestamptz)`,
)

const deleteOpenChallenge = prepared<Pick<NewChallenge, 'challengeSha256' | 'sessionId'>>(
  (v) => sql`
    delete from passkey_challenges
    where challenge_sha256 = ${v.challengeSha256}::bytea
      and session_id is not distinct from ${v.sessionId}::text
      and expires_at > app_now()
    returning challenge_sha256`,
)

/** Uses a challenge. @returns whether it was still open */
export const takeChallenge = async (
  tx: Db,
  challenge: Pick<NewChallenge, 'challengeSha256' | 'sessionId'>,
): Promise<boolean> => (await rowsOf(tx, deleteOpenChallenge(challenge))).length > 0

type NewPasskey = {
  id: string
  loginId: string
  credentialId: string
  publicKey: Buffer
  counter: number
  name: string
}

const insertNew = prepared<NewPasskey>(
  (v) => sql`
    insert into passkeys (id, login_id, credential_id, public_key, counter, name)
    values (${v.id}, ${v.loginId}, ${v.credentialId}, ${v.publicKey}::bytea, ${v.counter}::bigint, ${v.name})
    on conflict (credential_id) do nothing
    returning id, name, created_at`,
)

export type Added = { id: string; name: string; created_at: Date }

/** @returns undefined for a credential that is already registered */
export const insertPasskey = async (tx: Db, passkey: NewPasskey): Promise<Added | undefined> =>
  (await rowsOf<Added>(tx, insertNew(passkey)))[0]

const ofLogin = prepared<{ loginId: string }>(
  (v) => sql`select credential_id from passkeys where login_id = ${v.loginId} order by id`,
)

/** The credentials of a login. */
export const credentialsOf = async (tx: Db, loginId: string): Promise<string[]> =>
  (await rowsOf<{ credential_id: string }>(tx, ofLogin({ loginId }))).map((row) => row.credential_id)

export type Passkey = { id: string; login_id: string; credential_id: string; public_key: Buffer; counter: string }

export async function findPasskey(database: Database, credentialId: string): Promise<Passkey | undefined> {
  const [passkey] = await database.queryWithoutTenant(sql<Passkey>`
    select id, login_id, credential_id, public_key, counter
    from passkeys
    where credential_id = ${credentialId}`)
  return passkey
}

const updateCounter = prepared<{ id: string; from: string; to: number }>(
  (v) => sql`
    update passkeys
    set counter = ${v.to}::bigint, last_used_at = app_now()
    where id = ${v.id}
      and counter = ${v.from}::bigint
    returning id`,
)

/** Records a use. @returns false if another use was recorded meanwhile, or the passkey was removed */
export const recordUse = async (tx: Db, use: { id: string; from: string; to: number }): Promise<boolean> =>
  (await rowsOf(tx, updateCounter(use))).length > 0

const deletePasskey = prepared<{ id: string; loginId: string }>(
  (v) => sql`
    with removed as (
      delete from passkeys
      where id = ${v.id}
        and login_id = ${v.loginId}
      returning id
    )
    select (select count(*)::int from passkeys where login_id = ${v.loginId}) - 1 as left
    from removed`,
)

/** @returns how many passkeys are left; undefined for an unknown passkey */
export const removePasskey = async (tx: Db, passkey: { id: string; loginId: string }): Promise<number | undefined> =>
  (await rowsOf<{ left: number }>(tx, deletePasskey(passkey)))[0]?.left
