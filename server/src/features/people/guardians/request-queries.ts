import { sql } from 'kysely'
import type { Caller, CallerIds } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Kind as AddressKind } from '../codes/actions.ts'

const addressOf = prepared<Pick<CallerIds, 'tenantId' | 'userId'> & { dependantId: string; kind: string }>(
  (v) => sql`
    select
      (select name from users where tenant_id = ${v.tenantId} and id = ${v.userId}) as guardian,
      (
        select case ${v.kind}::text
          when 'EMAIL' then case when u.email_confirmed_at is not null and u.email_proved_at is not null then u.email end
          else case when c.phone_confirmed_at is not null and c.phone_proved_at is not null then c.phone end
        end
        from users u
        left join contacts c on c.tenant_id = u.tenant_id and c.user_id = u.id
        where u.tenant_id = ${v.tenantId}
          and u.id = ${v.dependantId}
          and u.role = 'PATIENT'
          and u.disabled_at is null
          and u.login_id is not null
          and (c.address_changed_at is null or c.address_changed_at < app_now() - interval '7 days')
          and not exists (
            select
            from users a
            left join contacts k on k.tenant_id = a.tenant_id and k.user_id = a.id
            where a.tenant_id = ${v.tenantId}
              and a.id = ${v.userId}
              and case ${v.kind}::text when 'EMAIL' then lower(a.email) = lower(u.email) else k.phone = c.phone end)
          and coalesce(
            (
              select g.ended_by in (g.guardian_id, 'platform') or g.verified_at is null and g.ended_by = g.dependant_id
              from guardianships g
              where g.tenant_id = ${v.tenantId}
                and g.guardian_id = ${v.userId}
                and g.dependant_id = ${v.dependantId}
                and g.ended_at is not null
              order by g.ended_at desc, g.id desc
              limit 1
            ),
            true)
      ) as address`,
)

/**
 * The address of a patient to which a guardianship code may be sent, or null; and the name of the caller. The code must prove
 * the patient's consent. The address is therefore null unless the patient has an account and proved the address themselves, and
 * if the caller has the same address, or the staff changed an address in the last week. It is also null if the patient or the
 * staff ended the last guardianship of the pair: then only the staff can begin the next one. An unverified guardianship that
 * ended because the patient claimed the record does not count as ended by the patient.
 */
export const findAddress = async (
  db: Db,
  { tenantId, userId }: Caller,
  { dependantId, address: kind }: { dependantId: string; address: AddressKind },
) =>
  (
    await rowsOf<{ guardian: string; address: string | null }>(db, addressOf({ tenantId, userId, dependantId, kind }))
  )[0]!
