import type { Actor } from '../../actor.ts'
import { later } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import type { Input } from '../../http/operation.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { cancelPrescription } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Cancels the open orders of a prescription. Of the feature orders, which imports this one. */
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
  const held = await queries.hold(ctx.db, actor, id)
  if (!held) throw notFound('Prescription')
  ctx.concerns(id, held.patient_id)
  rules.assertMayCancel(actor, held)
  if (held.status === 'CANCELLED') return held

  await withdrawOrders(ctx, actor, id)
  later(ctx.db, queries.markCancelled(ctx.db, actor.tenantId, id, reason))
  return { ...held, status: 'CANCELLED' as const, cancel_reason: reason }
}
