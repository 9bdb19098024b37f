import { sql } from 'kysely'
import type { Role } from '../../actor.ts'
import type { Asker } from '../../context.ts'
import { builder } from '../../db/kysely.ts'
import { prepared } from '../../db/prepared.ts'

/** The user who asks. When it is a patient, it is that patient's data which is read. */
type Me = { id: string; email: string; name: string; role: Role; tenant_id: string; patient_id: string | null }

export const me = prepared<Asker, Me>((v) =>
  builder
    .selectFrom('users')
    .where('tenant_id', '=', v.tenantId)
    .where('id', '=', v.userId)
    .select([
      'id',
      'email',
      'name',
      'role',
      'tenant_id',
      sql<string | null>`case role when 'PATIENT' then id end`.as('patient_id'),
    ]),
)
