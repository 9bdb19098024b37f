import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryError } from '../../../events/deliveries.ts'
import type { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { Claimed } from './claim.ts'
import { type Cuts, STOPPING } from './cuts.ts'
import type { Ended, Made } from './finish.ts'
import { messageOf } from './message.ts'
import type { OpenedSecrets } from './opened-secrets.ts'
import { outcomeOf } from './outcome.ts'
import type { Connections } from './request/connections.ts'
import { type Message, type Sent, send } from './request/send.ts'

export type Means = {
  secrets: OpenedSecrets
  clock: Clock
  log: FastifyBaseLogger
  connections: Connections
  cuts: Cuts
  /** Of one request. */
  deadlineMs: number
}

/** Requests that one attempt may make, one after the other: to the endpoint's address, and to its second. */
export const REQUESTS_AT_MOST = 2

/** Wait after a fault of ours, so that it is not met again at once. */
const OUR_FAULT_SEC = 60

/**
 * Makes the attempt that was claimed, and says what becomes of the delivery. What fails for a reason of ours costs the
 * delivery no attempt.
 */
export async function attempt(means: Means, claimed: Claimed, lease: string): Promise<Ended> {
  const { secrets, log } = means
  const ids = { eventId: claimed.event_id, endpointId: claimed.endpoint_id, n: claimed.n, attempt: claimed.attempt }
  try {
    const requests = await post(means, claimed, messageOf(claimed, secrets.of(claimed), Math.floor(Date.now() / 1000)))
    if (requests === 'interrupted') return unsent(claimed, lease, 'interrupted', 0)
    const outcome = outcomeOf(
      claimed.attempt,
      requests.map(({ sent }) => sent),
      Math.random(),
    )
    // What the second address had to say of a failure is in the log of requests.
    const { status, error, durationMs } = (requests.find(({ sent }) => sent.error === null) ?? requests[0]!).sent
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
      made: requests.map((request) => madeOf(claimed, request)),
    }
  } catch (err) {
    log.error({ ...ids, err }, 'a webhook could not be sent, for a reason of ours')
    return unsent(claimed, lease, 'internal_error', OUR_FAULT_SEC)
  }
}

type Request = { sent: Sent; startedAt: Date; redundant: boolean }

/** Posts to the endpoint's address and, where that does not take it, at once to its second. */
async function post(means: Means, claimed: Claimed, message: Message): Promise<Request[] | 'interrupted'> {
  const { clock, connections, cuts, deadlineMs } = means
  const requests: Request[] = []
  for (const [redundant, url] of [
    [false, claimed.url],
    [true, claimed.redundant_url],
  ] as const) {
    if (url === null) break
    const startedAt = clock.now()
    const headers = redundant ? { ...message.headers, 'X-MC-Redundant': '1' } : message.headers
    const sent = await cuts.during(async (cut) => {
      const result = await send(connections, url, { ...message, headers }, deadlineMs, cut)
      return result.error !== null && cut.signal.reason === STOPPING ? undefined : result
    })
    if (!sent) return 'interrupted'
    requests.push({ sent, startedAt, redundant })
    if (sent.error === null) break
  }
  return requests
}

const madeOf = (claimed: Claimed, { sent, startedAt, redundant }: Request): Made => ({
  tenant_id: claimed.tenant_id,
  event_id: claimed.event_id,
  endpoint_id: claimed.endpoint_id,
  n: claimed.n,
  attempt: claimed.attempt,
  id: newId('att'),
  started_at: startedAt.toISOString(),
  duration_ms: sent.durationMs,
  http_status: sent.status,
  error: sent.error,
  remote_address: sent.remoteAddress,
  response_head: sent.responseHead,
  redundant,
})

const unsent = (claimed: Claimed, lease: string, error: DeliveryError, delaySec: number): Ended => ({
  ...keyOf(claimed, lease),
  attempt: claimed.attempt - 1,
  state: 'PENDING',
  delay_sec: delaySec,
  gone: false,
  status: null,
  error,
  made: [],
})

const keyOf = ({ tenant_id, event_id, endpoint_id, n, url }: Claimed, lease: string) => ({
  tenant_id,
  event_id,
  endpoint_id,
  n,
  lease,
  url,
})
