import { randomBytes } from 'node:crypto'
import { sealSecret } from '../../server/src/features/webhooks/secret.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { webhookSecret } from '../../server/src/lib/signature.ts'
import { TENANT } from '../bare-queries.ts'
import { type Stand, vault } from './stand.ts'

/** A subscriber. `path` is where its requests arrive at the receiver. */
export type Endpoint = { tenantId: string; id: string; path: string; secret: string }

/** Two organisations share what one may not have alone: it has fifty at most. */
export const TENANTS = [
  { id: TENANT, client: 'sandbox-admin', doctor: 'usr_sandbox_doctor', patient: 'usr_sandbox_patient' },
  {
    id: 'ten_sandbox_b',
    client: 'sandbox-b-admin',
    doctor: 'usr_sandbox_b_doctor',
    patient: 'usr_sandbox_b_patient',
  },
] as const

type Given = {
  count: number
  /** How the receiver behaves: the first part of the path. */
  as?: 'ok' | 'hang' | 'fail' | 'drip'
  /** Kinds to be told of; by default all. */
  kinds?: string[]
  tenants?: readonly { id: string; client: string }[]
}

let paths = 0

/** Makes endpoints at the stand's receiver, one tenant after the other. */
export async function makeEndpoints(stand: Stand, { count, as = 'ok', kinds = [], tenants = TENANTS }: Given) {
  const endpoints: Endpoint[] = []
  for (let n = 0; n < count; n++) {
    const path = `/${as}/${paths++}`
    const tenant = tenants[n % tenants.length]!
    endpoints.push(await makeEndpoint(stand, tenant, { url: stand.receiver.url + path, path, kinds }))
  }
  return endpoints
}

/** Straight into the database: no check of the address, and no limit. */
export async function makeEndpoint(
  { owner }: Pick<Stand, 'owner'>,
  { id: tenantId, client }: { id: string; client: string },
  { url, path, kinds = [] }: { url: string; path: string; kinds?: string[] },
): Promise<Endpoint> {
  const [id, secretId] = [newId('whk'), newId('sec')]
  const secret = webhookSecret(randomBytes(32))
  await owner.query(
    `insert into webhook_endpoints (tenant_id, id, client_id, url, kinds) values ($1, $2, $3, $4, $5)`,
    [tenantId, id, client, url, kinds],
  )
  await owner.query(
    `insert into webhook_secrets (tenant_id, endpoint_id, id, secret_encrypted, state)
     values ($1, $2, $3, $4, 'CURRENT')`,
    [tenantId, id, secretId, sealSecret(vault, id, secretId, secret)],
  )
  return { tenantId, id, path, secret }
}
