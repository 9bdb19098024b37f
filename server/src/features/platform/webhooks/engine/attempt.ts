import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryError } from '../../../../events/deliveries.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Tracer } from '../../../../lib/tracer.ts'
import type { Claimed } from './claim.ts'
import type { AttemptResult, LoggedRequest } from './finish.ts'
import { messageOf } from './message.ts'
import type { OpenedSecrets } from './opened-secrets.ts'
import { outcomeOf } from './outcome.ts'
import type { Connections } from './request/connections.ts'
import { type Message, type RequestResult, send } from './request/send.ts'
import { type RequestAborter, STOPPING } from './request-aborter.ts'

export type AttemptContext = {
  secrets: OpenedSecrets
  clock: Clock
  log: FastifyBaseLogger
  connections: Connections
  aborter: RequestAborter
  /** The deadline of one request. */
  deadlineMs: number
  tracer: Tracer | undefined
}

/** The maximum number of requests of an attempt: to the endpoint's URL, then to its redundant URL. */
export const REQUESTS_AT_MOST = 2

/** How long a delivery waits after an internal error. */
const INTERNAL_ERROR_DELAY_SEC = 60

/** Makes the claimed attempt, in a span of the event's trace. */
export async function attempt(context: AttemptContext, claimed: Claimed, lease: string): Promise<AttemptResult> {
  const { event_id: eventId, endpoint_id: endpointId, attempt: n, tenant_id: tenantId } = claimed
  const span = context.tracer?.begin({
    name: 'deliver webhook',
    kind: 'client',
    parent: claimed.traceparent,
    attributes: {
      'medina.tenant_id': tenantId,
      'medina.event_id': eventId,
      'medina.endpoint_id': endpointId,
      'medina.attempt': n,
    },
  })
  const result = await attemptOnce(context, span ? { ...claimed, traceparent: span.traceparent } : claimed, lease)
  span?.end({
    ...(result.status !== null && { attributes: { 'http.response.status_code': result.status } }),
    failed: result.error !== null,
  })
  return result
}

/** An internal error does not count as an attempt. */
async function attemptOnce(context: AttemptContext, claimed: Claimed, lease: string): Promise<AttemptResult> {
  const { secrets, log } = context
  const ids = { eventId: claimed.event_id, endpointId: claimed.endpoint_id, n: claimed.n, attempt: claimed.attempt }
  try {
    const requests = await post(
      context,
      claimed,
      messageOf(claimed, secrets.open(claimed), Math.floor(Date.now() / 1000)),
    )
    if (requests === 'interrupted') return unsentResult(claimed, lease, 'interrupted', 0)
    const outcome = outcomeOf(
      claimed.attempt,
      requests.map(({ result }) => result),
      Math.random(),
    )
    // If both requests fail, the delivery shows the first one. The other is only in the request log.
    const { status, error, durationMs } = (requests.find(({ result }) => result.error === null) ?? requests[0]!).result
    log[error === null ? 'debug' : 'info'](
      { ...ids, state: outcome.state, status, error, ms: durationMs, requests: requests.length },
      'webhook sent',
    )
    return {
      ...keyOf(claimed, lease),
      attempt: claimed.attempt,
      state: outcome.state,
      delay_sec: outcome.delaySec,
      gone: outcome.gone,
      status,
      error,
      requests: requests.map((request) => logEntryOf(claimed, request)),
    }
  } catch (err) {
    log.error({ ...ids, err }, 'a webhook could not be sent because of an internal error')
    return unsentResult(claimed, lease, 'internal_error', INTERNAL_ERROR_DELAY_SEC)
  }
}

type Request = { result: RequestResult; startedAt: Date; redundant: boolean }

/** Posts to the endpoint's URL and, if that fails, at once to its redundant URL. */
async function post(context: AttemptContext, claimed: Claimed, message: Message): Promise<Request[] | 'interrupted'> {
  const { clock, connections, aborter, deadlineMs } = context
  const requests: Request[] = []
  for (const [redundant, url] of [
    [false, claimed.url],
    [true, claimed.redundant_url],
  ] as const) {
    if (url === null) break
    const startedAt = clock.now()
    const headers = redundant ? { ...message.headers, 'X-MC-Redundant': '1' } : message.headers
    const result = await aborter.run(async (controller) => {
      const response = await send(connections, url, { ...message, headers }, deadlineMs, controller)
      return response.error !== null && controller.signal.reason === STOPPING ? undefined : response
    })
    if (!result) return 'interrupted'
    requests.push({ result, startedAt, redundant })
    if (result.error === null) break
  }
  return requests
}

const logEntryOf = (claimed: Claimed, { result, startedAt, redundant }: Request): LoggedRequest => ({
  tenant_id: claimed.tenant_id,
  event_id: claimed.event_id,
  endpoint_id: claimed.endpoint_id,
  n: claimed.n,
  attempt: claimed.attempt,
  id: newId('att'),
  started_at: startedAt.toISOString(),
  duration_ms: result.durationMs,
  http_status: result.status,
  error: result.error,
  remote_address: result.remoteAddress,
  response_head: result.responseHead,
  redundant,
})

const unsentResult = (claimed: Claimed, lease: string, error: DeliveryError, delaySec: number): AttemptResult => ({
  ...keyOf(claimed, lease),
  attempt: claimed.attempt - 1,
  state: 'PENDING',
  delay_sec: delaySec,
  gone: false,
  status: null,
  error,
  requests: [],
})

const keyOf = ({ tenant_id, event_id, endpoint_id, n, url }: Claimed, lease: string) => ({
  tenant_id,
  event_id,
  endpoint_id,
  n,
  lease,
  url,
})
