import type pg from 'pg'
import { newTenant } from '../../../../testing/factories.ts'
import { news, welcome } from './campaigns-testing.ts'

/** A campaign of two steps in a new organisation, with `count` enrolled patients. */
export async function createEnrolledCampaign(owner: pg.Pool, count: number) {
  const tenantId = await newTenant({ owner })
  const adminId = `usr_admin${tenantId.slice(-8)}`
  await owner.query(
    `insert into users (tenant_id, id, email, name, role) values ($1, $2, $2 || '@test.example', 'A', 'ADMIN')`,
    [tenantId, adminId],
  )
  await owner.query(
    `insert into notification_templates (tenant_id, code, purpose, variables)
     values ($1, 'WELCOME', 'MARKETING', '{}'), ($1, 'NEWS', 'MARKETING', '{"headline": "text"}')`,
    [tenantId],
  )
  const campaignId = `cmp_${tenantId.slice(4)}`
  const steps = [welcome, news('A')].map((step, n) => ({ number: n + 1, channel: null, variables: {}, ...step }))
  await owner.query(`insert into campaigns (tenant_id, id, name, steps, steps_made) values ($1, $2, 'Crowd', $3, 2)`, [
    tenantId,
    campaignId,
    JSON.stringify(steps),
  ])
  await owner.query(
    `with people as (
       insert into users (tenant_id, id, email, email_confirmed_at, name, role)
       select $1, id, id || '@test.example', now(), 'P', 'PATIENT'
       from (select new_id('usr') as id from generate_series(1, $2)) made
       returning tenant_id, id
     ), consents as (
       insert into patient_consents (tenant_id, patient_id, name, version, granted, decided_by, client_id)
       select tenant_id, id, 'MARKETING', 1, true, id, 'test' from people
     )
     insert into campaign_enrolments (tenant_id, id, campaign_id, patient_id, since, enrolled_by)
     select tenant_id, new_id('enr'), $3, id, now(), $4 from people`,
    [tenantId, count, campaignId, adminId],
  )
  return { tenantId, campaignId }
}

/** How many people of a tenant got messages, and the fewest and most messages of one person. */
export async function messageCounts(
  db: pg.Pool,
  tenantId: string,
): Promise<{ people: number; fewest: number; most: number }> {
  const { rows } = await db.query(
    `select count(*)::int as people, min(n)::int as fewest, max(n)::int as most
     from (select count(*) as n from messages where tenant_id = $1 group by recipient_user_id) each_of`,
    [tenantId],
  )
  return rows[0]
}
