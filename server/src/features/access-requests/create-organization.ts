import type { Plan } from '../../actor.ts'
import { auditRow, type Trail } from '../../audit/trail.ts'
import { violates } from '../../db/failures.ts'
import type { Db } from '../../db/kysely.ts'
import { later } from '../../db/transaction.ts'
import { conflict } from '../../errors.ts'
import { newId } from '../../lib/ids.ts'
import { add } from '../clients/actions.ts'
import * as queries from './queries.ts'

export type Founding = {
  tenantId: string
  name: string
  plan: Plan
  admin: { name: string; email: string }
  scopes: string[]
}

/**
 * Makes an organisation with its first administrator and a client that acts as them, which has no secret yet. The
 * transaction has named the new tenant; the trail says who does it.
 * @throws {ApiError} 409 when the administrator's address is somebody's already, in whichever organisation
 */
export async function found(
  tx: Db,
  { tenantId, name, plan, admin, scopes }: Founding,
  trail: Omit<Trail, 'tenantId'>,
): Promise<{ adminId: string; clientId: string }> {
  const adminId = newId('usr')
  const clientId = newId('cli')
  later(tx, queries.insertTenant(tenantId, name, plan))
  try {
    await queries.insertAdmin(tx, { tenantId, id: adminId, ...admin })
  } catch (error) {
    if (!violates(error, 'users_email')) throw error
    throw conflict(`Somebody has an account with ${admin.email} already. Give the administrator another address.`)
  }
  add(tx, { tenantId, id: clientId, actsAs: adminId, name, scopes })
  later(tx, auditRow({ ...trail, tenantId }, { outcome: 'OK', subjectId: clientId }))
  return { adminId, clientId }
}
