import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { defer } from '../src/db/transaction.ts'
import { queue, rowOf } from '../src/features/messaging/notifications/engine/sender-testing.ts'
import { deliveryId } from '../src/features/platform/webhooks/delivery-id.ts'
import { enqueue } from '../src/features/platform/webhooks/engine/enqueue-testing.ts'
import { addUpMinutes, dropOldMonths } from '../src/features/platform/webhooks/engine/upkeep.ts'
import { asWorker } from '../src/features/platform/webhooks/engine/worker-testing.ts'
import { ok, startReceiver, status } from '../src/features/platform/webhooks/receiver-testing.ts'
import { type Subscription, subscriber } from '../src/features/platform/webhooks/subscriber-testing.ts'
import { localDay } from '../src/lib/moroccan-time.ts'
import { releaseUnconfirmed } from '../src/messages/queue.ts'
import { eventually } from './eventually.ts'
import type { Platform } from './harness.ts'

const receiver = await startReceiver()
const failing = new Set<string>()
/** Settled while the receiver responds. A delivery without response leaves no dead rows. */
let responding: Promise<unknown> = Promise.resolve()
receiver.answer = async (response, request) => {
  await responding
  await (failing.has(request.path) ? status(500) : ok)(response, request)
}

const HOUR_MS = 3_600_000

let moves = 0

