-- Files that the participants share in the room of an appointment. They stay with the appointment. See docs/decisions/0106-files-of-visits.md.
create table visit_files (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^vfl_'),
  appointment_id text collate "C" not null,
  name text not null check (char_length(name) between 1 and 100),
  type text not null check (type in ('application/pdf', 'image/jpeg', 'image/png')),
  size int not null check (size between 1 and 10000000),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  object_key text not null,
  shared_by_name text not null,
  created_at timestamptz not null default app_now(),
  -- When it was stored. Null while it is being uploaded, and if that was interrupted.
  ready_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments
);
create index visit_files_appointment on visit_files (tenant_id, appointment_id, id);
call isolate('visit_files');
grant select, insert, delete on visit_files to medina_app;
grant update (ready_at) on visit_files to medina_app;
