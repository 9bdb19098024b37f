import { sql } from 'kysely'
import { auditSelected } from '../../../../audit/trail.ts'
import { atKey } from '../../../../db/plans.ts'
import { prepared } from '../../../../db/prepared.ts'
import { fold } from '../../../../lib/fold.ts'
import type { Reply } from '../../../../messages/providers/index.ts'
import { optOutBy } from '../../../people/contacts/actions.ts'
import { asJson } from './unverified-input.ts'

/** A reply opts out if its whole text is one of these. */
const STOP_WORDS = new Set(
  [
    ...['STOP', 'STOP ALL', 'STOPALL', 'STOP SMS', 'STOP WHATSAPP', 'UNSUBSCRIBE'],
    ...['ARRET', 'ARRÊTER', 'ARRÊTEZ', 'DÉSABONNER', 'DÉSINSCRIRE'],
    ...['إيقاف', 'أوقف', 'توقف', 'قف', 'إلغاء الاشتراك'],
  ].map(fold),
)

const isStopReply = (text: string): boolean => STOP_WORDS.has(fold(text))

/** Limit of stored characters of a reply. */
const MAX_LENGTH = 4000

export const keepReplies = (provider: string, replies: Reply[]) =>
  keep({
    provider,
    replies: asJson(
      replies.map(({ from, text, ...reply }) => ({
        ...reply,
        phone: from,
        text: text.replaceAll('\0', '').slice(0, MAX_LENGTH),
        stop: isStopReply(text),
      })),
    ),
  })

/**
 * Stores replies for all users and leads with the phone number, ignoring duplicates. A STOP opts out of the channel: users in
 * their contact data, leads by the stored reply.
 */
const keep = prepared<{ provider: string; replies: string }>(
  (v) => sql`
    with reply as materialized (
      select *
      from jsonb_to_recordset(${v.replies}::jsonb) as r (id text, channel text, phone text, text text, stop boolean)
    ),
    writer as (
      select c.tenant_id, c.user_id, null as lead_id, reply.*
      from reply
      join contacts c on c.phone = reply.phone
      union all
      select l.tenant_id, null, l.id, reply.*
      from reply
      cross join lateral (
        select tenant_id, id
        from leads
        where phone between reply.phone and reply.phone
        order by phone -- the order of the index on phones
      ) l
    ),
    kept as (
      insert into message_replies (tenant_id, id, provider, provider_reply_id, channel, from_phone, user_id, lead_id,
        text, stop)
      select tenant_id, new_id('rpl'), ${v.provider}, id, channel, phone, user_id, lead_id, text, stop
      from writer
      on conflict do nothing
      returning tenant_id, user_id, channel, stop
    ),
    opted_out as (
      ${optOutBy(sql`select tenant_id, user_id, channel from kept where stop`)}
    )
    ${auditSelected(sql`
      select o.tenant_id, o.user_id, 'optOutByReply' as operation, o.user_id as subject_id,
        case u.role when 'PATIENT' then array[o.user_id] else '{}' end as patient_ids
      from opted_out o
      cross join lateral (
        select role
        from users
        where ${atKey({ tenant_id: 'o.tenant_id', id: 'o.user_id' })}
      ) u`)}`,
)