/** Functions that together execute every statement of both queues, with every outcome of messages and deliveries. */
export function queueExercises(platform: Platform) {
  const { owner, services } = platform
  const worker = asWorker(platform)
  const { subscribe, book, settled, deliveriesOf } = subscriber(platform, receiver)
  let bookedEvent = ''

  async function call(method: string, path: string, body?: object) {
    const answer = await platform.call(method, `/api/${path}`, { token: await platform.tokenOf('sandbox-admin'), body })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer.body
  }

  /** Messages are sent, reported by receipts, replied to, and abandoned by a killed server. */
  async function exerciseMessages(): Promise<void> {
    const patient = { id: 'usr_sandbox_patient', tenantId: 'ten_sandbox' }
    await queue(platform, patient, { to: { allAdministrators: true } })
    const stranger = { name: 'Lina', email: 'lina@lead.example', language: 'fr' } as const
    await queue(platform, patient, { to: { stranger } })
    const first = await queue(platform, patient, { purpose: 'CRITICAL' })
    const second = await queue(platform, patient, { purpose: 'CRITICAL' })
    const each = async (holds: (row: Awaited<ReturnType<typeof rowOf>>) => boolean) =>
      holds(await rowOf(platform, first)) && holds(await rowOf(platform, second))
    await eventually(() => each((row) => row.status === 'DELIVERED'), 'two messages')
    const child = { id: 'usr_sandbox_child', tenantId: 'ten_sandbox' } // without an address
    const forwarded = await queue(platform, child, { purpose: 'CRITICAL' })
    await eventually(async () => (await rowOf(platform, forwarded)).status === 'DELIVERED', 'a message to a guardian')

    await services.database.inTransaction('ten_sandbox', async (tx) =>
      defer(tx, releaseUnconfirmed({ tenantId: 'ten_sandbox', userId: 'usr_sandbox_mother' })),
    )

    const number = `+2125${randomInt(1e8)}`
    await owner.query(
      `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ('ten_sandbox', 'usr_sandbox_patient', $1, now())
       on conflict (tenant_id, user_id) do update set phone = excluded.phone, phone_confirmed_at = now(), opt_outs = '{}'`,
      [number],
    )
    const { provider_message_id: taken } = await rowOf(platform, first)
    const read = { status: 'READ', error: undefined } as const
    await services.sender.take('embedded', {
      receipts: [
        { ...read, providerMessageId: taken!, messageId: undefined },
        { ...read, providerMessageId: undefined, messageId: second },
        { ...read, providerMessageId: 'unknown', messageId: 'msg_unknown' },
        { status: 'FAILED', error: 'ignored after READ', providerMessageId: undefined, messageId: first },
      ],
      replies: [{ id: randomUUID(), channel: 'SMS', from: number, text: 'STOP' }],
    })
    assert.ok(await each((row) => row.status === 'READ'))

    await owner.query(
      `update messages
       set status = 'QUEUED', lease = gen_random_uuid(), lease_until = now(), next_at = now()
       where id = any($1)`,
      [[first, second]],
    )
    await eventually(() => each((row) => row.status !== 'QUEUED'), 'abandoned messages')
  }

  /** Messages about changed times are merged, and discarded with a cancellation. */
  async function exerciseMoves(): Promise<void> {
    const path = `appointments/${await book()}`
    for (let n = 0; n < 2; n++) {
      const startMs = Date.UTC(2050, 0, 1) + moves++ * HOUR_MS
      const timesOf = (endMs: number) => ({
        startTime: new Date(startMs).toISOString(),
        endTime: new Date(endMs).toISOString(),
      })
      await call('PUT', path, timesOf(startMs + HOUR_MS / 4))
      await call('PUT', path, timesOf(startMs + HOUR_MS / 2))
    }
    await call('PUT', path, { status: 'CANCELLED' })
  }

  /** Deliveries are sent, held for a disabled endpoint, abandoned by killed servers, and resent. */
  async function exerciseDeliveries(): Promise<void> {
    const to = await subscribe({ events: ['appointment.created'] })
    await call('PUT', `appointments/${await book()}`, { status: 'COMPLETED' }) // two events of one transaction
    const eventId = (await settled(to, 'SUCCEEDED'))[0]!.event_id
    bookedEvent = eventId
    const { rows } = await owner.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid')
    await call('GET', `events?after=${rows[0]!.xid}.0&wait=1`)
    await enqueue(platform, [to], { rank: 0, kind: 'lab_result.critical_alert' })
    await settled(to, 'SUCCEEDED', 2)

    await call('POST', `webhooks/${to.id}/disable`)
    await enqueue(platform, [to], { count: 3 })
    const ofState = async (state: string) => (await deliveriesOf(to)).filter((row) => row.state === state)
    // Simulates rows that were written just before.
    const held = (await ofState('HELD')).map((row) => row.event_id)
    await owner.query(`update webhook_deliveries set state = 'PENDING' where event_id = any($1)`, [held])
    await eventually(async () => (await ofState('HELD')).length === held.length, 'held deliveries')
    await call('POST', `webhooks/${to.id}/enable`)
    await settled(to, 'SUCCEEDED', 5)

    await owner.query(
      `update webhook_deliveries
       set state = 'SENDING', lease = gen_random_uuid(), owner = 1,
         lease_until = now() + case when event_id = $2 then interval '-1 second' else interval '1 hour' end
       where endpoint_id = $1`,
      [to.id, eventId],
    )
    await settled(to, 'SUCCEEDED', 5)

    await call('POST', `webhooks/deliveries/${deliveryId({ eventId, endpointId: to.id, n: 0 })}/resend`)
    const { delivery } = await call('POST', `webhooks/${to.id}/test`)
    await settled(to, 'SUCCEEDED', 7)
    await owner.query(
      `update webhook_deliveries set state = 'PENDING', next_at = now() + interval '1 day' where event_id = $1`,
      [delivery.eventId],
    )
    await call('POST', `webhooks/deliveries/${delivery.id}/resend`)
    await settled(to, 'SUCCEEDED', 7)

    const pair = { guardianId: 'usr_sandbox_mother', dependantId: 'usr_sandbox_patient', kind: 'CARER' }
    await call('DELETE', `guardianships/${(await call('POST', 'guardianships', pair)).guardianship.id}`)

    await swapSecrets(to)
    await enqueue(platform, [to], { count: 3 })
    await call('DELETE', `webhooks/${to.id}`)
  }

  async function swapSecrets({ id }: Subscription): Promise<void> {
    await call('POST', `webhooks/${id}/rotate-secret`, { graceHours: 1 })
    await owner.query(`update webhook_secrets set valid_until = now() where endpoint_id = $1 and state = 'NEXT'`, [id])
    await eventually(async () => {
      const { rows } = await owner.query('select from webhook_secrets where endpoint_id = $1 and state = $2', [
        id,
        'PREVIOUS',
      ])
      return rows.length === 1
    }, 'the next secret')
  }

  /** An endpoint that fails for days is disabled. */
  async function exerciseGivingUp(): Promise<void> {
    const to = await subscribe({ events: ['review.created'] })
    failing.add(to.path)
    await owner.query(
      `update webhook_endpoints
       set consecutive_failures = 30, exhausted = 30, first_failure_at = now() - interval '5 days'
       where id = $1`,
      [to.id],
    )
    await enqueue(platform, [to])
    await owner.query(`update webhook_deliveries set attempt = 3 where endpoint_id = $1 and state = 'PENDING'`, [to.id])
    await eventually(async () => {
      const { rows } = await owner.query('select status from webhook_endpoints where id = $1', [to.id])
      return rows[0].status === 'DISABLED_AUTO'
    }, 'a disabled endpoint')
  }

  /** @param endpoint an endpoint with failed deliveries; deliveries of an earlier call may still be pending */
  async function exerciseRecovery({ id }: { id: string }): Promise<void> {
    await platform.call('POST', `/api/webhooks/${id}/recover`, {
      token: await platform.tokenOf('sandbox-admin'),
      body: { since: new Date(services.clock.nowMs() - HOUR_MS).toISOString() },
    })
    await eventually(async () => {
      const { rows } = await owner.query(
        `select resent, state from webhook_recoveries where endpoint_id = $1 and created_at > now() - interval '1 hour'
         order by id desc limit 1`,
        [id],
      )
      return rows[0].resent > 0 || rows[0].state === 'DONE'
    }, 'a recovery')
  }

  return {
    subscribe,
    async exercise(endpoint: { id: string }): Promise<void> {
      await exerciseMessages()
      await exerciseMoves()
      await exerciseDeliveries()
      await exerciseGivingUp()
      await exerciseRecovery(endpoint)
      await dropOldMonths(worker, 90, services.log)
    },
    /** Does work while no delivery is completed: at a thousand a second they leave dead rows faster than reads mark them. */
    async withoutResponses(work: () => Promise<void>): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      responding = promise
      try {
        await work()
      } finally {
        resolve()
      }
    },
    /** Reads everything that the API shows of deliveries, and aggregates the statistics. */
    async readAll({ id }: { id: string }): Promise<void> {
      await addUpMinutes(worker)
      await call('GET', `webhooks/${id}/recoveries`)
      await call('GET', `webhooks/${id}/statistics`)
      const today = localDay(services.clock.now())
      await call('GET', `webhooks/deliveries/statistics?from=${today}&to=${today}`)
      const { deliveries } = await call('GET', `webhooks/${id}/deliveries?state=SUCCEEDED,PENDING&event=review.created`)
      await call('GET', `webhooks/deliveries/${deliveries[0].id}`)
      await call('GET', 'webhooks/deliveries')
      await call('GET', 'webhooks/deliveries?state=FAILED&event=review.created&pageSize=100')
      await call('GET', `events/${bookedEvent}`)
    },
  }
}
