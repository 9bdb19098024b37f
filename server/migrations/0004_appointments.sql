create table appointments (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  doctor_id text collate "C" not null,
  patient_id text collate "C" not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  status text not null default 'SCHEDULED'
    check (status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW')),
  notes text,
  cancel_reason text,
  video_room_id text collate "C" not null,
  created_at timestamptz not null default app_now(),
  -- Since when nobody has confirmed it: its creation, or the move that sent it back to SCHEDULED.
  unconfirmed_since timestamptz not null default app_now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, patient_id) references users,
  unique (tenant_id, video_room_id),
  check (end_time > start_time and end_time <= start_time + interval '8 hours'),
  -- A doctor is in one place at a time. A cancelled slot is free again. Hashed, because text keys cost an insert 2.6 times
  -- as much; two doctors whose 64-bit hashes meet would be told of an overlap, which no clinic lives to see.
  constraint appointments_no_overlap exclude using gist (
    hashtextextended(tenant_id || doctor_id, 0) with =,
    tstzrange(start_time, end_time) with &&
  ) where (status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and deleted_at is null)
);
-- Lists are newest first, which is the key read backwards; each role has its own column to look by.
create index appointments_doctor on appointments (tenant_id, doctor_id, start_time) where deleted_at is null;
create index appointments_patient on appointments (tenant_id, patient_id, start_time) where deleted_at is null;
call isolate('appointments');
grant select, insert, update on appointments to medina_app;

-- The room of an appointment, and how long doctor and patient were in it together.
create table video_rooms (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  closed_at timestamptz,
  together_ms bigint not null default 0 check (together_ms >= 0),
  -- An interval that has not ended: since when, and when it was last seen to go on.
  together_since timestamptz,
  together_seen_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references appointments (tenant_id, video_room_id),
  check ((together_since is null) = (together_seen_at is null))
);
call isolate('video_rooms');
grant select, insert, update on video_rooms to medina_app;

-- Internal hooks name an appointment and no tenant. Keys begin with the tenant, so each tenant's is asked in turn.
grant select on appointments to medina_gate;
call admit('medina_gate', 'appointments');
create function tenant_of_appointment(appointment text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id
  from tenants t
  where exists (select from appointments a where a.tenant_id = t.tenant_id and a.id = appointment)
$$;
grant create on schema public to medina_gate;
alter function tenant_of_appointment owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function tenant_of_appointment from public;
grant execute on function tenant_of_appointment to medina_app;
