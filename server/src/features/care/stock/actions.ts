import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { moveStock, receiveLot, updateLot } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { duePharmacies, warn } from './warning.ts'

/**
 * Adds a lot to the stock of a pharmacy.
 * @throws {ApiError} 422 for an unknown pharmacy, 403 for another's, 409 if it already has a lot with this number
 */
export async function receive(
  ctx: UnitOfWork,
  actor: Actor,
  { pharmacyId: named, quantity, ...fields }: Input<typeof receiveLot>['body'],
) {
  const { tenantId } = actor
  const pharmacyId = named ?? (hasRelation(access.stock.write, actor.role, 'addressed') ? actor.userId : undefined)
  if (pharmacyId === undefined)
    throw unprocessable([{ path: ['pharmacyId'], message: 'is required for administrators', code: 'required' }])
  if (!(await queries.isPharmacy(ctx.db, { tenantId, pharmacyId })))
    throw unprocessable([
      { path: ['pharmacyId'], message: 'is not a pharmacy of this organisation', code: 'unknown_record' },
    ])
  rules.assertOwnStock(actor, pharmacyId)

  const lot = { tenantId, id: newId('lot'), pharmacyId, ...fields }
  if (!(await queries.insert(ctx.db, lot))) {
    const { id } = await queries.findSameNumber(ctx.db, lot)
    throw conflict('The pharmacy already has a lot with this number. Record a movement on it.', { lot: { id } })
  }
  addMovement(ctx, actor, lot.id, { delta: quantity, reason: 'RECEIVED' })
  ctx.setAuditSubject(lot.id)
  return { id: lot.id, quantity, expiresOn: lot.expiresOn }
}

/**
 * Corrects quantity and expiry date of a lot. Unchanged values have no effect.
 * @throws {ApiError} 404 unless visible
 */
export async function correct(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  { quantity, note, expiresOn }: Input<typeof updateLot>['body'],
) {
  const current = await lock(ctx, actor, id)
  const after = { id, quantity: quantity ?? current.quantity, expiresOn: expiresOn ?? current.expires_on }
  const delta = after.quantity - current.quantity
  if (delta !== 0) addMovement(ctx, actor, id, { delta, reason: 'CORRECTION', note })
  if (after.expiresOn !== current.expires_on)
    defer(ctx.db, queries.changeExpiry(ctx.db, actor.tenantId, id, after.expiresOn))
  return after
}

/**
 * Records a movement.
 * @throws {ApiError} 404 unless visible, 409 if the stock is too low
 */
export async function recordMovement(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  movement: Input<typeof moveStock>['body'],
) {
  const current = await lock(ctx, actor, id)
  const { delta, reason } = movement
  rules.assertWithinLimits(current.quantity, delta)
  addMovement(ctx, actor, id, movement)
  return { n: current.movements + 1, delta, reason, quantity: current.quantity + delta }
}

async function lock(ctx: UnitOfWork, actor: Actor, id: string) {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('Lot')
  ctx.setAuditSubject(id)
  return current
}

function addMovement(
  ctx: UnitOfWork,
  { tenantId, userId: createdBy }: Actor,
  lotId: string,
  { delta, reason, note = null }: { delta: number; reason: rules.Reason; note?: string | null | undefined },
): void {
  defer(ctx.db, queries.insertMovement({ tenantId, lotId, delta, reason, note, createdBy }))
}
