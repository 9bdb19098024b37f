import type { EventKind } from '../../../events/catalog.ts'
import type { On } from '../../../http/operation.ts'
import { deliveriesOfEvent } from '../webhooks/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import type * as queries from './queries.ts'

export function eventRoutes(on: On): void {
  on(contract.listEvents, async (ctx, actor, { query }, call) => {
    const { rows, nextCursor } = await actions.list(ctx, actor, query, call)
    return { events: rows.map((row) => ({ ...sent(row), sequence: Number(row.seq) })), nextCursor }
  })

  on(contract.readEvent, async (ctx, actor, { params }) => ({
    event: sent(await actions.read(ctx, actor, params.id)),
    deliveries: (await deliveriesOfEvent(ctx, actor, params.id)).map(presentDelivery),
  }))
}

type EventBody = { event: EventKind; id: string; createdAt: string; data: Record<string, unknown> }

/** The signed body. The order of fields is kept, so the response has the same bytes. */
const sent = ({ body }: queries.Row): EventBody => JSON.parse(body)

type Delivery = Awaited<ReturnType<typeof deliveriesOfEvent>>[number]

const presentDelivery = (row: Delivery) => ({
  id: row.id,
  webhookId: row.endpoint_id,
  state: row.state,
  attempt: row.attempt,
  trigger: row.trigger,
  lastStatus: row.last_status,
  lastError: row.last_error,
  finishedAt: row.finished_at?.toISOString() ?? null,
})
