import type { Row } from './queries.ts'

export const present = (row: Row) => ({
  id: row.id,
  kind: row.kind,
  guardian: { id: row.guardian_id, name: row.guardian_name },
  dependant: { id: row.dependant_id, name: row.dependant_name },
  verified: row.verified_at !== null,
  since: row.created_at.toISOString(),
  until: row.until?.toISOString() ?? null,
  active: row.active,
})
