import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { AccountRole, Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import { deferUserLock } from '../../../db/users.ts'
import { type Profile, spellingsOfCity, spellingsOfSpecialty } from './rules.ts'

/** Filters of both lists, with all spellings of a city or specialty. */
export type ProfileFilters = {
  cities?: readonly string[] | undefined
  specialties?: readonly string[] | undefined
  languages?: string[] | undefined
  isTele?: boolean | undefined
}

/** Replaces a city and a specialty with all their spellings. */
export const withSpellings = <F extends { city?: string | undefined; specialty?: string | undefined }>({
  city,
  specialty,
  ...rest
}: F) => ({
  ...rest,
  cities: city === undefined ? undefined : spellingsOfCity(city),
  specialties: specialty === undefined ? undefined : spellingsOfSpecialty(specialty),
})

export const profileConditions: Conditions<ProfileFilters> = {
  cities: ({ cities }) => sql`d.city_key = any(${cities})`,
  specialties: ({ specialties }) => sql`d.specialty_key = any(${specialties})`,
  languages: ({ languages }) => sql`d.languages && ${languages}`,
  isTele: ({ isTele }) => sql`d.is_tele = ${isTele}`,
}

/** The practitioners whom the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  practitionersOf(db, caller).where(
    visible(access.doctors.read, caller, { own: 'u.id', shared: sql`u.verified_at is not null` }),
  )

const practitionersOf = (db: Db, { tenantId }: Pick<Caller, 'tenantId'>) =>
  db
    .selectFrom('users as u')
    .leftJoin('doctors as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.user_id', '=', 'u.id'))
    .where('u.tenant_id', '=', tenantId)
    .where('u.role', 'in', sql<AccountRole>`('DOCTOR', 'DENTIST')`)
    .where('u.disabled_at', 'is', null)

/** The columns for staff. If a practitioner has no profile, its fields are null. */
const selectForStaff = (query: ReturnType<typeof visibleTo>) =>
  query.select([
    'u.id',
    'u.name',
    'u.email',
    'u.verified_at',
    'd.slug',
    'd.specialty',
    'd.city',
    'd.languages',
    'd.is_tele',
    'd.rating',
    'd.review_count',
    'd.licence_number',
    'd.phone',
    sql<null>`null`.as('patient_id'),
  ])

export type Practitioner = InferResult<ReturnType<typeof selectForStaff>>[number]

const records = { visibleTo, shown: selectForStaff, id: 'u.id' }

const conditions: Conditions<ProfileFilters & { verified?: boolean | undefined }> = {
  ...profileConditions,
  verified: ({ verified }) => sql`(u.verified_at is not null) = ${verified}`,
}

export const listing = pagedListing({ ...records, by: sql`fold(u.name) collate "C"`, ascending: true }, conditions)

export const one = byId(records)

export const find = (db: Db, tenantId: string, id: string): Promise<Practitioner | undefined> =>
  selectForStaff(practitionersOf(db, { tenantId }).where('u.id', '=', id)).executeTakeFirst()

/** The same, locked until the transaction ends, so that the practitioner cannot be verified while the profile changes. */
export function lock(db: Db, tenantId: string, id: string): Promise<Practitioner | undefined> {
  deferUserLock(db, tenantId, id)
  return find(db, tenantId, id)
}

export const profileOf = (current: Practitioner): Profile | undefined =>
  current.slug === null ? undefined : (current as Profile & Practitioner) // either all columns are set or none

/** Inserts a profile. If the slug is taken, appends the end of the id, as in migration 0012. */
export async function insertProfile(
  db: Db,
  tenantId: string,
  id: string,
  profile: Profile,
  slug: string,
): Promise<void> {
  const insertAs = (as: string) =>
    db
      .insertInto('doctors')
      .values({ tenant_id: tenantId, user_id: id, slug: as, ...columnsOf(profile) })
      .onConflict((oc) => oc.column('slug').doNothing())
      .executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await insertAs(slug)
  if (numInsertedOrUpdatedRows === 0n) await insertAs(`${slug}-${id.slice(-6)}`)
}

export async function updateProfile(db: Db, tenantId: string, id: string, profile: Profile): Promise<void> {
  await db
    .updateTable('doctors')
    .set(columnsOf(profile))
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', id)
    .execute()
}

const columnsOf = ({ specialty, city, languages, is_tele, phone, licence_number }: Profile) => ({
  specialty,
  city,
  languages,
  is_tele,
  phone,
  licence_number,
})
