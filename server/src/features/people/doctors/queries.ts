import { type InferResult, type RawBuilder, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { AccountRole, Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, type Window } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { deferUserLock } from '../../../db/users.ts'
import type { Services } from '../../../http/services.ts'
import { COUNTED, type Page } from '../../../lib/fields.ts'
import { type Profile, spellingsOfCity, spellingsOfSpecialty } from './rules.ts'

export type Filters = {
  city?: string | undefined
  specialty?: string | undefined
  languages?: string[] | undefined
  isTele?: boolean | undefined
  verified?: boolean | undefined
}

/** Filters with all spellings of their values. */
type Spelled = Omit<Filters, 'city' | 'specialty'> & {
  cities?: readonly string[] | undefined
  specialties?: readonly string[] | undefined
}

export const withSpellings = ({ city, specialty, ...rest }: Filters): Spelled => ({
  ...rest,
  cities: city === undefined ? undefined : spellingsOfCity(city),
  specialties: specialty === undefined ? undefined : spellingsOfSpecialty(specialty),
})

export type PublicDoctor = {
  id: string
  slug: string
  name: string
  specialty: string
  city: string
  rating: string
  is_tele: boolean
}

const shown = sql`d.id, d.slug, d.name, d.specialty, d.city, d.rating, d.is_tele, d.name_key`
const inOrder = sql`order by rating desc, name_key, id`

const whereAll = (conditions: RawBuilder<unknown>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** Statements for one combination of filters. */
const directory = memoizeByShape((city: boolean, specialty: boolean, languages: boolean, tele: boolean) => {
  const matching = (v: Spelled) =>
    whereAll([
      ...(city ? [sql`d.city_key = any(${v.cities})`] : []),
      ...(specialty ? [sql`d.specialty_key = any(${v.specialties})`] : []),
      ...(languages ? [sql`d.languages && ${v.languages}`] : []),
      ...(tele ? [sql`d.is_tele = ${v.isTele}`] : []),
    ])
  return {
    ...totals((v: Spelled) => sql`select d.id from public_doctors d ${matching(v)}`),
    /** Sorts all matches: for few matches. */
    few: prepared<Spelled & Window, PublicDoctor>(
      (v) => sql`
        with found as materialized (select ${shown} from public_doctors d ${matching(v)})
        select id, slug, name, specialty, city, rating, is_tele
        from found
        ${inOrder}
        limit ${v.limit}
        offset ${v.offset}`,
    ),
    /**
     * Reads the entries of each spelling in the order of the list until the page is full, so that the cost does not
     * depend on the size of the city.
     */
    many: prepared<Spelled & Window, PublicDoctor>((v) => {
      const spellings = [
        ...(city ? [sql`unnest(${v.cities}::text[]) as c (city_key)`] : []),
        ...(specialty ? [sql`unnest(${v.specialties}::text[]) as s (specialty_key)`] : []),
      ]
      const walk = sql`
        (select ${shown}
        from public_doctors d
        ${whereAll([
          ...(city ? [sql`d.city_key = c.city_key`] : []),
          ...(specialty ? [sql`d.specialty_key = s.specialty_key`] : []),
          // `is true` keeps the planner from using the index of languages instead of the order.
          ...(languages ? [sql`(d.languages && ${v.languages}) is true`] : []),
          ...(tele ? [sql`d.is_tele = ${v.isTele}`] : []),
        ])}
        order by d.rating desc, d.name_key, d.id
        limit ${v.limit}::int + ${v.offset}::int) as found`
      return sql`
        select id, slug, name, specialty, city, rating, is_tele
        from ${spellings.length > 0 ? sql`${sql.join(spellings, sql` cross join `)} cross join lateral` : sql``} ${walk}
        ${inOrder}
        limit ${v.limit}
        offset ${v.offset}`
    }),
  }
})

/** Up to this number, sorting takes a millisecond or two, less than reading in order. */
const FEW_ROWS = 1000

/** One page of the public directory: no patient data, so no tenant and no audit row. */
export async function publicPage(
  { database, pages }: Pick<Services, 'database' | 'pages'>,
  filters: Filters,
  { page, pageSize }: Page,
): Promise<{ rows: PublicDoctor[]; total: number }> {
  const expanded = withSpellings(filters)
  const { cities, specialties, languages, isTele } = expanded
  const statements = directory(
    cities !== undefined,
    specialties !== undefined,
    languages !== undefined,
    isTele !== undefined,
  )
  const total = await pages.count(statements, expanded)
  const offset = (page - 1) * pageSize
  if (offset >= total && total <= COUNTED) return { rows: [], total }
  const window = { ...expanded, limit: pageSize, offset }
  const [found] = await database.onOwnConnection('', [
    total <= FEW_ROWS ? statements.few(window) : statements.many(window),
  ])
  return { rows: found!.rows, total }
}

/** Practitioners that the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  practitionersOf(db, caller).where(visible(access.doctors.read, caller, { own: 'u.id', shared: sql`true` }))

const practitionersOf = (db: Db, { tenantId }: Pick<Caller, 'tenantId'>) =>
  db
    .selectFrom('users as u')
    .leftJoin('doctors as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.user_id', '=', 'u.id'))
    .where('u.tenant_id', '=', tenantId)
    .where('u.role', 'in', sql<AccountRole>`('DOCTOR', 'DENTIST')`)
    .where('u.disabled_at', 'is', null)

/** A practitioner as staff see them; fields of a missing profile are null. */
const shownToStaff = (query: ReturnType<typeof visibleTo>) =>
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

export type Practitioner = InferResult<ReturnType<typeof shownToStaff>>[number]

const records = { visibleTo, shown: shownToStaff, id: 'u.id' }

const conditions: Conditions<Spelled> = {
  cities: ({ cities }) => sql`d.city_key = any(${cities})`,
  specialties: ({ specialties }) => sql`d.specialty_key = any(${specialties})`,
  languages: ({ languages }) => sql`d.languages && ${languages}`,
  isTele: ({ isTele }) => sql`d.is_tele = ${isTele}`,
  verified: ({ verified }) => sql`(u.verified_at is not null) = ${verified}`,
}

export const listing = pagedListing({ ...records, by: sql`fold(u.name) collate "C"`, ascending: true }, conditions)

export const one = byId(records)

export const find = (db: Db, tenantId: string, id: string): Promise<Practitioner | undefined> =>
  shownToStaff(practitionersOf(db, { tenantId }).where('u.id', '=', id)).executeTakeFirst()

/** The same, locked until the transaction ends: the profile cannot be verified while it changes. */
export function lock(db: Db, tenantId: string, id: string): Promise<Practitioner | undefined> {
  deferUserLock(db, tenantId, id)
  return find(db, tenantId, id)
}

export const profileOf = (current: Practitioner): Profile | undefined =>
  current.slug === null ? undefined : (current as Profile & Practitioner) // either all columns are set or none

/** Inserts a profile. An existing slug gets the end of the id appended, as in migration 0012. */
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
