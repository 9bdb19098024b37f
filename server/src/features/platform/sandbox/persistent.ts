import { type Insertable, sql } from 'kysely'
import { patientIdOf, type Scope, scopes } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { sha256 } from '../../../lib/secrets.ts'

// Seeds of the rows that survive a reset: inserted once, and restored to their original values by each reset.

type Person = Pick<
  Insertable<Schema['users']>,
  'tenant_id' | 'id' | 'email' | 'name' | 'role' | 'password_hash' | 'created_at'
>

/** Users, identified by e-mail address. @returns their ids, in order */
export async function seedUsers(tx: Db, people: Person[], { verified = true } = {}): Promise<string[]> {
  if (people.length === 0) return []
  const users = await tx
    .insertInto('users')
    .values(
      people.map((person) => ({
        ...person,
        verified_at: verified && !patientIdOf(person) ? sql<Date>`app_now()` : null,
      })),
    )
    .onConflict((known) =>
      known.expression(sql`lower(email)`).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        role: ref('excluded.role'),
        verified_at: ref('excluded.verified_at'),
        verified_by: null,
        password_hash: ref('excluded.password_hash'),
        disabled_at: null,
      })),
    )
    .returning('id')
    .execute()
  return users.map(({ id }) => id)
}

/** A practitioner's directory entry. */
export async function seedProfile(tx: Db, profile: Insertable<Schema['doctors']>): Promise<void> {
  await tx
    .insertInto('doctors')
    .values(profile)
    .onConflict((known) =>
      known.columns(['tenant_id', 'user_id']).doUpdateSet(({ ref }) => ({
        slug: ref('excluded.slug'),
        specialty: ref('excluded.specialty'),
        city: ref('excluded.city'),
        languages: ref('excluded.languages'),
        is_tele: ref('excluded.is_tele'),
        licence_number: ref('excluded.licence_number'),
        phone: ref('excluded.phone'),
        rating: ref('excluded.rating'),
        review_count: 0,
      })),
    )
    .execute()
}

/** A client with all scopes, which may sign, and a published secret. */
export async function seedClient(
  tx: Db,
  { tenant_id, id, ...rest }: Pick<Insertable<Schema['clients']>, 'tenant_id' | 'id' | 'acts_as' | 'name'>,
): Promise<void> {
  const client = {
    ...rest,
    scopes: Object.keys(scopes) as Scope[], // the keys of `scopes`
    disabled_at: null,
    ended_at: null,
    signing_allowed_at: sql<Date>`app_now()`,
  }
  await tx
    .insertInto('clients')
    .values({ tenant_id, id, ...client })
    .onConflict((known) => known.columns(['tenant_id', 'id']).doUpdateSet(client))
    .execute()
  const secret = sha256(`${id}-secret`)
  // A secret made since then stays valid for another day, as after a rotation.
  await tx
    .updateTable('client_secrets')
    .set({ expires_at: sql<Date>`app_now() + interval '24 hours'` })
    .where('tenant_id', '=', tenant_id)
    .where('client_id', '=', id)
    .where('expires_at', 'is', null)
    .where('secret_sha256', '<>', secret)
    .execute()
  await tx
    .insertInto('client_secrets')
    .values({ tenant_id, client_id: id, secret_sha256: secret })
    .onConflict((known) => known.columns(['tenant_id', 'client_id', 'secret_sha256']).doUpdateSet({ expires_at: null }))
    .execute()
}
