import { type InferResult, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Caller, type CallerIds, isPractitioner, type Role } from '../../../actor.ts'
import type { Db } from '../../../db/kysely.ts'
import { byId, type Conditions, type Part, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { type Channel, channels } from '../../../lib/channels.ts'
import { clinicalTemplates } from '../../../messages/catalog.ts'
import { customersOf } from '../../care/orders/actions.ts'
import { patientsOf } from '../../people/relationships/actions.ts'
import { statuses } from './rules.ts'

export type Filters = {
  recipientUserId?: string | undefined
  status?: (typeof statuses)[number][] | undefined
  channel?: Channel[] | undefined
  templateCode?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Bounds on the ids, which carry their time. */
  fromId?: string | undefined
  beforeId?: string | undefined
}

/** The channel of a message, if known. */
const channelInUse = sql<Channel | null>`coalesce(m.channel, m.wanted_channel)`

/**
 * The channel as the index stores it, with an empty string if unknown. `case`, because `coalesce` cannot use an index under
 * row-level security; not null, because an index scan for null does not return rows in the order of ids.
 */
const indexedChannel = sql<Channel | ''>`case
  when m.channel is not null then m.channel
  when m.wanted_channel is not null then m.wanted_channel
  else ''
end`

/** The patient whose data a message contains: its recipient, if the recipient is a patient. */
export const ofPatient = sql<string | null>`(
  select u.id
  from users u
  where u.tenant_id = m.tenant_id
    and u.id = m.recipient_user_id
    and u.role = 'PATIENT'
)`.as('patient_id')

/** Whether a message has clinical content. Messages that a client sends do not count: they name no record in `about`. */
const isClinical = sql`(
  m.template_code in (${sql.join(clinicalTemplates.map((code) => sql.lit(code)))})
  and m.about <> '{}')`

/** Messages that the caller may see. Administrators see clinical messages to patients only while they have opened the file. */
function visibleTo(db: Db, caller: Caller) {
  const all = db
    .selectFrom('messages as m')
    .where('m.tenant_id', '=', caller.tenantId)
    .where(visible(access.messages.read, caller, { own: 'm.recipient_user_id' }))
  if (!hasRelation(access.messages.read, caller.role, 'tenant')) return all
  return all.where(
    sql<boolean>`(
      not ${isClinical}
      or m.recipient_user_id = ${caller.userId}
      or m.recipient_user_id = any(${patientsOf(caller)}))`,
  )
}

/** The columns of the API's Message, and the patient for the audit row. */
const shown = (query: ReturnType<typeof visibleTo>) =>
  query.select([
    'm.id',
    'm.recipient_user_id',
    'm.template_code',
    'm.status',
    'm.provider_message_id',
    'm.created_at',
    'm.about',
    'm.language',
    'm.last_error',
    'm.sent_at',
    'm.delivered_at',
    'm.read_at',
    'm.failed_at',
    channelInUse.as('channel'),
    ofPatient,
  ])

export type Row = InferResult<ReturnType<typeof shown>>[number]

const records = { visibleTo, shown, id: 'm.id' }

export const one = byId(records)

const conditions: Conditions<Filters> = {
  recipientUserId: ({ recipientUserId }) => sql`m.recipient_user_id = ${recipientUserId}`,
  status: ({ status }) => sql`m.status = any(${status})`,
  channel: ({ channel }) => sql`(${indexedChannel}) = any(${channel})`,
  templateCode: ({ templateCode }) => sql`m.template_code = ${templateCode}`,
  ...timeRange('m.created_at'),
  fromId: ({ fromId }) => sql`m.id >= ${fromId}`,
  beforeId: ({ beforeId }) => sql`m.id < ${beforeId}`,
}

/** Waiting messages. They are few, so all of them are read from the indexes of the queue and sorted. */
const waiting: Part = {
  from: (db, caller) => {
    const queued = visibleTo(db, caller).where('m.next_at', 'is not', null).selectAll()
    const free = queued.where('m.lease', 'is', null)
    const all = free
      .where('m.channel', 'is', null)
      .unionAll(free.where('m.channel', 'is not', null))
      .unionAll(queued.where('m.lease', 'is not', null))
    return db.selectFrom(all.offset(sql.lit(0)).as('m'))
  },
}
const settled: Part = { from: (db, caller) => visibleTo(db, caller).where('m.next_at', 'is', null) }

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    parts: (role, hasFilter) => {
      if (hasRelation(access.messages.read, role, 'own') || hasFilter('recipientUserId')) return [{ from: visibleTo }] // few
      const byTemplate = hasFilter('templateCode')
      if (!byTemplate && !hasFilter('status') && !hasFilter('channel')) return [{ from: visibleTo }] // the primary key has this order
      const byStatus = splitByColumn([settled], 'm.status', statuses, 'status')
      if (byTemplate) return [waiting, ...byStatus]
      return [waiting, ...splitByColumn(byStatus, indexedChannel, [...channels, ''], 'channel')]
    },
  },
  conditions,
)

/** A recipient, their addresses, and whether they are a patient of the caller. */
export type Recipient = {
  id: string
  patient_id: string | null
  email: string | null
  phone: string | null
  preferred_channel: Channel | null
  own: boolean
}

const recipientOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, Recipient>(
    (v) => sql`
      select u.id, u.email, c.phone, c.preferred_channel,
        case u.role when 'PATIENT' then u.id end as patient_id,
        u.role = 'PATIENT' and u.id = any(${isPractitioner(role) ? patientsOf(v) : customersOf(v)}) as own
      from users u
      left join contacts c on c.tenant_id = u.tenant_id and c.user_id = u.id
      where u.tenant_id = ${v.tenantId}
        and u.id = ${v.id}
        and u.disabled_at is null`,
  ),
)

export const findRecipient = async (db: Db, role: Role, wanted: CallerIds & { id: string }) =>
  (await rowsOf<Recipient>(db, recipientOf(role)(wanted)))[0]
