import { after } from 'node:test'
import type { Person } from '../../../../../testing/factories.ts'
import type { Platform } from '../../../../../testing/harness.ts'
import { testWorkerUrl } from '../../../../../testing/roles.ts'
import { Database } from '../../../../db/database.ts'
import { newId } from '../../../../lib/ids.ts'
import type { MessageProviders } from '../../../../messages/providers/index.ts'
import { type Entry, enqueue } from '../../../../messages/queue.ts'
import { Sender } from './sender.ts'

export const workerDatabase = (url: string): Database =>
  new Database({ url, poolSize: 3, laneCount: 1, testClock: true, applicationName: 'sender of a test' })

/** Long, so that a stall of the machine causes no timeout. Tests trigger timeouts with `triggerTimeouts`. */
const PATIENCE = { deadlineMs: 60_000, leaseSec: 90 }

/** Starts a sender that stops after the test. */
export function startSender(
  { services }: Platform,
  providers: MessageProviders,
  url: string,
  patience = PATIENCE,
): Sender {
  const { vault, log, config } = services
  const database = workerDatabase(url)
  const sender = new Sender({ database, providers, vault, log, publicUrl: config.publicUrl, ...patience })
  sender.start()
  after(async () => {
    await sender.stop()
    await database.close()
  })
  return sender
}

/** Replaces the platform's message providers until the tests of the file end. */
export async function sendBy(platform: Platform, providers: MessageProviders, patience = PATIENCE): Promise<void> {
  const { messages, sender } = platform.services
  await sender.stop()
  for (const channel of ['WHATSAPP', 'SMS', 'EMAIL'] as const) delete messages[channel]
  Object.assign(messages, providers)
  startSender(platform, messages, testWorkerUrl(platform.ownerUrl), patience)
}

/** Queues a message. @returns its id */
export async function queue(
  { services }: Platform,
  to: Pick<Person, 'id' | 'tenantId'>,
  more: Partial<Entry> = {},
): Promise<string> {
  const trail = { tenantId: to.tenantId, userId: 'platform', clientId: 'test', operation: 'test' }
  return services.database.inTransaction(to.tenantId, async (db) => {
    const ctx = { db, vault: services.vault, trail: { ...trail, address: null, requestId: newId('req') } }
    const entry: Entry = {
      to: { userId: to.id },
      templateCode: 'PRESCRIPTION_ISSUED',
      purpose: 'SERVICE',
      variables: { doctorName: 'Dr Benali' },
      about: [],
      ...more,
    }
    return enqueue(ctx, entry)! // one recipient
  })
}

/** A message's row. */
export async function rowOf({ owner }: Platform, id: string) {
  const { rows } = await owner.query<{
    status: string
    channel: string | null
    given_up: string[]
    last_error: string | null
    attempt: number
    provider_message_id: string | null
    language: string | null
    lease: string | null
    in_doubt_since: Date | null
    next_at: Date | null
    sent_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
  }>('select * from messages where id = $1', [id])
  return rows[0]!
}
