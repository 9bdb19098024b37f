import type { Plan } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { isAccepted } from '../../../db/failures.ts'
import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { conflict } from '../../../errors.ts'
import { newId } from '../../../lib/ids.ts'
import { add } from '../clients/actions.ts'
import * as queries from './queries.ts'

export type NewOrganization = {
  tenantId: string
  name: string
  plan: Plan
  admin: { name: string; email: string }
  scopes: string[]
}

/**
 * Creates an organisation with its first administrator and a client that acts as the administrator. The client has no secret
 * yet. The transaction must be in the new tenant.
 * @throws {ApiError} 409 when the administrator's address is taken, in any organisation
 */
export async function createOrganization(
  tx: Db,
  { tenantId, name, plan, admin, scopes }: NewOrganization,
  trail: Omit<Trail, 'tenantId'>,
): Promise<{ adminId: string; clientId: string }> {
  const adminId = newId('usr')
  const clientId = newId('cli')
  defer(tx, queries.insertTenant(tenantId, name, plan))
  if (!(await isAccepted(queries.insertAdmin(tx, { tenantId, id: adminId, ...admin }), 'logins_email')))
    throw conflict(`An account with ${admin.email} already exists. Give the administrator another address.`)
  add(tx, { tenantId, id: clientId, actsAs: adminId, name, scopes })
  defer(tx, auditRow({ ...trail, tenantId }, { outcome: 'OK', subjectId: clientId }))
  return { adminId, clientId }
}
