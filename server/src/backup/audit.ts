import { parseHead, sealKeys } from '../audit/seal.ts'
import { tenantsWithAudit, verifyTenant } from '../audit/verify.ts'
import type { Vault } from '../lib/secrets.ts'
import { connect } from './dump.ts'

/** Verifies the audit log as `npm run verify-audit` does, with the heads that the backup recorded. */
export async function verifyAudit(
  workerUrl: string,
  vault: Vault,
  knownHeads: string[],
): Promise<{ rows: number; faults: string[] }> {
  const client = await connect(workerUrl)
  const faults: string[] = []
  try {
    const heads = knownHeads.map(parseHead).filter((head) => head !== undefined)
    const tenants = new Set([...(await tenantsWithAudit(client)), ...heads.map(({ tenantId }) => tenantId)])
    let rows = 0
    for (const tenantId of tenants) {
      const expected = { heads: heads.filter((head) => head.tenantId === tenantId) }
      const report = await verifyTenant(client, sealKeys(vault), tenantId, expected, ({ subject, kind, detail }) => {
        faults.push(`${tenantId} ${subject} ${kind}: ${detail}`)
      })
      rows += report.rows
    }
    return { rows, faults }
  } finally {
    await client.end()
  }
}
