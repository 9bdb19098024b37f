import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { cancelPrescription } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Cancels the open orders of a prescription. Passed in by the feature `orders`, which imports this one: a cycle otherwise. */
export type WithdrawOrders = (ctx: UnitOfWork, actor: Actor, prescriptionId: string) => Promise<void>

/**
 * Cancels a prescription and every open order on it. Delivered orders stay. Cancelling again changes nothing.
 * @throws {ApiError} 404 unless visible, 403 unless the caller is its prescriber or an administrator
 */
export async function cancel(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { reason = rules.defaultReason(actor.role) }: Input<typeof cancelPrescription>['body'],
  withdrawOrders: WithdrawOrders,
) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Prescription')
  ctx.setAuditSubject(id, current.patient_id)
  rules.assertMayCancel(actor, current)
  if (current.status === 'CANCELLED') return current

  await withdrawOrders(ctx, actor, id)
  defer(ctx.db, queries.markCancelled(ctx.db, actor.tenantId, id, reason))
  return { ...current, status: 'CANCELLED' as const, cancel_reason: reason }
}
