-- What a prescriber signs covers the people whom the prescription names. See docs/decisions/0062-signing-clients.md.

-- Patient and prescriber as the documents of a prescription name them: their data at the signature. The signature covers them
-- if they have a salt. Older ones get the data of the upgrade, so that later changes reach no sealed document.
alter table prescriptions add column printed jsonb check (jsonb_typeof(printed) = 'object');
grant update (printed) on prescriptions to medina_app;
alter table prescriptions no force row level security;
alter table users no force row level security;
alter table doctors no force row level security;
alter table patient_identities no force row level security;
update prescriptions rx
set printed = jsonb_build_object(
  'patient', jsonb_build_object(
    'name', p.name,
    'birthDate', i.birth_date::text,
    'sex', i.sex,
    'nationalId', i.national_id,
    'insurer', i.insurer,
    'insuranceNumber', i.insurance_number),
  'practitioner', jsonb_build_object(
    'name', u.name,
    'role', u.role,
    'specialty', d.specialty,
    'licenceNumber', d.licence_number))
from users p
left join patient_identities i on i.tenant_id = p.tenant_id and i.patient_id = p.id,
  users u
left join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
where p.tenant_id = rx.tenant_id
  and p.id = rx.patient_id
  and u.tenant_id = rx.tenant_id
  and u.id = rx.doctor_id
  and rx.signature is not null;
alter table patient_identities force row level security;
alter table doctors force row level security;
alter table users force row level security;
alter table prescriptions force row level security;

-- Whether a professional has an appointment at a time, in any organisation, by the constraint appointments_no_overlap: a booking for
-- an unknown patient is refused as one for a known patient is.
create function calendar_is_taken(tenant text, doctor text, starts timestamptz, ends timestamptz)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select from appointments a
    where a.calendar = (select calendar_of(u.tenant_id, u.id, u.login_id) from users u where u.tenant_id = tenant and u.id = doctor)
      and tstzrange(a.start_time, a.end_time) && tstzrange(starts, ends)
      and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
      and a.deleted_at is null)
$$;
grant create on schema public to medina_gate;
alter function calendar_is_taken owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function calendar_is_taken from public;
grant execute on function calendar_is_taken to medina_app;
