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

-- An administrator opened the file, with a reason.
do $basis$
declare
  name text;
begin
  for name in
    select conname from pg_constraint
    where conrelid = 'care_relationships'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%basis%'
  loop
    execute format('alter table care_relationships drop constraint %I', name);
  end loop;
end $basis$;
alter table care_relationships
  add constraint care_relationships_basis_check check (basis in
    ('BOOKED_BY_PATIENT', 'VISITED', 'REFERRED', 'REGISTERED', 'CONSENTED', 'EMERGENCY', 'ADMINISTRATION')),
  add constraint care_relationships_reason_check
    check ((basis in ('EMERGENCY', 'ADMINISTRATION')) = (reason is not null));

-- Who wrote the notes last: administrators read their own. Earlier authors are not known.
alter table appointments add column notes_by text collate "C";
