import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/**
 * Cancels a document. Its verification page then reports it as cancelled. Cancelling again changes nothing.
 * @throws {ApiError} 404 unless visible, 403 unless the caller is its practitioner or an administrator
 */
export async function cancel(ctx: UnitOfWork, actor: Actor, id: string, reason: string | undefined) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Document')
  ctx.setAuditSubject(id, current.patient_id)
  rules.assertMayCancel(actor, current)
  const { cancelled_at, cancel_reason } = current
  if (cancelled_at) return { id, cancelled_at, cancel_reason }
  const cancelled = { cancelled_at: ctx.clock.now(), cancel_reason: reason ?? null }
  defer(ctx.db, queries.markCancelled(ctx.db, { tenantId: actor.tenantId, id }, cancelled))
  return { id, ...cancelled }
}
