import type { Platform } from '../../../../testing/harness.ts'

let numbers = 630_000_000

/** Stores a number on both records that the person has confirmed, so that their login may stay after a merge. */
export async function prove({ owner }: Pick<Platform, 'owner'>, person: { id: string }, record: { id: string }) {
  const phone = `+212${numbers++}`
  await owner.query(
    `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at)
     select tenant_id, id, $2, case when id = $1 then now() end
     from users
     where id in ($1, $3)
     on conflict (tenant_id, user_id) do update
     set phone = excluded.phone, phone_confirmed_at = excluded.phone_confirmed_at`,
    [person.id, phone, record.id],
  )
}
