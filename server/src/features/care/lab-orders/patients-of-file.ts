import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'
import type { PatientsOfFile } from '../../../http/files.ts'

const patientOf = prepared<{ tenantId: string; id: string }, { patient_id: string }>(
  (v) => sql`
    select lo.patient_id
    from lab_order_files f
    join lab_orders lo on lo.tenant_id = f.tenant_id and lo.id = f.lab_order_id
    where f.tenant_id = ${v.tenantId}
      and f.id = ${v.id}`,
)

/** The patients of the files of lab orders, for the audit log. */
export const patientsOfLabFile =
  (database: Database): PatientsOfFile =>
  async (tenantId, id) => {
    const { rows } = await database.onLane(tenantId, patientOf({ tenantId, id }))
    return rows.map(({ patient_id }) => patient_id)
  }
