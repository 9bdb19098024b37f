import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { defer } from '../db/transaction.ts'
import { idFloor, newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog } from './catalog.ts'

/** Minutes between two messages about moves of one appointment to one recipient. */
const MOVES_APART_MIN = 10

/** Messages about moves wait for the interval and for quiet hours: together less than a day. */
const LONGEST_WAIT_MS = 24 * 3_600_000

type Move = {
  userId: string
  appointmentId: string
  withName: string
  startTime: Date
  /** The time before this move. A merged message shows the time before the first of its moves. */
  previousTime: Date
  uselessAt: Date
}

type Extension = Omit<Move, 'previousTime'> & { endTime: Date }

/** A recipient gets at most one of each of these messages in the interval. */
const merged = ['APPOINTMENT_MOVED', 'APPOINTMENT_EXTENDED'] as const

/**
 * Notifies a user that an appointment has moved. If a message about an earlier move has not been sent yet, it gets the new
 * time. If one has been sent, the new message waits until the interval has passed. The caller holds the appointment's lock.
 */
export function queueMove(ctx: Pick<UnitOfWork, 'db' | 'trail'>, move: Move): void {
  const { withName, startTime, previousTime } = move
  const start = asText(startTime)
  const variables = { withName, startTime: start, previousTime: asText(previousTime) }
  queueMerged(ctx, 'APPOINTMENT_MOVED', move, { variables, latest: { startTime: start } })
}

/** The same for an appointment whose end is later and whose start is unchanged. */
export function queueExtension(ctx: Pick<UnitOfWork, 'db' | 'trail'>, { endTime, ...known }: Extension): void {
  const end = asText(endTime)
  const variables = { withName: known.withName, startTime: asText(known.startTime), endTime: end }
  queueMerged(ctx, 'APPOINTMENT_EXTENDED', known, {
    variables,
    latest: { startTime: variables.startTime, endTime: end },
  })
}

type Texts = { variables: Record<string, string>; latest: Record<string, string> & { startTime: string } }

function queueMerged(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  template: (typeof merged)[number],
  { userId, appointmentId, uselessAt }: Pick<Move, 'userId' | 'appointmentId' | 'uselessAt'>,
  { variables, latest }: Texts,
): void {
  defer(
    db,
    merge({
      ...{ tenantId: trail.tenantId, userId, appointmentId, uselessAt, startTime: latest.startTime, template },
      id: newId('msg'),
      purpose: catalog[template].purpose,
      variables: JSON.stringify(variables),
      latest: JSON.stringify(latest),
      since: recently(),
    }),
  )
}

/** Discards the waiting messages about changed times of a cancelled appointment. */
export function discardMoves(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  userIds: string[],
  appointmentId: string,
): void {
  const since = recently()
  for (const userId of userIds)
    for (const template of merged)
      defer(db, discard({ tenantId: trail.tenantId, userId, appointmentId, template, since }))
}

/** Ids follow real time. A wait is never longer in real time than by the test clock. */
const recently = () => idFloor('msg', Date.now() - LONGEST_WAIT_MS)

type Key = { tenantId: string; userId: string; appointmentId: string; template: string; since: string }

/** Recent messages to a user about moves of an appointment, by the index of the recipient. */
const movesOf = (v: Key) => sql`
      m.tenant_id = ${v.tenantId}
      and m.recipient_user_id = ${v.userId}
      and m.id > ${v.since}
      and m.template_code = ${v.template}
      and m.about = array[${v.appointmentId}::text]`

/** Messages without any attempt. After an attempt, a provider may know the message by its id. */
const waiting = sql`
      m.status = 'QUEUED'
      and m.next_at is not null
      and m.lease is null
      and m.in_doubt_since is null
      and m.attempt = 0
      and m.given_up = '{}'`

/** Merges a move into a waiting message, or inserts one. A move back to the previous time makes the message pointless. */
const merge = prepared<
  Key & Record<'id' | 'purpose' | 'startTime' | 'variables' | 'latest', string> & { uselessAt: Date }
>(
  (v) => sql`
    with merged as (
      update messages m
      set variables = m.variables || ${v.latest}::jsonb,
        useless_at = case m.variables->>'previousTime'
          when ${v.startTime} then app_now()
          else ${v.uselessAt}::timestamptz
        end
      where ${movesOf(v)}
        and ${waiting}
      returning m.id
    ),
    last as (
      select max(coalesce(m.sent_at, app_now())) as at -- without a time, it is being sent
      from messages m
      where ${movesOf(v)}
        and (m.sent_at is not null or m.next_at is not null)
    )
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about, useless_at, next_at)
    select ${v.tenantId}, ${v.id}, ${v.userId}, ${v.template}, ${v.purpose}, ${v.variables}::jsonb,
      array[${v.appointmentId}::text], ${v.uselessAt}::timestamptz,
      greatest(app_now(), last.at + ${sql.lit(`${MOVES_APART_MIN} minutes`)}::interval)
    from last
    where not exists (select from merged)`,
)

const discard = prepared<Key>(
  (v) => sql`
    update messages m
    set useless_at = app_now()
    where ${movesOf(v)}
      and ${waiting}`,
)
