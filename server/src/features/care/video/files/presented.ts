import type { Row } from './queries.ts'

export const presentFile = (row: Omit<Row, 'patient_id' | 'object_key'>) => ({
  id: row.id,
  appointmentId: row.appointment_id,
  name: row.name,
  type: row.type,
  size: row.size,
  sha256: row.sha256,
  sharedBy: row.shared_by_name,
  createdAt: row.created_at.toISOString(),
})
