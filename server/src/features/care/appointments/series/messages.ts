import type { Actor } from '../../../../actor.ts'
import { queueMessage } from '../../../../messages/queue.ts'
import type { UnitOfWork } from '../../../../unit-of-work.ts'
import { type Booked, recipientsOf } from '../messages.ts'

type Template = 'APPOINTMENT_SERIES_CREATED' | 'APPOINTMENT_SERIES_MOVED' | 'APPOINTMENT_SERIES_CANCELLED'

/** Sends one message about several appointments of a series, to the participants who did not make the change. */
export function notifyOfSeries(ctx: UnitOfWork, actor: Actor, template: Template, about: readonly Booked[]): void {
  const inOrder = about.toSorted((a, b) => a.start_time.getTime() - b.start_time.getTime())
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (!first || !last) return
  for (const { userId, withName } of recipientsOf(first)) {
    if (userId === actor.userId) continue
    queueMessage(ctx, {
      to: { userId },
      template,
      variables: { withName, startTime: first.start_time, lastTime: last.start_time, count: about.length },
      about: inOrder.map(({ id }) => id),
      uselessAt: last.end_time,
    })
  }
}
