import { type InferResult, sql } from 'kysely'
import type { Caller, Plan } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import type { Filters } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { listAccessRequests } from './contract.ts'
import { statuses } from './rules.ts'

/** The column of each field. */
export const columns = {
  id: 'id',
  organization: 'organization',
  contactName: 'contact_name',
  email: 'email',
  purpose: 'purpose',
  sandboxOnly: 'sandbox_only',
  status: 'status',
  createdAt: 'created_at',
  decidedAt: 'decided_at',
  decidedBy: 'decided_by',
  reason: 'reason',
  tenantId: 'granted_tenant_id',
  clientId: 'granted_client_id',
} as const

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('access_requests').where('tenant_id', '=', tenantId)

const shown = (query: ReturnType<typeof ofTenant>) => query.select(Object.values(columns))
export type Row = InferResult<ReturnType<typeof shown>>[number]

/** The null says that the row contains no health data. */
const forReading = (query: ReturnType<typeof ofTenant>) => shown(query).select(sql<null>`null`.as('patient_id'))

const records = {
  visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId),
  shown: forReading,
  id: 'id',
}

export const one = byId(records)

const conditions: Conditions<Filters<typeof listAccessRequests>> = {
  status: ({ status }) => sql`status = any(${status})`,
  ...timeRange('created_at'),
}

export const listing = pagedListing(
  {
    ...records,
    by: 'created_at',
    parts: () => splitByColumn([{ from: records.visibleTo }], 'status', statuses, 'status'),
  },
  conditions,
)

type NewRequest = {
  tenantId: string
  id: string
  organization: string
  contactName: string
  email: string
  purpose: string
  sandboxOnly: boolean
}

/** A pending request of the same applicant from the last 24 hours. */
export async function findWaiting(
  db: Db,
  { tenantId, email, organization }: Pick<NewRequest, 'tenantId' | 'email' | 'organization'>,
): Promise<string | undefined> {
  const row = await ofTenant(db, tenantId)
    .where('asker', '=', sql<string>`lower(${email}) || ' ' || lower(${organization})`)
    .where('status', '=', sql.lit('PENDING')) // as in the partial index
    .where(sql<boolean>`created_at > app_now() - interval '24 hours'`)
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.id
}

export const insert = (request: NewRequest) =>
  builder.insertInto('access_requests').values({
    tenant_id: request.tenantId,
    id: request.id,
    organization: request.organization,
    contact_name: request.contactName,
    email: request.email,
    purpose: request.purpose,
    sandbox_only: request.sandboxOnly,
  })

/** Locks the request, to serialise decisions. */
export const lock = (db: Db, tenantId: string, id: string): Promise<Row | undefined> =>
  shown(ofTenant(db, tenantId).where('id', '=', id))
    .forUpdate()
    .executeTakeFirst()

type Decision =
  | { status: 'GRANTED'; granted_tenant_id: string; granted_client_id: string }
  | { status: 'REFUSED'; reason: string | null }

export const decide = (db: Db, tenantId: string, id: string, by: string, decision: Decision): Promise<Row> =>
  db
    .updateTable('access_requests')
    .set({ ...decision, decided_at: sql<Date>`app_now()`, decided_by: by })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(Object.values(columns))
    .executeTakeFirstOrThrow()

/** The administrator that the client of a granted request acts as. The transaction must be in the new tenant. */
export const findAdmin = (db: Db, { tenantId, clientId }: { tenantId: string; clientId: string }) =>
  db
    .selectFrom('clients as c')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.acts_as'))
    .where('c.tenant_id', '=', tenantId)
    .where('c.id', '=', clientId)
    .select(['u.name', 'u.email'])
    .executeTakeFirstOrThrow()

export const insertTenant = (id: string, name: string, plan: Plan) =>
  builder.insertInto('tenants').values({ tenant_id: id, name, plan })

/** Creates an administrator with a login that has no password yet. */
export const insertAdmin = (db: Db, user: { tenantId: string; id: string; email: string; name: string }) =>
  db
    .insertInto('users')
    .values({
      tenant_id: user.tenantId,
      id: user.id,
      email: user.email,
      email_confirmed_at: sql<Date>`app_now()`, // the operator vouches for it
      name: user.name,
      role: 'ADMIN',
      verified_at: sql<Date>`app_now()`,
      login_id: sql<string>`add_login(${newId('lgn')}, ${user.email}, null)`,
    })
    .execute()
