import { type InferResult, sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { PriceStatus } from './rules.ts'

const pricesOf = (v: { tenantId: string; id: string }) =>
  builder.selectFrom('service_prices as p').where('p.tenant_id', '=', v.tenantId).where('p.service_id', '=', v.id)

/** The id of the current price of the service of `p`. */
const inForce = sql`(
  select c.id
  from service_prices c
  where c.tenant_id = p.tenant_id
    and c.service_id = p.service_id
    and (c.applied_at is not null or c.from_time <= app_now())
  order by c.from_time desc, c.id desc
  limit 1)`

const status = sql<PriceStatus>`
  case
    when p.applied_at is null and p.from_time > app_now() then 'TO_COME'
    when p.id = ${inForce} then 'IN_FORCE'
    else 'PAST'
  end`

const shown = (query: ReturnType<typeof pricesOf>) =>
  query.select([
    'p.id',
    'p.service_id',
    'p.price',
    'p.from_time',
    'p.created_at',
    status.as('status'),
    sql<string | null>`null`.as('patient_id'), // no health data
  ])

export type Price = Omit<InferResult<ReturnType<typeof shown>>[number], 'patient_id'>
type Row = Price & { patient_id: string | null }

/** The prices of a service, latest first. */
export const history: Listing<{ id: string }, Row> = {
  ...orderedRows((v) => shown(pricesOf(v)), { from_time: 'desc', id: 'desc' }),
  ...totals((v: CallerIds & { id: string }) => sql`${pricesOf(v).select('p.id')}`),
}

type NewPrice = { tenantId: string; id: string; serviceId: string; price: number }

/** Inserts a price that takes effect now. The caller stores it with its service, too. */
export const insertApplied = prepared<NewPrice>(
  (v) => sql`
    insert into service_prices (tenant_id, id, service_id, price, from_time, applied_at)
    values (${v.tenantId}, ${v.id}, ${v.serviceId}, ${v.price}, app_now(), app_now())`,
)

const schedule = prepared<NewPrice & { from: Date }>(
  (v) => sql`
    insert into service_prices (tenant_id, id, service_id, price, from_time)
    values (${v.tenantId}, ${v.id}, ${v.serviceId}, ${v.price}, ${v.from})
    on conflict (tenant_id, service_id, from_time) where applied_at is null do nothing
    returning created_at`,
)

/** Inserts a future price. @returns its creation time, or undefined if another price has the same start */
export const insertFuturePrice = async (db: Db, price: NewPrice & { from: Date }): Promise<Date | undefined> =>
  (await rowsOf<{ created_at: Date }>(db, schedule(price)))[0]?.created_at

/** The future price with this start. */
export const findFuturePrice = (db: Db, tenantId: string, serviceId: string, from: Date) =>
  db
    .selectFrom('service_prices')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('service_id', '=', serviceId)
    .where('from_time', '=', from)
    .where('applied_at', 'is', null)
    .executeTakeFirstOrThrow()

/** The service of a price. */
export const findServiceOf = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('service_prices')
    .select('service_id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Removes a price that is still in the future. The service must be locked. @returns whether it was removed */
export async function removeFuturePrice(db: Db, tenantId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('service_prices')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .where('from_time', '>', sql<Date>`app_now()`)
    .returning('id')
    .executeTakeFirst()
  return removed !== undefined
}

/** A service, identified by its id. */
export type Service = { tenant_id: string; id: string }

/** Services of all tenants that have a due price, in the order of their keys, after the given one. */
export const servicesToPrice = (limit: number, after: Service | undefined) => sql<Service>`
  select tenant_id, id
  from services_to_price(app_now(), ${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

/** Applies the due prices of a locked service in order; the last one remains. @returns their number */
export async function apply(db: Db, tenantId: string, serviceId: string): Promise<number> {
  const { rows } = await sql<{ applied: number }>`
    with due as (
      update service_prices
      set applied_at = app_now()
      where tenant_id = ${tenantId}
        and service_id = ${serviceId}
        and applied_at is null
        and from_time <= app_now()
      returning price, from_time
    ), stored as (
      update services
      set price = last.price
      from (select price from due order by from_time desc limit 1) last
      where tenant_id = ${tenantId}
        and id = ${serviceId}
    )
    select count(*)::int as applied from due`.execute(db)
  return rows[0]!.applied
}
