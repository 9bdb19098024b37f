import { type ExpressionBuilder, type InferResult, type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../actor.ts'
import type { Db } from '../../db/kysely.ts'
import { byId, type Conditions, inPages } from '../../db/listings.ts'
import { prepared } from '../../db/prepared.ts'
import type { Schema } from '../../db/schema.ts'
import { rowsOf } from '../../db/transaction.ts'
import type { statuses } from './rules.ts'

/** Whose a certificate is: a practitioner's own, or without one the organisation's. */
export type Of = { tenantId: string; practitionerId: string | null }

/** Certificates that a caller may know of. */
const visibleTo = (db: Db, { tenantId, role, userId }: Caller) =>
  db
    .selectFrom('signing_certificates as c')
    .where('c.tenant_id', '=', tenantId)
    .where((eb) => (role === 'ADMIN' ? eb.lit(true) : ofSelfOrAll(eb, userId)))

const ofSelfOrAll = (eb: ExpressionBuilder<Schema & { c: Schema['signing_certificates'] }, 'c'>, userId: string) =>
  eb.or([eb('c.user_id', '=', userId), eb('c.user_id', 'is', null)])

const shown = (query: ReturnType<typeof visibleTo>) =>
  query
    .leftJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.user_id'))
    .select([
      'c.id',
      'c.user_id',
      'u.name as user_name',
      'c.subject',
      'c.fingerprint',
      'c.self_signed',
      'c.valid_from',
      'c.valid_until',
      'c.created_at',
      'c.retired_at',
      sql<string | null>`null`.as('patient_id'), // nobody's health data
    ])

export type Shown = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo, shown, id: 'c.id' }

export const one = byId({
  ...records,
  shown: (query: ReturnType<typeof visibleTo>) => shown(query).select('c.chain'),
})

export type Filters = { status?: readonly (typeof statuses)[number][] | undefined }

const conditions: Conditions<Filters> = {
  status: ({ status }) => sql`case when c.retired_at is null then 'IN_USE' else 'RETIRED' end = any(${status})`,
}

export const listing = inPages(records, conditions)

/** One that the caller may know of, as a write shows it. */
export const find = (db: Db, caller: Caller, id: string): Promise<Shown | undefined> =>
  shown(visibleTo(db, caller).where('c.id', '=', id)).executeTakeFirst()

/** Certificates in force: a practitioner's own, and whether they may sign; and the organisation's. */
export type InForce = { own: string | null; may_sign: boolean; organisation: string | null }

export const findInForce = async (db: Db, of: Of, now: Date): Promise<InForce> =>
  (await rowsOf<InForce>(db, inForce({ ...of, now })))[0]!

const heldBy = (holder: RawBuilder<boolean>, { tenantId, now }: { tenantId: string; now: Date }) => sql<string | null>`(
  select id
  from signing_certificates
  where tenant_id = ${tenantId}
    and ${holder}
    and retired_at is null
    and valid_from <= ${now}
    and valid_until > ${now})`

const inForce = prepared<Of & { now: Date }>(
  (v) => sql`
    select
      ${heldBy(sql`user_id = ${v.practitionerId}`, v)} as own,
      exists (
        select from users
        where tenant_id = ${v.tenantId}
          and id = ${v.practitionerId}
          and disabled_at is null
      ) as may_sign,
      ${heldBy(sql`user_id is null`, v)} as organisation`,
)

/** As whom somebody signs. */
export async function findHolder(
  db: Db,
  of: Of,
): Promise<{ organisation: string; name: string | null; licence_number: string | null }> {
  type Row = Awaited<ReturnType<typeof findHolder>>
  return (await rowsOf<Row>(db, holder(of)))[0]!
}

const holder = prepared<Of>(
  (v) => sql`
    select t.name as organisation, u.name, d.licence_number
    from tenants t
    left join users u on u.tenant_id = t.tenant_id and u.id = ${v.practitionerId}
    left join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where t.tenant_id = ${v.tenantId}`,
)

export type NewCertificate = Of & {
  id: string
  chainPem: string
  sealedKey: Buffer
  subject: string
  fingerprint: string
  selfSigned: boolean
  validFrom: Date
  validUntil: Date
}

export const insert = prepared<NewCertificate>(
  (v) => sql`
    insert into signing_certificates
      (tenant_id, id, user_id, chain, private_key_encrypted, subject, fingerprint, self_signed, valid_from, valid_until)
    values (${v.tenantId}, ${v.id}, ${v.practitionerId}, ${v.chainPem}, ${v.sealedKey}, ${v.subject}, ${v.fingerprint},
      ${v.selfSigned}, ${v.validFrom}, ${v.validUntil})`,
)

/** Ends the one in use. Nobody signs with it again, whoever holds the master key. */
export const retireInUse = prepared<Of>(
  (v) => sql`
    update signing_certificates
    set retired_at = app_now(), private_key_encrypted = null
    where tenant_id = ${v.tenantId}
      and user_id is not distinct from ${v.practitionerId}
      and retired_at is null`,
)

/** The same by its id. */
export const retire = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    update signing_certificates
    set retired_at = app_now(), private_key_encrypted = null
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
      and retired_at is null`,
)

type Sealed = { user_id: string | null; chain: string; private_key_encrypted: Buffer }

/** What documents are signed with, until it is retired. */
export const sealed = prepared<{ tenantId: string; id: string }, Sealed>(
  (v) => sql`
    select user_id, chain, private_key_encrypted
    from signing_certificates
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
      and private_key_encrypted is not null`,
)
