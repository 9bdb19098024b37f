import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'

/** Finds an invoice that is visible to the caller, and locks it until the transaction ends. @throws {ApiError} 404 */
export async function lock(ctx: UnitOfWork, actor: Actor, id: string) {
  const invoice = await queries.lock(ctx.db, actor, id)
  if (!invoice) throw notFound('Invoice')
  return invoice
}
