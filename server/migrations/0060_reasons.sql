-- Proposed visits, reasons of administrators, disputed identities. See docs/decisions/0068-reasons.md.

-- Booked by a professional who does not treat the patient, and not accepted for the patient so far.
alter table appointments add column proposed boolean not null default false;
alter table appointments no force row level security;
alter table care_relationships no force row level security;
update appointments a
set proposed = true
where a.status in ('SCHEDULED', 'CONFIRMED')
  and a.end_time > app_now()
  and a.deleted_at is null
  and not exists (
    select from care_relationships r
    where r.tenant_id = a.tenant_id
      and r.professional_id = a.doctor_id
      and r.patient_id = a.patient_id
      and r.ended_at is null
      and r.until > app_now());
alter table care_relationships force row level security;
alter table appointments force row level security;
create index appointments_proposed on appointments (tenant_id, doctor_id, created_at) where proposed;
