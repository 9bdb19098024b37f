import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { deleteOfTenants, keptSince } from '../../../db/delete-old.ts'
import { prepared } from '../../../db/prepared.ts'
import { idFloor } from '../../../lib/ids.ts'

/** Leads of one transaction. */
const BATCH = 200

/**
 * Leads with an active enrolment or a message to send are kept, and those who opted out: without them they would be written to
 * again.
 */
const deleteBefore = prepared<{ tenantId: string; before: string; limit: number }, { deleted: string }>(
  (v) => sql`
    with old as materialized (
      select l.tenant_id, l.id
      from leads l
      where l.tenant_id = ${v.tenantId}
        and l.id < ${v.before}
        and not exists (
          select from campaign_enrolments e
          where e.tenant_id = l.tenant_id
            and e.lead_id = l.id
            and (e.ended_at is null or e.stop_reason = 'OPTED_OUT'))
        and not exists (
          select from message_replies r where r.tenant_id = l.tenant_id and r.lead_id = l.id and r.stop)
        and not exists (
          select from messages m
          where m.tenant_id = l.tenant_id
            and m.lead_id = l.id
            and (m.next_at is not null or m.lease is not null))
      order by l.id
      limit ${v.limit}
    ), texts as (
      delete from sandbox_messages s
      using old, messages m
      where m.tenant_id = old.tenant_id
        and m.lead_id = old.id
        and s.tenant_id = m.tenant_id
        and s.message_id = m.id
    ), sent as (
      delete from messages m
      using old
      where m.tenant_id = old.tenant_id
        and m.lead_id = old.id
    ), replies as (
      delete from message_replies r
      using old
      where r.tenant_id = old.tenant_id
        and r.lead_id = old.id
    ), enrolments as (
      delete from campaign_enrolments e
      using old
      where e.tenant_id = old.tenant_id
        and e.lead_id = old.id
    ), deleted as (
      delete from leads l
      using old
      where l.tenant_id = old.tenant_id
        and l.id = old.id
      returning l.id
    )
    select count(*) as deleted from deleted`,
)

/**
 * Deletes leads that were recorded more than `keepDays` ago, with their messages, replies and ended enrolments.
 * @param database connected as the worker
 * @returns the number of deleted leads
 */
export function deleteOldLeads(database: Database, keepDays: number): Promise<number> {
  const before = idFloor('lead', keptSince(keepDays))
  return deleteOfTenants(database, BATCH, (tenantId) => deleteBefore({ tenantId, before, limit: BATCH }))
}
