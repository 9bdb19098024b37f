import { sql } from 'kysely'
import type { CallerIds } from '../../../actor.ts'
import { inKeyOrder, keyColumns, keyedRows, keyOf, orderedRows } from '../../../db/keysets.ts'
import type { Db } from '../../../db/kysely.ts'
import type { Listing } from '../../../db/listings.ts'
import { prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { guardiansOf } from '../../../db/users.ts'
import type { Language } from '../../../lib/channels.ts'

/** Two records of a tenant: the one that stays, and the one that is merged into it. */
export type Pair = { tenantId: string; survivorId: string; otherId: string }

type Candidate = {
  id: string
  name: string
  birthDate: string | null
  nationalId: string | null
  createdAt: string
}

/** Two records that may belong to the same person, the older first. Times are ISO 8601 text. */
export type Duplicate = {
  patient_id: null
  patient_ids: string[]
  patients: Candidate[]
  same_national_id: boolean
  same_name_and_birth_date: boolean
}

const candidate = (id: string) => sql`(
  select jsonb_build_object('id', u.id, 'name', u.name, 'birthDate', i.birth_date, 'nationalId', i.national_id,
    'createdAt', u.created_at)
  from users u
  left join patient_identities i on i.tenant_id = u.tenant_id and i.patient_id = u.id
  where u.tenant_id = d.tenant_id
    and u.id = ${sql.ref(id)})`

const newestPairs = keyOf({ newer_id: 'desc', older_id: 'desc' }, 'd')

export const duplicates: Listing<object, Duplicate> = {
  ...keyedRows(
    newestPairs,
    (v, after) => sql`
      select null as patient_id, array[older_id, newer_id] as patient_ids, same_national_id, same_name_and_birth_date,
        jsonb_build_array(${candidate('older_id')}, ${candidate('newer_id')}) as patients, ${keyColumns(newestPairs)}
      from (
        select *
        from possible_duplicates d
        where tenant_id = ${v.tenantId}
          and ${after}
        order by ${inKeyOrder(newestPairs)}
        limit ${v.limit}
        offset ${v.offset}
      ) d
      order by ${inKeyOrder(newestPairs)}`,
  ),
  ...totals((v: CallerIds) => sql`select newer_id from possible_duplicates where tenant_id = ${v.tenantId}`),
}

/** One of the two records of a merge, with the facts that decide whether the merge is possible. */
export type Side = {
  id: string
  name: string
  is_patient: boolean
  login_id: string | null
  email: string | null
  email_confirmed: boolean
  phone: string | null
  phone_confirmed: boolean
  /** Addresses that were confirmed and have been replaced since. */
  earlier_email: string | null
  earlier_phone: string | null
  /** The member of the staff who changed an address in the last day. */
  address_changed_by: string | null
  attested: boolean
  language: Language
  birth_date: string | null
  sex: string | null
  national_id: string | null
  name_ar: string | null
  insurer: string | null
  insurance_number: string | null
  /** The appointment whose consultation the patient, or a guardian for them, is in now. */
  call_id: string | null
}

const selectSides = (v: Pair) => sql`
  select u.id, u.name, u.role = 'PATIENT' as is_patient, u.login_id, u.email,
    u.email_confirmed_at is not null as email_confirmed, c.phone, c.phone_confirmed_at is not null as phone_confirmed,
    c.earlier_email, c.earlier_phone,
    case when c.address_changed_at > app_now() - interval '1 day' then c.address_changed_by end as address_changed_by, i.attested_by is not null as attested,
    coalesce(c.language, 'fr') as language, i.birth_date::text, i.sex, i.national_id, i.name_ar, i.insurer, i.insurance_number,
    (
      select a.id
      from video_participants p
      join video_rooms r on r.tenant_id = p.tenant_id and r.id = p.room_id
      join appointments a on a.tenant_id = r.tenant_id and a.video_room_id = r.id
      where p.tenant_id = u.tenant_id
        and p.identity = any(array(${guardiansOf(sql`u.tenant_id`, sql`u.id`)} union all select u.id))
        and u.id in (p.identity, a.patient_id)
        and p.role = 'patient'
        and p.left_at is null
        and r.closed_at is null
        -- If a server was killed, left_at stays null.
        and (a.status = 'IN_PROGRESS' or p.waiting_since > now() - interval '2 hours')
      limit 1
    ) as call_id
  from users u
  left join patient_identities i on i.tenant_id = u.tenant_id and i.patient_id = u.id
  left join contacts c on c.tenant_id = u.tenant_id and c.user_id = u.id
  where u.tenant_id = ${v.tenantId}
    and u.id in (${v.survivorId}, ${v.otherId})`

const sides = prepared<Pair, Side>(selectSides)

export const findSides = (db: Db, pair: Pair): Promise<Side[]> => rowsOf<Side>(db, sides(pair))

export type Preview = { patient_id: null; patient_ids: string[]; sides: Side[]; records: number }

/** The data for the preview of a merge. `records` is the number of rows that would move. */
export const preview = prepared<Pair, Preview>(
  (v) => sql`
    select null as patient_id, array_agg(side.id) as patient_ids, jsonb_agg(to_jsonb(side)) as sides,
      rows_of_patient(${v.tenantId}, ${v.otherId})::int as records
    from (${selectSides(v)}) side
    where side.is_patient`,
)

/**
 * Locks both records until the transaction ends, always in the order of their ids to avoid deadlocks. A concurrent transaction
 * that inserts a row for the merged record waits, and then fails with a foreign key violation.
 */
export const lockBoth = prepared<Pair>(
  (v) => sql`
    select id
    from users
    where tenant_id = ${v.tenantId}
      and id in (${v.survivorId}, ${v.otherId})
    order by id
    for update`,
)

type Merging = Pair & { by: string; reason: string; loginOf: string | null; identityOf: string | null }

export const mergeInto = prepared<Merging>(
  (v) => sql`
    select merge_patients(${v.tenantId}, ${v.otherId}, ${v.survivorId}, ${v.by}, ${v.reason}, ${v.loginOf}, ${v.identityOf})`,
)

export type Merge = {
  patient_id: string
  id: string
  reason: string
  merged_at: Date
  merged_by: string
  merged_by_name: string
  kept: Record<string, Record<string, unknown> & { user: { name: string } }>
  moved: Record<string, string[]>
}

const selectMerges = (v: { tenantId: string }) => sql`
  select m.into_id as patient_id, m.id, m.reason, m.merged_at, m.merged_by, u.name as merged_by_name, m.kept, m.moved
  from merged_patients m
  join users u on u.tenant_id = m.tenant_id and u.id = m.merged_by
  where m.tenant_id = ${v.tenantId}`

const mergeOf = prepared<Pick<Pair, 'tenantId' | 'otherId'>, Merge>(
  (v) => sql`${selectMerges(v)} and m.id = ${v.otherId}`,
)

export const findMerge = async (db: Db, pair: Pair): Promise<Merge> => (await rowsOf<Merge>(db, mergeOf(pair)))[0]!

export const merges: Listing<{ id: string }, Merge> = {
  ...orderedRows((v) => sql`${selectMerges(v)} and m.into_id = ${v.id}`, { merged_at: 'desc', id: 'desc' }),
  ...totals(
    (v: CallerIds & { id: string }) =>
      sql`select m.id from merged_patients m where m.tenant_id = ${v.tenantId} and m.into_id = ${v.id}`,
  ),
}
