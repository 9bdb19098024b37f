import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { byIndex } from '../../../db/plans.ts'
import { later, rowsOf } from '../../../db/transaction.ts'
import type { MessageProvider, Received } from '../../../providers/messages/index.ts'
import { plausible } from './hearsay.ts'
import { applyReceipts, findMessages, type Known, weightiest } from './receipts.ts'
import { keepReplies } from './replies.ts'

/** Writes down what providers tell of messages, and what people answer. */
export class Inbox {
  #database: Database
  #log: FastifyBaseLogger

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  /** Told twice, it changes nothing more. */
  async take(provider: string, { receipts, replies }: Pick<Received, 'receipts' | 'replies'>): Promise<void> {
    const told = weightiest(plausible(receipts))
    const known = await this.#database.inTransaction('', async (tx) => {
      later(tx, byIndex({}))
      const found = await rowsOf<Known>(tx, findMessages(provider, told))
      later(tx, applyReceipts(provider, found))
      later(tx, keepReplies(provider, plausible(replies)))
      return found.length
    })
    const unknown = told.length - known
    if (unknown > 0) this.#log.info({ provider, receipts: unknown }, 'receipts of messages that nobody knows')
  }

  /** Asks a provider that calls nobody back. */
  async collect(provider: MessageProvider): Promise<void> {
    await provider.collect?.((receipts) => this.take(provider.name, { receipts, replies: [] }))
  }
}
