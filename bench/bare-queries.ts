/** The tenant of both sides. */
export const TENANT = 'ten_sandbox'

const columns = `
  select a.id, a.doctor_id, a.patient_id, a.start_time, a.end_time, a.status, a.notes, a.video_room_id,
    d.name as doctor_name, p.name as patient_name
  from appointments a
  join users d on d.tenant_id = a.tenant_id and d.id = a.doctor_id
  join users p on p.tenant_id = a.tenant_id and p.id = a.patient_id
  where a.tenant_id = $1 and a.deleted_at is null`

export const oneAppointment = `${columns} and a.id = $2`
export const pageOfAppointments = `${columns} order by a.id desc limit 20`
export const totalOfAppointments =
  'select count(*)::int as total from appointments where tenant_id = $1 and deleted_at is null'
