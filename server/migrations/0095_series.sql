-- Series of appointments: see docs/scheduling.md and docs/decisions/0098-series-and-policy.md.

-- How a series repeats. Its appointments are ordinary ones, each with its own state.
create table appointment_series (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^ser_[0-9a-z_]+$'),
  doctor_id text collate "C" not null,
  patient_id text collate "C" not null,
  frequency text not null check (frequency in ('WEEKLY', 'MONTHLY')),
  every int not null check (every between 1 and 12),
  occurrences int not null check (occurrences between 2 and 52),
  -- The appointments are at the same time of this wall clock.
  time_zone text not null,
  -- Changes of its times on a day, each of which sends a message.
  changed_on date,
  changes int not null default 0,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, patient_id) references users
);
create index appointment_series_patient on appointment_series (tenant_id, patient_id);
create index appointment_series_doctor on appointment_series (tenant_id, doctor_id);
call isolate('appointment_series');
grant select, insert on appointment_series to medina_app;
grant update (changed_on, changes) on appointment_series to medina_app;
call let_merge('appointment_series');

alter table appointments
  add column series_id text collate "C",
  add foreign key (tenant_id, series_id) references appointment_series;
create index appointments_series on appointments (tenant_id, series_id, start_time) where series_id is not null;
