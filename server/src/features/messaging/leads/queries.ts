import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { type Conditions, pagedListing, timeRange } from '../../../db/listings.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listLeads } from './contract.ts'

const visibleTo = (db: Db, { tenantId }: Caller) => db.selectFrom('leads').where('tenant_id', '=', tenantId)

const shown = (query: ReturnType<typeof visibleTo>) =>
  query
    .select(['id', 'name', 'email', 'phone', 'source', 'metadata', 'created_at'])
    .select(sql<string | null>`null::text`.as('patient_id'))

export type Row = InferResult<ReturnType<typeof shown>>[number]

const conditions: Conditions<Filters<typeof listLeads>> = {
  source: ({ source }) => sql`source = ${source}`,
  ...timeRange('created_at'),
}

export const listing = pagedListing({ visibleTo, shown, id: 'id', by: 'created_at' }, conditions)

type NewLead = {
  tenantId: string
  id: string
  name: string
  email: string | undefined
  phone: string | undefined
  source: string
  metadata: Record<string, unknown>
}

/** The id of a lead of the last 24 hours from the same form with the same e-mail address and telephone number. */
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
