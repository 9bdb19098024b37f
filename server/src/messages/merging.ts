import { sql } from 'kysely'
import { prepared } from '../db/prepared.ts'
import { defer } from '../db/transaction.ts'
import { idFloor, newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog } from './catalog.ts'

/** Minutes between two messages about moves of one appointment to one recipient. */
export const MOVES_APART_MIN = 10

/** Messages about moves wait for the interval and for quiet hours: less than a day. */
const LONGEST_WAIT_MS = 24 * 3_600_000

type Move = {
  userId: string
  appointmentId: string
  withName: string
  startTime: Date
  /** The time before this move. The recipient of a merged message reads the time before the first of its moves. */
  previousTime: Date
  uselessAt: Date
}

/**
 * Tells a user that an appointment has moved. A message about an earlier move that has not been sent takes the new time; after
 * one was sent, the next waits until the interval has passed. The caller holds the lock of the appointment.
 */
export function queueMove({ db, trail }: Pick<UnitOfWork, 'db' | 'trail'>, move: Move): void {
  const { userId, appointmentId, withName, startTime, previousTime, uselessAt } = move
  const start = asText(startTime)
  defer(
    db,
    merge({
      ...{ tenantId: trail.tenantId, userId, appointmentId, uselessAt, startTime: start },
      id: newId('msg'),
      purpose: catalog.APPOINTMENT_MOVED.purpose,
      variables: JSON.stringify({ withName, startTime: start, previousTime: asText(previousTime) }),
      since: recently(),
    }),
  )
}

/** Ends the waiting messages about moves of an appointment that is cancelled. */
export function endMoves(
  { db, trail }: Pick<UnitOfWork, 'db' | 'trail'>,
  userIds: string[],
  appointmentId: string,
): void {
  for (const userId of userIds) defer(db, end({ tenantId: trail.tenantId, userId, appointmentId, since: recently() }))
}

/** Ids follow real time, in which no wait is longer than by the test clock. */
const recently = () => idFloor('msg', Date.now() - LONGEST_WAIT_MS)

type Key = { tenantId: string; userId: string; appointmentId: string; since: string }

/** Recent messages to a user about moves of an appointment, by the index of the recipient. */
const movesOf = (v: Key) => sql`
      m.tenant_id = ${v.tenantId}
      and m.recipient_user_id = ${v.userId}
      and m.id > ${v.since}
      and m.template_code = 'APPOINTMENT_MOVED'
      and m.about = array[${v.appointmentId}::text]`

/** Not sent, and no attempt has been made: a provider may know an attempted message by its id. */
const waiting = sql`
      m.status = 'QUEUED'
      and m.next_at is not null
      and m.lease is null
      and m.in_doubt_since is null
      and m.attempt = 0
      and m.given_up = '{}'`

/** A message that returns to the time that the recipient knows is useless. */
const merge = prepared<Key & { id: string; purpose: string; startTime: string; variables: string; uselessAt: Date }>(
  (v) => sql`
    with merged as (
      update messages m
      set variables = m.variables || jsonb_build_object('startTime', ${v.startTime}::text),
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
    select ${v.tenantId}, ${v.id}, ${v.userId}, 'APPOINTMENT_MOVED', ${v.purpose}, ${v.variables}::jsonb,
      array[${v.appointmentId}::text], ${v.uselessAt}::timestamptz,
      greatest(app_now(), last.at + ${sql.lit(`${MOVES_APART_MIN} minutes`)}::interval)
    from last
    where not exists (select from merged)`,
)

const end = prepared<Key>(
  (v) => sql`
    update messages m
    set useless_at = app_now()
    where ${movesOf(v)}
      and ${waiting}`,
)
