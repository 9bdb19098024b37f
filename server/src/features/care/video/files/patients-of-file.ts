import { sql } from 'kysely'
import type { Database } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { PatientsOfFile } from '../../../../http/files.ts'

const patientOf = prepared<{ tenantId: string; id: string }, { patient_id: string }>(
  (v) => sql`
    select a.patient_id
    from visit_files f
    join appointments a on a.tenant_id = f.tenant_id and a.id = f.appointment_id
    where f.tenant_id = ${v.tenantId}
      and f.id = ${v.id}`,
)

/** The patients of the files of appointments, for the audit log. */
export const patientsOfVisitFile =
  (database: Database): PatientsOfFile =>
  async (tenantId, id) => {
    const { rows } = await database.onLane(tenantId, patientOf({ tenantId, id }))
    return rows.map(({ patient_id }) => patient_id)
  }
