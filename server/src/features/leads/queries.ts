import { type InferResult, sql } from 'kysely'
import type { Asker, Listing } from '../../context.ts'
import { builder, type Db } from '../../db/kysely.ts'
import { perShape, prepared } from '../../db/prepared.ts'

export type Filters = { source?: string | undefined; from?: Date | undefined; to?: Date | undefined }

const shown = (tenantId: string) =>
  builder
    .selectFrom('leads')
    .where('tenant_id', '=', tenantId)
    .select(['id', 'name', 'email', 'phone', 'source', 'metadata', 'created_at'])
    .select(sql<string | null>`null::text`.as('patient_id'))

export type Shown = InferResult<ReturnType<typeof shown>>[number]

const filterNames = ['source', 'from', 'to'] as const
const listingOf = perShape((...given: boolean[]): Listing<Filters, Shown> => {
  const by = Object.fromEntries(filterNames.map((name, at) => [name, given[at]]))
  const filtered = (v: Asker & Filters) => {
    let query = shown(v.tenantId)
    if (by.source) query = query.where('source', '=', v.source!)
    if (by.from) query = query.where('created_at', '>=', v.from!)
    if (by.to) query = query.where('created_at', '<', v.to!)
    return query
  }
  return {
    rows: prepared((v) =>
      filtered(v).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(v.limit).offset(v.offset),
    ),
    total: prepared((v) => filtered(v).clearSelect().select(sql<number>`count(*)::int`.as('total'))),
  }
})

export const listing = (filters: Filters) => listingOf(...filterNames.map((name) => filters[name] !== undefined))

export type NewLead = {
  tenantId: string
  id: string
  name: string
  email: string | undefined
  phone: string | undefined
  source: string
  metadata: Record<string, unknown>
}

/** A lead of the last 24 hours from the same form that has every address and number that this one names. */
export async function findRepeated(db: Db, { tenantId, email, phone, source }: NewLead): Promise<string | undefined> {
  let query = db
    .selectFrom('leads')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('source', '=', source)
    .where(sql<boolean>`created_at > app_now() - interval '24 hours'`)
    .orderBy('created_at', 'desc')
    .limit(1)
  if (email !== undefined) query = query.where(sql`lower(email)`, '=', email.toLowerCase())
  if (phone !== undefined) query = query.where('phone', '=', phone)
  return (await query.executeTakeFirst())?.id
}

export const insert = ({ tenantId, metadata, email, phone, ...lead }: NewLead) =>
  builder.insertInto('leads').values({
    tenant_id: tenantId,
    metadata: JSON.stringify(metadata),
    email: email ?? null,
    phone: phone ?? null,
    ...lead,
  })
