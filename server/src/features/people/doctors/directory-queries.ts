import { type RawBuilder, sql } from 'kysely'
import { memoizeByFilters, type Window } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import type { Services } from '../../../http/services.ts'
import { COUNTED, type Page } from '../../../lib/fields.ts'
import { type ProfileFilters, profileConditions } from './queries.ts'

export type PublicDoctor = {
  id: string
  slug: string
  name: string
  specialty: string
  city: string
  rating: string
  is_tele: boolean
}

type Values = ProfileFilters & Window

/** With the last key of the order, which is not part of the answer. */
const columns = sql`d.id, d.slug, d.name, d.specialty, d.city, d.rating, d.is_tele, d.name_key`
const listOrder = sql`order by d.rating desc, d.name_key, d.id`

const where = (conditions: RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** @param found a query for `columns` */
const page = (found: RawBuilder<unknown>, v: Window) => sql`
  select d.id, d.slug, d.name, d.specialty, d.city, d.rating, d.is_tele
  from ${found} d
  ${listOrder}
  limit ${v.limit}
  offset ${v.offset}`

/** Two plans for the same page, for each combination of filters. */
const directory = memoizeByFilters(profileConditions, (conditionsOf) => ({
  ...totals((v: ProfileFilters) => sql`select d.id from public_doctors d ${where(conditionsOf(v))}`),
  /** For few matches: sorts all of them. */
  sorted: prepared<Values, PublicDoctor>(
    (v) => sql`
      with found as materialized (select ${columns} from public_doctors d ${where(conditionsOf(v))})
      ${page(sql`found`, v)}`,
  ),
  /**
   * For many matches: reads the index of each spelling in the order of the list until the page is full. The cost does not
   * depend on the size of the city.
   */
  inOrder: prepared<Values, PublicDoctor>((v) => {
    const spellings = [
      ...(conditionsOf.has('cities') ? [sql`unnest(${v.cities}::text[]) as c (city_key)`] : []),
      ...(conditionsOf.has('specialties') ? [sql`unnest(${v.specialties}::text[]) as s (specialty_key)`] : []),
    ]
    const ofOneSpelling = conditionsOf(v, {
      cities: () => sql`d.city_key = c.city_key`,
      specialties: () => sql`d.specialty_key = s.specialty_key`,
      // `is true` keeps the planner from using the index of languages instead of the order.
      languages: () => sql`(d.languages && ${v.languages}) is true`,
    })
    const first = sql`
      (
        select ${columns}
        from public_doctors d
        ${where(ofOneSpelling)}
        ${listOrder}
        limit ${v.limit}::int + ${v.offset}::int
      )`
    return page(sql`${sql.join([...spellings, sql``], sql` cross join `)} lateral ${first}`, v)
  }),
}))

/** Up to this number, sorting takes a millisecond or two, less than reading in order. */
const FEW_ROWS = 1000

/** One page of the public directory: no patient data, so no tenant and no audit row. */
export async function publicPage(
  { database, pages }: Pick<Services, 'database' | 'pages'>,
  filters: ProfileFilters,
  { page, pageSize }: Page,
): Promise<{ rows: PublicDoctor[]; total: number }> {
  const statements = directory(filters)
  const total = await pages.count(statements, filters)
  const offset = (page - 1) * pageSize
  if (offset >= total && total <= COUNTED) return { rows: [], total }
  const values = { ...filters, limit: pageSize, offset }
  const [found] = await database.onOwnConnection('', [
    total <= FEW_ROWS ? statements.sorted(values) : statements.inOrder(values),
  ])
  return { rows: found!.rows, total }
}
