import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../../db/database.ts'
import { violates } from '../../../../db/failures.ts'
import { byIndex } from '../../../../db/plans.ts'
import { Journal } from '../../../../jobs/journal.ts'
import { type Recorded, record } from './record.ts'
import type { Step } from './steps.ts'

export type Entry = Step & { lease: string }

/** The journal of messages. Unrecorded messages have lost their lease, or keep it until it expires. */
export function openJournal(database: Database, log: FastifyBaseLogger, leaseSec: number): Journal<Entry> {
  const write = async (batch: Entry[]): Promise<boolean[]> => {
    const results = await database.onOwnConnection('', [byIndex({}), ...record(batch, leaseSec)])
    const ids = new Set((results.at(-1)!.rows as Recorded[]).map(({ id }) => id))
    return batch.map(({ id }) => ids.has(id))
  }
  return new Journal({
    noun: 'messages',
    log,
    write: (batch) =>
      write(batch).catch((err) => {
        // The provider returned an id twice. It has accepted this message, which is recorded without the id.
        if (batch.length > 1 || !violates(err, 'messages_provider')) throw err
        return write([{ ...batch[0]!, provider_message_id: null }])
      }),
    idsOf: ({ id: messageId }) => ({ messageId }),
  })
}
