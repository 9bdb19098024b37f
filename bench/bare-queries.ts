/** The tenant of both sides. */
export const TENANT = 'ten_sandbox'

const shown = (source: string) => `
  select a.id, a.doctor_id, a.patient_id, a.start_time, a.end_time, a.status, a.notes, a.video_room_id,
    d.name as doctor_name, p.name as patient_name
  from ${source} a
  join users d on d.tenant_id = a.tenant_id and d.id = a.doctor_id
  join users p on p.tenant_id = a.tenant_id and p.id = a.patient_id`

const own = 'tenant_id = $1 and deleted_at is null'

export const oneAppointment = `${shown('appointments')} where a.tenant_id = $1 and a.deleted_at is null and a.id = $2`

/** Newest first, by the primary key, and without a total. */
export const pageOfAppointments = `${shown(`(select * from appointments where ${own} order by id desc limit 20)`)}
  order by a.id desc`

/** The rows of a token grant: the token's family, the refresh token and the audit row. */
export const grantOfToken = `
  with client as (
    select c.tenant_id, c.id, c.acts_as, c.scopes, s.created_at
    from clients c
    join client_secrets s on s.tenant_id = c.tenant_id and s.client_id = c.id
    where c.id = $1 and s.secret_sha256 = $2
  ), family as (
    insert into token_families (tenant_id, id, client_id, expires_at, secret_made_at)
    select tenant_id, $3, id, now() + interval '30 days', created_at from client
  ), token as (
    insert into refresh_tokens (tenant_id, family_id, token_sha256, scopes)
    select tenant_id, $3, $4, scopes from client
  ), noted as (
    insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id)
    select tenant_id, $5, acts_as, id, 'issueToken', 'OK', $3, '{}', 'req_bench' from client
  )
  select * from client`
