import { createHash } from 'node:crypto'
import { type Role, scopes } from '../server/src/actor.ts'
import { tokenAt } from '../server/testing/child.ts'
import type { Busy } from '../server/testing/grown-tables.ts'
import type { Stage } from './stage.ts'

/** The owners of its rows, and a token for each role. */
export type Organisation = { busy: Busy; tokens: Record<string, string> }

/** Creates an organisation with a user and a client for each role. */
export async function makeOrganisation(
  { owner, server }: Stage,
  name: string,
  roles: readonly Role[],
): Promise<Organisation> {
  const tenantId = `ten_${name}`
  await owner.query(`insert into tenants (tenant_id, name, plan) values ($1, $1, 'ENTERPRISE')`, [tenantId])
  const tokens: Record<string, string> = {}
  for (const role of roles) {
    const [id, client] = [`usr_${name}_${role.toLowerCase()}`, `${name}-${role}`]
    await owner.query(
      'insert into users (tenant_id, id, email, name, role, verified_at) values ($1, $2, $3, $2, $4, now())',
      [tenantId, id, `${id}@bench.example`, role],
    )
    await owner.query(
      `with client as (
         insert into clients (tenant_id, id, acts_as, name, scopes, acting_allowed_at, signing_allowed_at)
         values ($1, $2, $3, $2, $4, app_now(), now()))
       insert into client_secrets (tenant_id, client_id, secret_sha256) values ($1, $2, $5)`,
      [tenantId, client, id, Object.keys(scopes), createHash('sha256').update(`${client}-secret`).digest()],
    )
    tokens[role] = await tokenAt(server.url, client)
  }
  const userOf = (role: string) => `usr_${name}_${role}`
  const busy = {
    tenantId,
    doctorId: userOf('doctor'),
    patientId: userOf('patient'),
    pharmacistId: userOf('pharmacist'),
    laboratoryId: userOf('laboratory'),
  }
  return { busy, tokens }
}
