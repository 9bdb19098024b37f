-- Durable links into the room of a video appointment, one for each participant: see docs/room.md.

-- The code of a link is derived from the master key; only its hash is stored. A revocation counts the generation up, which
-- gives another code.
create table join_links (
  tenant_id text collate "C" not null,
  appointment_id text collate "C" not null,
  user_id text collate "C" not null,
  generation int not null default 0 check (generation >= 0),
  code_sha256 bytea not null unique check (length(code_sha256) = 32),
  -- Wrong answers to the second check (JOIN_LINK_CHECK).
  wrong_checks int not null default 0 check (wrong_checks >= 0),
  -- The administrator who has fetched the link of this person. Who joins with it may not be this person.
  fetched_by text collate "C",
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, appointment_id, user_id),
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, user_id) references users
);
create index join_links_user on join_links (tenant_id, user_id);
call isolate('join_links');
grant select, insert on join_links to medina_app;
grant update (generation, code_sha256, wrong_checks, fetched_by) on join_links to medina_app;
-- The sender of messages creates the links.
grant select, insert on join_links to medina_worker;
grant update (generation, code_sha256, wrong_checks, fetched_by) on join_links to medina_worker;
call admit('medina_worker', 'join_links');
grant select (tenant_id, id, doctor_id, patient_id, start_time, end_time, status, mode, place_id, created_at, moved_at, deleted_at)
  on appointments to medina_worker;
call admit('medina_worker', 'appointments');
grant select (tenant_id, id, name, address, city) on places to medina_worker;
call admit('medina_worker', 'places');
call let_merge('join_links');

-- The link of a code, before the tenant is known.
create function join_link_by_code(digest bytea) returns table (tenant_id text, appointment_id text, user_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select j.tenant_id, j.appointment_id, j.user_id
  from join_links j
  where j.code_sha256 = digest
$$;
grant create on schema public to medina_gate;
alter function join_link_by_code owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function join_link_by_code from public;
grant execute on function join_link_by_code to medina_app;
