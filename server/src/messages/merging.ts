import { type RawBuilder, sql } from 'kysely'
import { atPrefix } from '../db/plans.ts'
import { prepared } from '../db/prepared.ts'
import { defer } from '../db/transaction.ts'
import { newId } from '../lib/ids.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import { asText, catalog } from './catalog.ts'

/** Minutes between two messages about moves of one appointment to one recipient. */
const MOVES_APART_MIN = 10

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
  const key = { tenantId: trail.tenantId, userId, appointmentId, template }
  defer(db, lock(key))
  defer(
    db,
    merge({
      ...{ ...key, uselessAt, startTime: latest.startTime },
      id: newId('msg'),
      purpose: catalog[template].purpose,
      variables: JSON.stringify(variables),
      latest: JSON.stringify(latest),
    }),
  )
}

/** Discards the waiting messages about changed times of a cancelled appointment. */
export function discardMoves({ db, trail }: Pick<UnitOfWork, 'db' | 'trail'>, appointmentId: string): void {
  const key = { tenantId: trail.tenantId, appointmentId }
  defer(db, lock(key))
  defer(db, discard(key))
}

type Appointment = { tenantId: string; appointmentId: string }
type Key = Appointment & { userId: string; template: string }

/**
 * The messages about moves of an appointment, in the order of the index `messages_moves`. No other index fits this range in this
 * order, whatever the statistics say: see docs/decisions/0054.
 */
const movesOf = (v: Appointment, selected: RawBuilder<unknown>, ...further: Parameters<typeof atPrefix>) => sql`
    select ${selected}
    from messages m
    where m.template_code in (${sql.join(merged.map((template) => sql.lit(template)))})
      and ${atPrefix(['m.tenant_id', sql`${v.tenantId}`], [sql`m.about[1]`, sql`${v.appointmentId}`], ...further)}
    order by m.tenant_id, m.about[1], m.recipient_user_id, m.template_code`

/** The messages to one user, of one template. */
const movesTo = (v: Key, selected: RawBuilder<unknown>) =>
  movesOf(v, selected, ['m.recipient_user_id', sql`${v.userId}`], ['m.template_code', sql`${v.template}`])

/** A separate statement, because a statement that waits for a lock does not see changes that were committed meanwhile. */
const lock = prepared<Appointment>((v) => sql`${movesOf(v, sql``)} for no key update`)

/** Whether a message `m` was never attempted. After an attempt, a provider may know the message by its id. */
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
    with move as materialized (
      ${movesTo(v, sql`m.ctid as place, m.sent_at, m.next_at, ${waiting} as is_waiting`)}
    ),
    merged as (
      update messages m
      set variables = m.variables || ${v.latest}::jsonb,
        useless_at = case m.variables->>'previousTime'
          when ${v.startTime} then app_now()
          else ${v.uselessAt}::timestamptz
        end
      from move
      where m.ctid = move.place
        and move.is_waiting
      returning m.id
    ),
    last as (
      select max(coalesce(sent_at, app_now())) as at -- without a time, it is being sent
      from move
      where sent_at is not null
        or next_at is not null
    )
    insert into messages (tenant_id, id, recipient_user_id, template_code, purpose, variables, about, useless_at, next_at)
    select ${v.tenantId}, ${v.id}, ${v.userId}, ${v.template}, ${v.purpose}, ${v.variables}::jsonb,
      array[${v.appointmentId}::text], ${v.uselessAt}::timestamptz,
      greatest(app_now(), last.at + ${sql.lit(`${MOVES_APART_MIN} minutes`)}::interval)
    from last
    where not exists (select from merged)`,
)

const discard = prepared<Appointment>(
  (v) => sql`
    with move as materialized (
      ${movesOf(v, sql`m.ctid as place, ${waiting} as is_waiting`)}
    )
    update messages m
    set useless_at = app_now()
    from move
    where m.ctid = move.place
      and move.is_waiting`,
)
