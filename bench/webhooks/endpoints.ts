import { randomBytes } from 'node:crypto'
import { sealSecret } from '../../server/src/features/platform/webhooks/secret.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { webhookSecret } from '../../server/src/lib/signature.ts'
import { TENANT } from '../bare-queries.ts'
import { type TestBed, vault } from './test-bed.ts'

/** A subscriber. `path` is its path at the receiver. */
export type Endpoint = { tenantId: string; id: string; path: string; secret: string }

/** Two organisations, because one has at most fifty endpoints. */
export const TENANTS = [
  { id: TENANT, client: 'sandbox-admin', doctor: 'usr_sandbox_doctor', patient: 'usr_sandbox_patient' },
  {
    id: 'ten_sandbox_b',
    client: 'sandbox-b-admin',
    doctor: 'usr_sandbox_b_doctor',
    patient: 'usr_sandbox_b_patient',
  },
] as const

type EndpointOptions = {
  count: number
  /** The receiver's behaviour, which is the first part of the path. */
  behaviour?: 'ok' | 'hang' | 'fail' | 'drip'
  /** Event kinds; by default all. */
  kinds?: string[]
  tenants?: readonly { id: string; client: string }[]
}

let paths = 0

/** Creates endpoints at the receiver, alternating between tenants. */
export async function makeEndpoints(
  testBed: Pick<TestBed, 'owner' | 'receiver'>,
  { count, behaviour = 'ok', kinds = [], tenants = TENANTS }: EndpointOptions,
) {
  const endpoints: Endpoint[] = []
  for (let n = 0; n < count; n++) {
    const path = `/${behaviour}/${paths++}`
    const tenant = tenants[n % tenants.length]!
    endpoints.push(await makeEndpoint(testBed, tenant, { url: testBed.receiver.url + path, path, kinds }))
  }
  return endpoints
}

/** Inserts an endpoint directly, without the check of its address and the limit. */
export async function makeEndpoint(
  { owner }: Pick<TestBed, 'owner'>,
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
