import { type InferResult, sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'
import { builder, type Db } from '../../../../db/kysely.ts'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { isGuardianOf, isPending } from '../../../../db/users.ts'
import type { LinkKey } from './codes.ts'

/** Wrong answers to the second check after which a link ends. */
export const MAX_WRONG_CHECKS = 5

/** The link of a code, found before the tenant is known. */
export async function linkByCode(database: Database, codeSha256: Buffer): Promise<LinkKey | undefined> {
  type Row = { tenant_id: string; appointment_id: string; user_id: string }
  const row = await database.findBySecret(
    sql<Row>`select tenant_id, appointment_id, user_id from join_link_by_code(${codeSha256})`,
    codeSha256,
  )
  return row && { tenantId: row.tenant_id, appointmentId: row.appointment_id, userId: row.user_id }
}

/** The appointment of a link with the person whom it belongs to. `name` is null for a user who may not join. */
const selectVisit = ({ tenantId, appointmentId, userId }: LinkKey) =>
  builder
    .selectFrom('appointments as a')
    .innerJoin('tenants as t', 't.tenant_id', 'a.tenant_id')
    .innerJoin('users as d', (join) => join.onRef('d.tenant_id', '=', 'a.tenant_id').onRef('d.id', '=', 'a.doctor_id'))
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.patient_id'))
    .leftJoin('doctors as s', (join) =>
      join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.user_id', '=', 'a.doctor_id'),
    )
    .leftJoin('places as l', (join) => join.onRef('l.tenant_id', '=', 'a.tenant_id').onRef('l.id', '=', 'a.place_id'))
    .leftJoin('users as u', (join) =>
      join
        .onRef('u.tenant_id', '=', 'a.tenant_id')
        .on('u.id', '=', userId)
        .on('u.disabled_at', 'is', null)
        .on(sql<boolean>`not ${isPending('u')}`),
    )
    .innerJoin('join_links as j', (join) =>
      join.onRef('j.tenant_id', '=', 'a.tenant_id').onRef('j.appointment_id', '=', 'a.id').on('j.user_id', '=', userId),
    )
    .leftJoin('contacts as c', (join) => join.onRef('c.tenant_id', '=', 'a.tenant_id').on('c.user_id', '=', userId))
    .leftJoin('patient_identities as i', (join) =>
      join.onRef('i.tenant_id', '=', 'a.tenant_id').onRef('i.patient_id', '=', 'a.patient_id'),
    )
    .where('a.tenant_id', '=', tenantId)
    .where('a.id', '=', appointmentId)
    .where('a.deleted_at', 'is', null)
    .select(['a.id', 'a.doctor_id', 'a.patient_id', 'a.start_time', 'a.end_time', 'a.status', 'a.mode'])
    .select(['a.video_room_id', 'a.created_at', 'a.moved_at', 'd.name as doctor_name', 'p.name as patient_name'])
    .select(['u.name', 't.name as organization', 's.specialty', 'l.name as place', 'l.address', 'l.city'])
    .select([
      'j.wrong_checks',
      'j.fetched_by',
      'j.generation',
      'c.phone',
      sql<string | null>`i.birth_date::text`.as('birth_date'),
    ])
    .select(isGuardianOf({ tenantId, guardianId: userId, dependantId: sql`a.patient_id` }).as('is_guardian'))

export type Visit = InferResult<ReturnType<typeof selectVisit>>[number]

export const visit = prepared<LinkKey, Visit>(selectVisit)

/** The stored link of a participant. */
export async function findLink(db: Db, { tenantId, appointmentId, userId }: LinkKey) {
  const row = await db
    .selectFrom('join_links')
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', appointmentId)
    .where('user_id', '=', userId)
    .select(['generation', 'code_sha256'])
    .forUpdate()
    .executeTakeFirst()
  return row && { generation: row.generation, codeSha256: row.code_sha256 }
}

type NewLink = LinkKey & { generation: number; codeSha256: Buffer }

/** Stores links. A link of an earlier generation does not replace a revoked one. */
export const store = (links: NewLink[]) =>
  storeAll({
    links: JSON.stringify(links.map((link) => ({ ...link, codeSha256: link.codeSha256.toString('hex') }))),
  })

const storeAll = prepared<{ links: string }>(
  (v) => sql`
    insert into join_links as j (tenant_id, appointment_id, user_id, generation, code_sha256)
    select "tenantId", "appointmentId", "userId", generation, decode("codeSha256", 'hex')
    from jsonb_to_recordset(${v.links}::jsonb) as l (
      "tenantId" text, "appointmentId" text, "userId" text, generation int, "codeSha256" text)
    order by 1, 2, 3
    on conflict (tenant_id, appointment_id, user_id) do update
    set generation = excluded.generation, code_sha256 = excluded.code_sha256, wrong_checks = 0, fetched_by = null
    where excluded.generation >= j.generation`,
)

/** Records that an administrator has fetched the link of another person. */
export const markFetched = prepared<LinkKey & { fetchedBy: string }>(
  (v) => sql`
    update join_links
    set fetched_by = ${v.fetchedBy}
    where tenant_id = ${v.tenantId}
      and appointment_id = ${v.appointmentId}
      and user_id = ${v.userId}`,
)

/** Counts an answer to the second check as wrong. @returns no row for a link without tries left */
export const countTry = prepared<LinkKey>(
  (v) => sql`
    update join_links
    set wrong_checks = wrong_checks + 1
    where tenant_id = ${v.tenantId}
      and appointment_id = ${v.appointmentId}
      and user_id = ${v.userId}
      and wrong_checks < ${sql.lit(MAX_WRONG_CHECKS)}
    returning user_id`,
)

/** Takes back the count of an answer that was right. */
export const forgetTry = prepared<LinkKey>(
  (v) => sql`
    update join_links
    set wrong_checks = wrong_checks - 1
    where tenant_id = ${v.tenantId}
      and appointment_id = ${v.appointmentId}
      and user_id = ${v.userId}
      and wrong_checks > 0`,
)

/** An appointment that a message names, with the link of the message's recipient. */
export type NamedVisit = {
  message_id: string
  appointment_id: string
  start_time: Date
  end_time: Date
  status: string
  mode: string
  doctor_id: string
  doctor_name: string
  patient_name: string
  organization: string
  place: string | null
  address: string | null
  city: string | null
  sequence: number
  generation: number | null
  code_sha256: Buffer | null
}

/**
 * The appointments that messages of several organisations name, in the order in which each message names them. Each row is looked up
 * by its key, whatever the planner believes about the size of the tables: this runs for every message.
 */
export const visitsNamed = prepared<{ messages: string }, NamedVisit>(
  (v) => sql`
    select m.id as message_id, a.id as appointment_id, a.start_time, a.end_time, a.status, a.mode, a.doctor_id,
      d.name as doctor_name, p.name as patient_name, t.name as organization,
      l.name as place, l.address, l.city,
      coalesce(greatest(0, extract(epoch from a.moved_at - a.created_at)), 0)::int as sequence,
      j.generation, j.code_sha256
    from jsonb_to_recordset(${v.messages}::jsonb) as m (id text, "tenantId" text, "userId" text, about jsonb)
    cross join lateral jsonb_array_elements_text(m.about) with ordinality as named (id, at)
    cross join lateral (
      select tenant_id, id, doctor_id, patient_id, place_id, start_time, end_time, status, mode, created_at, moved_at
      from appointments
      where ${atKey({ tenant_id: 'm.tenantId', id: 'named.id' })}) a
    cross join lateral (select name from tenants where ${atKey({ tenant_id: 'a.tenant_id' })}) t
    cross join lateral (select name from users where ${atKey({ tenant_id: 'a.tenant_id', id: 'a.doctor_id' })}) d
    cross join lateral (select name from users where ${atKey({ tenant_id: 'a.tenant_id', id: 'a.patient_id' })}) p
    left join lateral (
      select name, address, city from places where ${atKey({ tenant_id: 'a.tenant_id', id: 'a.place_id' })}) l on true
    left join lateral (
      select generation, code_sha256
      from join_links
      where ${atKey({ tenant_id: 'a.tenant_id', appointment_id: 'a.id', user_id: 'm.userId' })}) j on true
    order by m.id, named.at`,
)
