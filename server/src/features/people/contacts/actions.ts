import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import { properties } from '../../../lib/channels.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { updateContact } from './contract.ts'
import * as queries from './queries.ts'

export { optOutBy } from './queries.ts'

type Changes = Input<typeof updateContact>['body']

/**
 * Updates the contact data of a user. Absent fields stay unchanged.
 * @throws {ApiError} 404 unless the caller is the user or an administrator, 403 for a guardian who would change the number of a
 *   dependant, 422 for a preferred channel without a telephone
 *   number
 */
export async function update(ctx: UnitOfWork, actor: Actor, id: string, changes: Changes): Promise<queries.Row> {
  const current = await queries.lock(ctx.db, actor, id)
  if (!current) throw notFound('User')
  ctx.setAuditSubject(id, current.patient_id ?? undefined)
  if (changes.phone !== undefined && changes.phone !== current.phone) {
    const message =
      'A guardian cannot change the telephone number of a dependant: the dependant or the organisation does.'
    assertMay(access.contacts.changeAddress, actor, { own: id === actor.userId }, message)
  }
  const kept = merge(current, changes)
  if (kept.phone === null && kept.preferred_channel !== null && properties[kept.preferred_channel].address === 'phone')
    throw unprocessable([{ path: ['preferredChannel'], message: 'needs a telephone number' }])
  defer(ctx.db, queries.keep(actor.tenantId, id, kept))
  return { ...current, ...kept }
}

function merge(current: queries.Row, changes: Changes): queries.StoredContact {
  const { quietHours: hours } = changes
  return {
    phone: changes.phone === undefined ? current.phone : changes.phone,
    language: changes.language ?? current.language,
    preferred_channel: changes.preferredChannel === undefined ? current.preferred_channel : changes.preferredChannel,
    opt_outs: changes.optOuts ?? current.opt_outs,
    quiet_from: hours === undefined ? current.quiet_from : (hours?.from ?? null),
    quiet_to: hours === undefined ? current.quiet_to : (hours?.to ?? null),
  }
}
