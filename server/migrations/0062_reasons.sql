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

-- The guardian who booked, for whose limits the booking counts too.
alter table appointments add column booked_by text collate "C";
create index appointments_booked_by on appointments (tenant_id, booked_by, start_time)
  where booked_by is not null and deleted_at is null;

-- The scopes of the token that registered the webhook, which limit those of its client. Null for earlier ones: the client's.
alter table webhook_endpoints add column scopes text[];

-- What a patient states against their attested identity. Both values are kept.
create table identity_disputes (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  patient_id text collate "C" not null,
  recorded jsonb not null check (jsonb_typeof(recorded) = 'object'),
  stated jsonb not null check (jsonb_typeof(stated) = 'object'),
  reason text not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'RESOLVED', 'WITHDRAWN')),
  -- Which of both the staff attested, and after seeing which document.
  attested text check (attested in ('RECORDED', 'STATED')),
  document text,
  settled_by text collate "C",
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, settled_by) references users,
  check ((status = 'OPEN') = (settled_at is null) and (settled_at is null) = (settled_by is null)),
  check ((status = 'RESOLVED') = (attested is not null) and (attested is null) = (document is null))
);
create unique index identity_disputes_open on identity_disputes (tenant_id, patient_id) where status = 'OPEN';
create index identity_disputes_patient on identity_disputes (tenant_id, patient_id, id);
call isolate('identity_disputes');
grant select, insert on identity_disputes to medina_app;
grant update (status, attested, document, settled_by, settled_at) on identity_disputes to medina_app;

-- A merge of two patients. The caller has checked that one dispute at most is open.
call let_merge('identity_disputes');
grant update (notes_by, booked_by) on appointments to medina_gate;
