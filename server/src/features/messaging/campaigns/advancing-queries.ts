import { sql } from 'kysely'
import { builder, type Db } from '../../../db/kysely.ts'
import { consenting } from '../../people/patients/actions.ts'
import { ofTenant, optedOut } from './enrolment-queries.ts'
import { deferShareLock } from './queries.ts'
import type { Step, StopReason } from './rules.ts'

/** An enrolment whose next step is due. */
export type Due = { tenant_id: string; id: string; campaign_id: string }

/** Due enrolments of all tenants, after the given one. */
export const due = (limit: number, after: Due | undefined) => sql<Due>`
  select tenant_id, id, campaign_id
  from due_enrolments(${after?.tenant_id ?? ''}, ${after?.id ?? ''}, ${limit}::int)`

/**
 * Locks an enrolment and its campaign until the transaction ends. Undefined if the enrolment is no longer active, or the campaign
 * is disabled. `unfit`: why the recipient may no longer be written to.
 */
export function lockDue(db: Db, { tenant_id: tenantId, id, campaign_id: campaignId }: Due) {
  deferShareLock(db, tenantId, campaignId)
  return ofTenant(db, tenantId)
    .where('e.id', '=', id)
    .where('e.state', '=', 'ACTIVE')
    .where('c.disabled_at', 'is', null)
    .leftJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'e.tenant_id').onRef('p.id', '=', 'e.patient_id'))
    .leftJoin('contacts as k', (join) => join.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.user_id', '=', 'p.id'))
    .leftJoin('leads as l', (join) => join.onRef('l.tenant_id', '=', 'e.tenant_id').onRef('l.id', '=', 'e.lead_id'))
    .select([
      'e.id',
      'e.patient_id',
      'e.last_step',
      'c.steps',
      sql<number>`extract(epoch from campaign_time(c) - e.since)::float8 / 3600`.as('waited_hours'),
      sql<StopReason | null>`case
        when p.disabled_at is not null then 'ACCOUNT_DISABLED'
        when p.id is not null and not ${consenting('MARKETING')} then 'CONSENT_WITHDRAWN'
        when p.id is not null and ${optedOut} then 'OPTED_OUT'
      end`.as('unfit'),
      sql<LeadAddress | null>`case
        when l.id is not null then
          jsonb_build_object('id', l.id, 'name', l.name, 'email', l.email, 'phone', l.phone, 'metadata', l.metadata)
      end`.as('lead'),
    ])
    .forUpdate('e')
    .executeTakeFirst()
}

type LeadAddress = {
  id: string
  name: string
  email: string | null
  phone: string | null
  metadata: Record<string, unknown>
}

export type Locked = NonNullable<Awaited<ReturnType<typeof lockDue>>>

/** Records that a step was sent, and completes the enrolment after the last one. */
export const recordStep = (tenantId: string, id: string, step: Step, isLast: boolean) =>
  builder
    .updateTable('campaign_enrolments as e')
    .from('campaigns as c')
    .set({
      last_step: step.number,
      steps_sent: sql<number>`e.steps_sent + 1`,
      since: sql<Date>`campaign_time(c)`,
      last_sent_at: sql<Date>`app_now()`,
      ...(isLast ? { state: 'COMPLETED' as const, ended_at: sql<Date>`app_now()` } : {}),
    })
    .where('e.tenant_id', '=', tenantId)
    .where('e.id', '=', id)
    .whereRef('c.tenant_id', '=', 'e.tenant_id')
    .whereRef('c.id', '=', 'e.campaign_id')

export const complete = (tenantId: string, id: string) =>
  builder
    .updateTable('campaign_enrolments')
    .set({ state: 'COMPLETED', ended_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)

const activeEnrolments = (tenantId: string, campaignId: string) =>
  builder
    .updateTable('campaign_enrolments')
    .where('tenant_id', '=', tenantId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'ACTIVE')

/** Moves active enrolments from one last sent step to another. */
export const setLastStep = (tenantId: string, campaignId: string, { from, to }: { from: number; to: number }) =>
  activeEnrolments(tenantId, campaignId).set({ last_step: to }).where('last_step', '=', from)

/** Completes the enrolments whose last sent step is now the final one. */
export const completeAt = (tenantId: string, campaignId: string, lastStep: number) =>
  activeEnrolments(tenantId, campaignId)
    .set({ state: 'COMPLETED', ended_at: sql<Date>`app_now()` })
    .where('last_step', '=', lastStep)
