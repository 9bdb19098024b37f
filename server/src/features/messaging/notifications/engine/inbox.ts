import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../../db/database.ts'
import { byIndex } from '../../../../db/plans.ts'
import { defer, rowsOf } from '../../../../db/transaction.ts'
import type { MessageProvider, Received } from '../../../../messages/providers/index.ts'
import { applyReceipts, lockMessages, type MatchedReceipt, selectMostAdvanced } from './receipts.ts'
import { keepReplies } from './replies.ts'
import { sanitized } from './unverified-input.ts'

/** Records the receipts and replies that providers report. */
export class Inbox {
  #database: Database
  #log: FastifyBaseLogger

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  /** Idempotent: repeated receipts and replies change nothing. */
  async take(provider: string, { receipts, replies }: Pick<Received, 'receipts' | 'replies'>): Promise<void> {
    const valid = selectMostAdvanced(sanitized(receipts))
    const knownCount = await this.#database.inTransaction('', async (tx) => {
      defer(tx, byIndex({}))
      const matched = await rowsOf<MatchedReceipt>(tx, lockMessages(provider, valid))
      for (const statement of applyReceipts(provider, matched)) defer(tx, statement)
      defer(tx, keepReplies(provider, sanitized(replies)))
      return matched.length
    })
    const unknown = valid.length - knownCount
    if (unknown > 0) this.#log.info({ provider, receipts: unknown }, 'receipts of unknown messages')
  }

  /** Polls a provider that has no callbacks. */
  async collect(provider: MessageProvider): Promise<void> {
    await provider.collect?.((receipts) => this.take(provider.name, { receipts, replies: [] }))
  }
}
