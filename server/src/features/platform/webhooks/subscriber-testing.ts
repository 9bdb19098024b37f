import assert from 'node:assert/strict'
import { eventually } from '../../../../testing/eventually.ts'
import type { Platform } from '../../../../testing/harness.ts'
import type { Received, Receiver } from './receiver-testing.ts'

export type Subscription = { id: string; path: string; secret: string }

type DeliveryRow = {
  event_id: string
  state: string
  attempt: number
  next_at: Date
  last_status: number | null
  last_error: string | null
  owner: number | null
}

/** Helpers for tests of deliveries. */
export function subscriber(platform: Platform, receiver: Receiver) {
  let paths = 0
  let slots = 0

  /** Registers a webhook for a new path at the receiver. */
  async function subscribe(given: { client?: string; events?: string[] } = {}): Promise<Subscription> {
    const path = `/hook${paths++}`
    const token = await platform.tokenOf(given.client ?? 'sandbox-admin')
    const body = { url: receiver.url + path, ...(given.events ? { events: given.events } : {}) }
    const answer = await platform.call('POST', '/api/webhooks', { token, body })
    assert.equal(answer.status, 201, answer.text)
    return { id: answer.body.webhook.id, path, secret: answer.body.webhook.secret }
  }

  async function unsubscribe({ id }: Subscription): Promise<void> {
    const token = await platform.tokenOf('sandbox-admin')
    const answer = await platform.call('DELETE', `/api/webhooks/${id}`, { token })
    assert.equal(answer.status, 200, answer.text)
  }

  /** Books a free slot, which emits `appointment.created`. */
  async function book(patientId = 'usr_sandbox_patient', at = platform.url): Promise<string> {
    const start = Date.UTC(2040, 0, 1) + slots++ * 3_600_000
    const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + 1_800_000).toISOString() }
    const response = await fetch(`${at}/api/appointments`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await platform.tokenOf('sandbox-admin')}`,
      },
      body: JSON.stringify({ doctorId: 'usr_sandbox_doctor', patientId, ...times }),
    })
    const answer = await response.json()
    assert.equal(response.status, 201, JSON.stringify(answer))
    return (answer as { appointment: { id: string } }).appointment.id // the specification's shape
  }

  async function cancel(appointmentId: string): Promise<void> {
    const token = await platform.tokenOf('sandbox-admin')
    const answer = await platform.call('PUT', `/api/appointments/${appointmentId}`, {
      token,
      body: { status: 'CANCELLED' },
    })
    assert.equal(answer.status, 200, answer.text)
  }

  async function deliveriesOf({ id }: { id: string }): Promise<DeliveryRow[]> {
    const columns = 'event_id, state, attempt, next_at, last_status, last_error, owner'
    return (
      await platform.owner.query(`select ${columns} from webhook_deliveries where endpoint_id = $1 order by event_id`, [
        id,
      ])
    ).rows
  }

  /** Waits until an endpoint has exactly `count` deliveries, all in a state. */
  async function settled(endpoint: { id: string }, state: string, count = 1): Promise<DeliveryRow[]> {
    let rows: DeliveryRow[] = []
    await eventually(async () => {
      rows = await deliveriesOf(endpoint)
      return rows.length === count && rows.every((row) => row.state === state)
    }, `${count} deliveries that are ${state}`)
    return rows
  }

  const healthOf = async ({ id }: { id: string }) =>
    (
      await platform.owner.query(
        'select status, consecutive_failures, first_failure_at, last_success_at from webhook_endpoints where id = $1',
        [id],
      )
    ).rows[0]

  const requests = ({ path }: Subscription): Received[] => receiver.requestsTo(path)

  return { subscribe, unsubscribe, book, cancel, deliveriesOf, settled, healthOf, requests }
}
