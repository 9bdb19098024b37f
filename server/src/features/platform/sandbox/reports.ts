import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { Storage } from '../../../providers/storage/index.ts'
import type { FileKey } from '../../../providers/storage/key.ts'
import { tenants } from './tenants.ts'

/** The id of the report of a lab order. Its content is the same after each reset. */
const REPORT = 'lbf_sandbox_report'
const NAME = 'resultats.pdf'
const keyOf = (tenantId: string) => `${tenantId}/${REPORT}/${NAME}`
const fileOf = (tenantId: string): FileKey => ({
  key: keyOf(tenantId),
  tenantId,
  subjectId: REPORT,
  name: NAME,
  type: 'application/pdf',
})

/** A page with one line, in PDF 1.4. */
function pageOf(line: string): Buffer {
  const text = `BT /F 14 Tf 72 770 Td (${line}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const trailer = `trailer<</Size 6/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 6\n0000000000 65535 f \n${entries}${trailer}`, 'latin1')
}

const content = pageOf('Laboratoire Ibn Sina - résultats fictifs du bac à sable')

type Place = { tenantId: string; laboratoryId: string; labOrderId: string; at: Date }

/** Seeds the row of the report. `storeReports` stores its content outside the database. */
export function seedReport(tx: Db, { tenantId, laboratoryId, labOrderId, at }: Place): void {
  const row = {
    tenant_id: tenantId,
    id: REPORT,
    lab_order_id: labOrderId,
    name: 'Compte rendu.pdf',
    type: 'application/pdf' as const,
    size: content.length,
    sha256: sha256(content).toString('hex'),
    object_key: keyOf(tenantId),
    uploaded_by: laboratoryId,
    created_at: at,
    ready_at: at,
  }
  defer(tx, tx.insertInto('lab_order_files').values(row))
}

/**
 * Stores the contents of the reports at each start and after each reset, because a tester may have removed them. If the storage
 * is unavailable, the sandbox starts without them.
 */
export async function storeReports(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  tenantIds: readonly string[] = tenants.map(({ id }) => id),
): Promise<void> {
  for (const { id, roles } of tenants)
    if (tenantIds.includes(id) && roles.some((role) => role === 'laboratory'))
      await storeReport(storage, fileOf(id)).catch((err) =>
        log.warn({ err, tenantId: id }, 'the seeded report could not be stored'),
      )
}

/**
 * Keeps a file that a folder already has, because a newly encrypted file would differ from the file of a backup. Replaces a
 * file that cannot be read, for example because another master key encrypted it.
 */
async function storeReport(storage: Storage, file: FileKey): Promise<void> {
  const isStored = await storage.served?.read(file).then(Boolean, () => false)
  if (!isStored) await storage.put(file.key, content)
}

/** Whether a reset keeps a file, because the seed has it too. */
export const isSeeded = (objectKey: string): boolean => objectKey.includes(`/${REPORT}/`)
