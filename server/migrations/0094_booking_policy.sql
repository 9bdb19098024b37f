-- Late cancellations, missed visits and moves of appointments: see docs/scheduling.md.

-- The rules of an organisation for patients; without a row, the defaults.
create table booking_policies (
  tenant_id text collate "C" primary key,
  late_cancel_hours int not null default 4 check (late_cancel_hours between 0 and 168),
  -- Missed visits within `no_show_days` after which a patient can no longer book; null for no limit.
  no_show_limit int check (no_show_limit between 1 and 20),
  no_show_days int not null default 180 check (no_show_days between 1 and 730),
  updated_at timestamptz not null default app_now()
);
call isolate('booking_policies');
grant select, insert, update on booking_policies to medina_app;

alter table appointments
  add column late_cancel boolean not null default false,
  add column moved_count int not null default 0;

-- The times that an appointment had before. `moved_by` is the user who moved it.
create table appointment_moves (
  tenant_id text collate "C" not null,
  appointment_id text collate "C" not null,
  n int not null,
  from_start timestamptz not null,
  from_end timestamptz not null,
  to_start timestamptz not null,
  to_end timestamptz not null,
  moved_by text collate "C" not null,
  moved_at timestamptz not null default app_now(),
  primary key (tenant_id, appointment_id, n),
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, moved_by) references users
);
create index appointment_moves_user on appointment_moves (tenant_id, moved_by);
call isolate('appointment_moves');
grant select, insert on appointment_moves to medina_app;
call let_merge('appointment_moves');
