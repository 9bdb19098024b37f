import { type InferResult, sql } from 'kysely'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing, splitByColumn } from '../../../db/listings.ts'
import { defer } from '../../../db/transaction.ts'
import { consenting } from '../../people/patients/actions.ts'
import { type Lead, type Patient, type State, type StopReason, states } from './rules.ts'

type Filters = {
  /** The campaign's id. */
  id: string
  state?: readonly State[] | undefined
  patientId?: string | undefined
  leadId?: string | undefined
}

export const ofTenant = (db: Db, tenantId: string) =>
  db
    .selectFrom('campaign_enrolments as e')
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.tenant_id', '=', 'e.tenant_id').onRef('c.id', '=', 'e.campaign_id'),
    )
    .where('e.tenant_id', '=', tenantId)

/** The columns of the API's CampaignEnrolment, with the name of the patient or lead. */
const shown = (query: ReturnType<typeof ofTenant>) =>
  query
    .leftJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'e.tenant_id').onRef('p.id', '=', 'e.patient_id'))
    .leftJoin('leads as l', (join) => join.onRef('l.tenant_id', '=', 'e.tenant_id').onRef('l.id', '=', 'e.lead_id'))
    .select([
      'e.id',
      'e.campaign_id',
      'e.patient_id',
      'e.lead_id',
      'e.state',
      'e.stop_reason',
      'e.last_step',
      'e.steps_sent',
      'e.last_sent_at',
      'e.consent_source',
      'e.enrolled_by',
      'e.enrolled_at',
      'e.ended_at',
      'c.steps',
      'c.disabled_at',
      sql<string>`coalesce(p.name, l.name)`.as('name'),
      // Converts `since` to business time: campaign time stops while the campaign is disabled.
      sql<Date>`e.since + c.idle`.as('counted_from'),
    ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = {
  visibleTo: (db: Db, { tenantId }: Caller) => ofTenant(db, tenantId),
  shown,
  id: 'e.id',
}

export const one = byId(records)

const conditions: Conditions<Filters> = {
  id: ({ id }) => sql`e.campaign_id = ${id}`,
  state: ({ state }) => sql`e.state = any(${state})`,
  patientId: ({ patientId }) => sql`e.person_id = ${patientId}`,
  leadId: ({ leadId }) => sql`e.person_id = ${leadId}`,
}

/** Enrolments without the join of the campaign, which the list does not need to find its rows. */
const withoutCampaign = (db: Db, { tenantId }: Caller) =>
  db.selectFrom('campaign_enrolments as e').where('e.tenant_id', '=', tenantId)

export const listing = pagedListing(
  {
    ...records,
    parts: (_, hasFilter) => {
      const all = [{ from: withoutCampaign }]
      return hasFilter('patientId') || hasFilter('leadId') ? all : splitByColumn(all, 'e.state', states, 'state')
    },
  },
  conditions,
)

type Chosen = { tenantId: string; campaignId: string; ids: string[] }

/**
 * The patients among the ids, locked until the transaction ends, so that concurrent withdrawals of consent are respected. The
 * lock is a separate statement, so that the next statement reads after the wait.
 */
export function findPatients(db: Db, { tenantId, campaignId, ids }: Chosen): Promise<(Patient & { id: string })[]> {
  const named = (from: Db) =>
    from
      .selectFrom('users as p')
      .where('p.tenant_id', '=', tenantId)
      .where('p.role', '=', 'PATIENT')
      .where('p.id', '=', sql<string>`any(${ids}::text[])`)
  defer(db, named(builder).select('p.id').orderBy('p.id').forShare())
  return named(db)
    .leftJoin('contacts as k', (join) => join.onRef('k.tenant_id', '=', 'p.tenant_id').onRef('k.user_id', '=', 'p.id'))
    .select([
      'p.id',
      sql<boolean>`p.disabled_at is not null`.as('disabled'),
      consenting('MARKETING').as('consents'),
      optedOut.as('opted_out'),
      sql<boolean>`exists (
        select from campaign_enrolments e
        where e.tenant_id = p.tenant_id
          and e.campaign_id = ${campaignId}
          and e.person_id = p.id)`.as('enrolled'),
    ])
    .execute()
}

/** Whether the contact `k` opted out; false without a contact. */
export const optedOut = sql<boolean>`coalesce(opted_out(k), false)`

/** The leads among the ids. An opt-out applies to all leads with the same address or telephone number. */
export async function findLeads(db: Db, { tenantId, campaignId, ids }: Chosen): Promise<(Lead & { id: string })[]> {
  const { rows } = await sql<Lead & { id: string }>`
    with opted_out_address as materialized (
      select l.phone, lower(l.email) as email
      from (
        select lead_id
        from campaign_enrolments
        where tenant_id = ${tenantId}
          and lead_id is not null
          and stop_reason = 'OPTED_OUT'
        union
        select lead_id
        from message_replies
        where tenant_id = ${tenantId}
          and lead_id is not null
          and stop
      ) opt_out
      join leads l on l.tenant_id = ${tenantId} and l.id = opt_out.lead_id
    )
    select l.id, l.metadata,
      exists (select from opted_out_address where phone = l.phone)
        or exists (select from opted_out_address where email = lower(l.email)) as opted_out,
      exists (
        select from campaign_enrolments e
        where e.tenant_id = l.tenant_id
          and e.campaign_id = ${campaignId}
          and e.person_id = l.id
      ) as enrolled
    from leads l
    where l.tenant_id = ${tenantId}
      and l.id = any(${ids}::text[])`.execute(db)
  return rows
}

type NewEnrolments = {
  tenantId: string
  campaignId: string
  patientIds: string[]
  leadIds: string[]
  consentSource: string | null
  enrolledBy: string
}
export type Enrolled = { id: string; patient_id: string | null; lead_id: string | null }

/** Enrols the recipients who are not enrolled yet, in a fixed order to avoid deadlocks. @returns the new enrolments */
export async function insert(db: Db, v: NewEnrolments): Promise<Enrolled[]> {
  const { rows } = await sql<Enrolled>`
    insert into campaign_enrolments
      (tenant_id, id, campaign_id, patient_id, lead_id, since, consent_source, enrolled_by)
    select c.tenant_id, new_id('enr'), c.id, recipient.patient_id, recipient.lead_id, campaign_time(c), recipient.consent_source,
      ${v.enrolledBy}
    from campaigns c
    cross join (
      select patient_id, null as lead_id, null as consent_source
      from unnest(${v.patientIds}::text[]) patient_id
      union all
      select null, lead_id, ${v.consentSource}::text
      from unnest(${v.leadIds}::text[]) lead_id
    ) recipient
    where c.tenant_id = ${v.tenantId}
      and c.id = ${v.campaignId}
    order by recipient.patient_id, recipient.lead_id
    on conflict do nothing
    returning id, patient_id, lead_id`.execute(db)
  return rows
}

export const stop = (tenantId: string, id: string, reason: StopReason) =>
  builder
    .updateTable('campaign_enrolments')
    .set({ state: 'STOPPED', stop_reason: reason, ended_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)

export const lock = (db: Db, tenantId: string, id: string) =>
  db
    .selectFrom('campaign_enrolments')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['id', 'patient_id', 'state', 'stop_reason'])
    .forUpdate()
    .executeTakeFirst()
