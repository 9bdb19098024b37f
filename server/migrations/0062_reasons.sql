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

-- Who fetched the join token of the latest arrival, if not the participant. Such a meeting accepts no proposal.
alter table video_participants add column issued_by text collate "C";
grant update (issued_by) on video_participants to medina_app;

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

-- When the user allowed the client to act as them; null if they have not. Only the user can, in their own session; a client that
-- they created themselves is allowed. Existing enabled clients continue: their users see them with the date of the upgrade, and
-- can end them.
alter table clients add column acting_allowed_at timestamptz;
alter table clients no force row level security;
update clients set acting_allowed_at = app_now() where disabled_at is null;
alter table clients force row level security;
-- When the secret that obtained these tokens was created. A permission covers older secrets only, so an administrator who
-- creates another secret cannot act as the user. Null for tokens from before the upgrade.
alter table token_families add column secret_made_at timestamptz;
-- Whether the secret of a credential link acts at once: for links of the client's own user, and of new organisations.
alter table client_handovers add column acts boolean not null default false;
alter table client_handovers no force row level security;
update client_handovers set acts = true where used_at is null;
alter table client_handovers force row level security;

-- Whether the tokens of a client act: read with the status of a token, before the tenant is known.
create function client_may_act(tenant text, client text, family text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(c.acting_allowed_at >= coalesce(f.secret_made_at, '-infinity'), false)
  from clients c
  join token_families f on f.tenant_id = c.tenant_id and f.client_id = c.id and f.id = family
  where c.tenant_id = tenant
    and c.id = client
$$;
grant create on schema public to medina_gate;
alter function client_may_act owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function client_may_act from public;
grant execute on function client_may_act to medina_app;

grant update (acting_allowed_at, signing_allowed_at) on clients to medina_gate; -- a merge of two patients

-- Webhooks get only what the client may read. A guardian's client also gets the events of their dependants.
drop function reader_of_client(text, text);
create function reader_of_client(tenant text, client text)
returns table (user_id text, role text, scopes text[], dependants text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.role, c.scopes, case u.role when 'PATIENT' then dependants_of(tenant, u.id) else '{}' end
  from clients c
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  where c.tenant_id = tenant
    and c.id = client
    and c.disabled_at is null
    and c.acting_allowed_at is not null
    and u.disabled_at is null
    and (u.role not in ('DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY') or u.verified_at is not null)
$$;
grant create on schema public to medina_gate;
alter function reader_of_client owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function reader_of_client from public;
grant execute on function reader_of_client to medina_app, medina_worker;

-- The last confirmed addresses of a person, while newer ones are not confirmed: critical messages still reach them.
alter table contacts
  add column earlier_email text,
  add column earlier_phone text;
-- A merge of two patients, and the end of what a stranger entered with another person's address.
grant update (phone, phone_confirmed_at, preferred_channel, earlier_email, earlier_phone) on contacts to medina_gate;
