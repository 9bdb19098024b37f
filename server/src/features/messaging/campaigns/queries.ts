import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import { defer } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listCampaigns } from './contract.ts'
import type { Step } from './rules.ts'

const ofTenant = (db: Db, tenantId: string) => db.selectFrom('campaigns as c').where('c.tenant_id', '=', tenantId)

const shown = (query: ReturnType<typeof ofTenant>) =>
  query.select(['c.id', 'c.name', 'c.steps', 'c.disabled_at', 'c.created_at', 'c.updated_at'])

export type Row = InferResult<ReturnType<typeof shown>>[number]

/** The columns of the API's Campaign, and an empty patient for the audit row: campaigns contain no health data. */
const forReading = (query: ReturnType<typeof ofTenant>) => shown(query).select(sql<null>`null`.as('patient_id'))

/** The columns of the API's CampaignWithCounts. */
const withCounts = (query: ReturnType<typeof ofTenant>) =>
  forReading(query)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('campaign_enrolments as e')
          .whereRef('e.tenant_id', '=', 'c.tenant_id')
          .whereRef('e.campaign_id', '=', 'c.id')
          .select([
            sql<number>`(count(*) filter (where e.state = 'ACTIVE'))::int`.as('active'),
            sql<number>`(count(*) filter (where e.state = 'COMPLETED'))::int`.as('completed'),
            sql<number>`(count(*) filter (where e.state = 'STOPPED'))::int`.as('stopped'),
          ])
          .as('n'),
      (join) => join.onTrue(),
    )
    .select(['n.active', 'n.completed', 'n.stopped'])

const records = { visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId), id: 'c.id' }

export const one = byId({ ...records, shown: withCounts })

const conditions: Conditions<Filters<typeof listCampaigns>> = {
  enabled: ({ enabled }) => sql`(c.disabled_at is null) = ${enabled}::boolean`,
}

export const listing = pagedListing({ ...records, shown: forReading }, conditions)

export const exists = async (db: Db, tenantId: string, id: string): Promise<boolean> =>
  (await ofTenant(db, tenantId).where('c.id', '=', id).select('c.id').executeTakeFirst()) !== undefined

/** Locks a campaign until the transaction ends. Meanwhile no step is sent, and no recipient is enrolled. */
export const lock = (db: Db, tenantId: string, id: string) =>
  shown(ofTenant(db, tenantId).where('c.id', '=', id))
    .select('c.steps_made')
    .forUpdate()
    .executeTakeFirst()

/** Locks a campaign against changes until the transaction ends. Later statements see the last change. */
export function deferShareLock(tx: Db, tenantId: string, id: string): void {
  defer(tx, ofTenant(builder, tenantId).where('c.id', '=', id).select('c.id').forShare())
}

type NewCampaign = {
  tenantId: string
  id: string
  name: string
  steps: Step[]
  highestNumber: number
  enabled: boolean
}

export const insert = (db: Db, { tenantId, id, name, steps, highestNumber, enabled }: NewCampaign) =>
  db
    .insertInto('campaigns')
    .values({
      tenant_id: tenantId,
      id,
      name,
      steps: JSON.stringify(steps),
      steps_made: highestNumber,
      disabled_at: enabled ? null : sql<Date>`app_now()`,
    })
    .returning(['id', 'name', 'steps', 'disabled_at', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow()

export type Changes = {
  name?: string | undefined
  sequence?: { steps: Step[]; highestNumber: number } | undefined
  /** Only set if the value changes. */
  enabled?: boolean | undefined
}

export function update(db: Db, tenantId: string, id: string, { name, sequence, enabled }: Changes) {
  return db
    .updateTable('campaigns')
    .set({
      ...(name === undefined ? {} : { name }),
      ...(sequence === undefined ? {} : { steps: JSON.stringify(sequence.steps), steps_made: sequence.highestNumber }),
      ...(enabled === false ? { disabled_at: sql<Date>`app_now()` } : {}),
      ...(enabled === true ? { disabled_at: null, idle: idleUntilNow } : {}),
      updated_at: sql<Date>`app_now()`,
    })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .returning(['id', 'name', 'steps', 'disabled_at', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow()
}

/** Computed in seconds, because days of an interval depend on the time zone of the session. */
const idleUntilNow = sql<string>`idle + extract(epoch from app_now() - disabled_at) * interval '1 second'`
