import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { PatientsOfFile } from '../../../http/files.ts'

const patientOf = prepared<{ tenantId: string; id: string }, { patient_id: string }>(
  (v) => sql`select patient_id from documents where tenant_id = ${v.tenantId} and id = ${v.id}`,
)

/** The patient of a document's file, for the audit log. */
export const patientsOfDocument =
  (database: Database): PatientsOfFile =>
  async (tenantId, id) => {
    const { rows } = await database.onLane(tenantId, patientOf({ tenantId, id }))
    return rows.map(({ patient_id }) => patient_id)
  }
