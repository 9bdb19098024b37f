import { type InferResult, type RawBuilder, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, pagedListing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import type { listSigningCertificates } from './contract.ts'

/** The owner of a certificate: a practitioner, or the organisation if null. */
export type Owner = { tenantId: string; practitionerId: string | null }

/** Certificates that the caller may see. */
const visibleTo = (db: Db, caller: Caller) =>
  db
    .selectFrom('signing_certificates as c')
    .where('c.tenant_id', '=', caller.tenantId)
    .where(visible(access.signingCertificates.read, caller, { own: 'c.user_id', shared: sql`c.user_id is null` }))

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
      sql<string | null>`null`.as('patient_id'), // no health data
    ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo, shown, id: 'c.id' }

export const one = byId({
  ...records,
  shown: (query: ReturnType<typeof visibleTo>) => shown(query).select('c.chain'),
})

const conditions: Conditions<Filters<typeof listSigningCertificates>> = {
  status: ({ status }) => sql`case when c.retired_at is null then 'IN_USE' else 'RETIRED' end = any(${status})`,
}

export const listing = pagedListing(records, conditions)

/** A certificate that the caller may see. */
export const find = (db: Db, caller: Caller, id: string): Promise<Row | undefined> =>
  shown(visibleTo(db, caller).where('c.id', '=', id)).executeTakeFirst()

/** The valid certificates of a practitioner and of the organisation, and whether the practitioner may sign. */
export type InForce = { own: string | null; may_sign: boolean; organisation: string | null }

export const findInForce = async (db: Db, owner: Owner, now: Date): Promise<InForce> =>
  (await rowsOf<InForce>(db, inForce({ ...owner, now })))[0]!

const heldBy = (holder: RawBuilder<boolean>, { tenantId, now }: { tenantId: string; now: Date }) => sql<string | null>`(
  select id
  from signing_certificates
  where tenant_id = ${tenantId}
    and ${holder}
    and retired_at is null
    and valid_from <= ${now}
    and valid_until > ${now})`

const inForce = prepared<Owner & { now: Date }>(
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

/** The names in the subject of a certificate. */
export async function findHolder(
  db: Db,
  owner: Owner,
): Promise<{ organisation: string; name: string | null; licence_number: string | null }> {
  type Holder = Awaited<ReturnType<typeof findHolder>>
  return (await rowsOf<Holder>(db, holder(owner)))[0]!
}

const holder = prepared<Owner>(
  (v) => sql`
    select t.name as organisation, u.name, d.licence_number
    from tenants t
    left join users u on u.tenant_id = t.tenant_id and u.id = ${v.practitionerId}
    left join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
    where t.tenant_id = ${v.tenantId}`,
)

export type NewCertificate = Owner & {
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

/** Retires the certificate in use. Its key is deleted, so that even an owner of the master key cannot use it. */
export const retireInUse = prepared<Owner>(
  (v) => sql`
    update signing_certificates
    set retired_at = app_now(), private_key_encrypted = null
    where tenant_id = ${v.tenantId}
      and user_id is not distinct from ${v.practitionerId}
      and retired_at is null`,
)

/** Retires a certificate by id. */
export const retire = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    update signing_certificates
    set retired_at = app_now(), private_key_encrypted = null
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
      and retired_at is null`,
)

type Sealed = { user_id: string | null; chain: string; private_key_encrypted: Buffer }

/** The encrypted key of a certificate in use. */
export const sealed = prepared<{ tenantId: string; id: string }, Sealed>(
  (v) => sql`
    select user_id, chain, private_key_encrypted
    from signing_certificates
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
      and private_key_encrypted is not null`,
)
