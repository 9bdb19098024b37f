import { type Insertable, type InsertObject, sql } from 'kysely'
import { patientIdOf, type Scope, scopes } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { defer } from '../../../db/transaction.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'

// Seeds rows that survive a reset. They are inserted once, and each reset restores their original values.

type Person = Pick<Insertable<Schema['users']>, 'tenant_id' | 'id' | 'name' | 'role' | 'created_at'> & {
  email: string
  /** The password hash of the login that is created with a new user. */
  passwordHash?: string
}

/** Seeds users of a tenant, identified by the e-mail address of their login. @returns their ids, in order */
export async function seedUsers(tx: Db, people: Person[], { verified = true } = {}): Promise<string[]> {
  const ids: string[] = []
  const added: InsertObject<Schema, 'users'>[] = []
  const known = await knownUsers(tx, people)
  for (const { passwordHash = null, ...person } of people) {
    const id = known.get(person.email)
    ids.push(id ?? person.id)
    // A person of two organisations already has a login from the first one.
    const login_id = sql<string>`coalesce(
      (select login_id from login_by_email(${person.email})),
      add_login(${newId('lgn')}, ${person.email}, ${passwordHash}))`
    if (id === undefined) added.push({ ...person, ...confirmed, verified_at: verification(person, verified), login_id })
    else defer(tx, restoreUser({ ...person, id }, verified))
  }
  if (added.length > 0) await tx.insertInto('users').values(added).execute()
  return ids
}

async function knownUsers(tx: Db, people: Person[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const addresses = people.map(({ email }) => email)
  const { rows } = await sql<{ id: string; address: string }>`
    select a.id, address
    from unnest(${addresses}::text[]) as address
    cross join lateral account_by_email(address) a
    where a.tenant_id = ${people[0]!.tenant_id}`.execute(tx)
  return new Map(rows.map(({ id, address }) => [address, id]))
}

const confirmed = { email_confirmed_at: sql<Date>`app_now()`, email_proved_at: sql<Date>`app_now()` }

const restoreUser = ({ tenant_id, id, email, name, role }: Person, verified: boolean) =>
  builder
    .updateTable('users')
    .set({
      ...{ email, ...confirmed, name, role, disabled_at: null },
      ...{ verified_at: verification({ id, role }, verified), verified_by: null },
    })
    .where('tenant_id', '=', tenant_id)
    .where('id', '=', id)

const verification = (person: Pick<Person, 'id' | 'role'>, verified: boolean) =>
  verified && !patientIdOf(person) ? sql<Date>`app_now()` : null

/** Seeds a practitioner's directory entry. */
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

/** Seeds a client with all scopes, permission to act and sign, and a published secret. */
export async function seedClient(
  tx: Db,
  { tenant_id, id, ...rest }: Pick<Insertable<Schema['clients']>, 'tenant_id' | 'id' | 'acts_as' | 'name'>,
): Promise<void> {
  const client = {
    ...rest,
    scopes: Object.keys(scopes) as Scope[], // the keys of `scopes`
    disabled_at: null,
    ended_at: null,
    acting_allowed_at: sql<Date>`app_now()`,
    signing_allowed_at: sql<Date>`app_now()`,
  }
  await tx
    .insertInto('clients')
    .values({ tenant_id, id, ...client })
    .onConflict((known) => known.columns(['tenant_id', 'id']).doUpdateSet(client))
    .execute()
  const secret = sha256(`${id}-secret`)
  // A secret that a tester created stays valid for another day, as after a rotation.
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
