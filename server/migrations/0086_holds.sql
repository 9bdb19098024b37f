-- Free slots that users hold until they book them: see docs/scheduling.md.

-- A hold ends by itself at `expires_at`. The next user who takes its time deletes it. A hold names no patient.
create table slot_holds (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^hld_[0-9a-z_]+$'),
  calendar bigint not null,
  doctor_id text collate "C" not null,
  visit_type_id text collate "C" not null,
  place_id text collate "C",
  start_time timestamptz not null,
  end_time timestamptz not null check (end_time > start_time and end_time <= start_time + interval '8 hours'),
  buffer_before_min int not null check (buffer_before_min between 0 and 120),
  buffer_after_min int not null check (buffer_after_min between 0 and 120),
  held_by text collate "C" not null,
  expires_at timestamptz not null,
  extended boolean not null default false,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, held_by) references users,
  foreign key (tenant_id, visit_type_id) references visit_types,
  foreign key (tenant_id, place_id) references places,
  constraint slot_holds_no_overlap exclude using gist (calendar with =, tstzrange(start_time, end_time) with &&)
);
create index slot_holds_doctor on slot_holds (tenant_id, doctor_id, start_time);
create index slot_holds_holder on slot_holds (tenant_id, held_by);
create index slot_holds_expiry on slot_holds (expires_at);
call isolate('slot_holds');
grant select, insert, delete on slot_holds to medina_app;
grant update (expires_at, extended) on slot_holds to medina_app;
grant select, delete on slot_holds to medina_worker;
call admit('medina_worker', 'slot_holds');
call let_merge('slot_holds');
grant delete on slot_holds to medina_gate;

-- Deletes expired holds on a professional's time, in all organisations. The caller holds the lock of the calendar.
create function drop_expired_holds(tenant text, doctor text, starts timestamptz, ends timestamptz) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from slot_holds h
  where h.calendar = (select calendar_of(u.tenant_id, u.id, u.login_id) from users u where u.tenant_id = tenant and u.id = doctor)
    and tstzrange(h.start_time, h.end_time) && tstzrange(starts, ends)
    and h.expires_at <= app_now()
$$;
grant create on schema public to medina_gate;
alter function drop_expired_holds owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function drop_expired_holds from public;
grant execute on function drop_expired_holds to medina_app;
