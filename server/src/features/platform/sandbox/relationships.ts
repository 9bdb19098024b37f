import { sql } from 'kysely'
import type { Db } from '../../../db/kysely.ts'

/** Seeds the care relationships of the seeded visits, all of which patients booked. */
export async function seedRelationships(tx: Db, tenantId: string): Promise<void> {
  await sql`
    insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, since, until)
    select tenant_id, doctor_id, patient_id, id,
      case status when 'COMPLETED' then 'VISITED' else 'BOOKED_BY_PATIENT' end,
      created_at,
      start_time + interval '24 months'
    from appointments
    where tenant_id = ${tenantId}`.execute(tx)
}
