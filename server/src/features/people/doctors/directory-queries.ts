import { type RawBuilder, sql } from 'kysely'
import { afterKey, inKeyOrder, isAfter, keyColumns, keyOf, type Window } from '../../../db/keysets.ts'
import { memoizeByFilters } from '../../../db/listings.ts'
import { pageOf } from '../../../db/pages.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import type { Context } from '../../../http/services.ts'
import { EXACT_TOTAL_LIMIT, type Page, type Pagination, paginationOf } from '../../../lib/fields.ts'
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

/** The columns of a public doctor. `name_key` is only for the order, and not part of the answer. */
const columns = sql`d.id, d.slug, d.name, d.specialty, d.city, d.rating, d.is_tele, d.name_key`
const key = keyOf({ rating: 'desc', name_key: 'asc', id: 'asc' }, 'd')
const listOrder = sql`order by ${inKeyOrder(key)}`

const where = (conditions: RawBuilder<boolean>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** @param found a query for `columns` */
const page = (found: RawBuilder<unknown>, v: Window) => sql`
  select d.id, d.slug, d.name, d.specialty, d.city, d.rating, d.is_tele, ${keyColumns(key)}
  from ${found} d
  ${listOrder}
  limit ${v.limit}
  offset ${v.offset}`

/** The doctors after a key, as two index ranges: with the same rating, and with a lower one. */
const [, ...withinRating] = key
const ranges = (v: object) => {
  const [rating, ...names] = ['after0', 'after1', 'after2'].map((name) => (v as Record<string, string>)[name])
  const within = isAfter(withinRating, { after0: names[0], after1: names[1] })
  return [sql<boolean>`d.rating = ${rating} and ${within}`, sql<boolean>`d.rating < ${rating}`]
}

/** Two plans for the same page, for each combination of filters. */
const directory = memoizeByFilters(profileConditions, (conditionsOf, isContinued: boolean) => ({
  ...totals((v: ProfileFilters) => sql`select d.id from public_doctors d ${where(conditionsOf(v))}`),
  /** For few matches: sorts all of them. */
  sorted: prepared<Values, PublicDoctor>((v) => {
    const all = conditionsOf(v)
    return sql`
      with found as materialized (
        select ${columns}
        from public_doctors d
        ${where(isContinued ? [...all, isAfter(key, v)] : all)}
      )
      ${page(sql`found`, v)}`
  }),
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
    const first = (range: RawBuilder<boolean>[]) => sql`
      (
        select ${columns}
        from public_doctors d
        ${where([...ofOneSpelling, ...range])}
        ${listOrder}
        limit ${v.limit}::int + ${v.offset}::int
      )`
    const found = isContinued
      ? sql`(${sql.join(
          ranges(v).map((range) => first([range])),
          sql` union all `,
        )})`
      : first([])
    return page(sql`${sql.join([...spellings, sql``], sql` cross join `)} lateral ${found}`, v)
  }),
}))

/** Up to this number of matches, sorting takes one or two milliseconds, which is faster than reading in order. */
const FEW_ROWS = 1000

/** One page of the public directory. It has no patient data, and therefore needs no tenant and no audit row. */
export async function publicPage(
  { database, pages, cursors }: Context<'database' | 'pages'>,
  filters: ProfileFilters,
  requested: Page,
): Promise<{ rows: PublicDoctor[]; pagination: Pagination }> {
  const { page, pageSize, cursor } = requested
  const after = cursor === undefined ? undefined : cursors.read(cursor, key.length)
  const statements = directory(filters, after !== undefined)
  const total = await pages.count(statements, filters) // decides the plan
  const offset = after ? 0 : (page - 1) * pageSize
  if (offset >= total && total <= EXACT_TOTAL_LIMIT)
    return { rows: [], pagination: paginationOf(requested, after ? undefined : total, null) }
  const values = { ...filters, ...afterKey(after ?? []), limit: pageSize + 1, offset }
  const [found] = await database.onOwnConnection('', [
    total <= FEW_ROWS ? statements.sorted(values) : statements.inOrder(values),
  ])
  const { rows, next } = pageOf<PublicDoctor>(found!.rows, pageSize, key.length)
  return { rows, pagination: paginationOf(requested, after ? undefined : total, cursors.write(next)) }
}
