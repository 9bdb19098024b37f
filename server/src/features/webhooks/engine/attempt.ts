import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import type { Claimed } from './claim.ts'
import type { Connections } from './connections.ts'
import type { Ended } from './finish.ts'
import { messageOf } from './message.ts'
import type { OpenedSecrets } from './opened-secrets.ts'
import { outcomeOf } from './outcome.ts'
import { send } from './send.ts'

export type Means = {
  secrets: OpenedSecrets
  clock: Clock
  log: FastifyBaseLogger
  connections: Connections
  deadlineMs: number
}

/** Why a request is ended when the server stops. */
export const STOPPING = new Error('The server is stopping.')

/** Wait after a fault of ours, so that it is not met again at once. */
const OUR_FAULT_SEC = 60

/**
 * Makes the one request that was claimed, and says what becomes of the delivery. What fails for a reason of ours costs
 * the delivery no attempt.
 */
export async function attempt(means: Means, claimed: Claimed, lease: string, cut: AbortController): Promise<Ended> {
  const { secrets, clock, log, connections, deadlineMs } = means
  const ids = { eventId: claimed.event_id, endpointId: claimed.endpoint_id, n: claimed.n, attempt: claimed.attempt }
  const startedAt = clock.now()
  try {
    const message = messageOf(claimed, secrets.of(claimed), Math.floor(Date.now() / 1000))
    const sent = await send(connections, claimed.url, message, deadlineMs, cut)
    if (sent.error !== null && cut.signal.reason === STOPPING) return unsent(claimed, lease, 'interrupted', 0)
    const outcome = outcomeOf(claimed.attempt, sent, Math.random())
    const { status, error, durationMs } = sent
    log[error === null ? 'debug' : 'info'](
      { ...ids, state: outcome.state, status, error, ms: durationMs },
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
      attempt_id: newId('att'),
      started_at: startedAt.toISOString(),
      duration_ms: durationMs,
      remote_address: sent.remoteAddress,
      response_head: sent.responseHead,
    }
  } catch (err) {
    log.error({ ...ids, err }, 'a webhook could not be sent, for a reason of ours')
    return unsent(claimed, lease, 'internal_error', OUR_FAULT_SEC)
  }
}

const unsent = (claimed: Claimed, lease: string, error: string, delaySec: number): Ended => ({
  ...keyOf(claimed, lease),
  attempt: claimed.attempt - 1,
  state: 'PENDING',
  delay_sec: delaySec,
  gone: false,
  status: null,
  error,
  attempt_id: null,
  started_at: null,
  duration_ms: 0,
  remote_address: null,
  response_head: null,
})

const keyOf = ({ tenant_id, event_id, endpoint_id, n }: Claimed, lease: string) => ({
  tenant_id,
  event_id,
  endpoint_id,
  n,
  lease,
})
