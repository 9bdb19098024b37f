-- Where and for what patients come: see docs/scheduling.md and docs/decisions/0091-opening-and-slots.md.

-- A place where professionals see patients. The opening hours there are in its time zone.
create table places (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^plc_[0-9a-z_]+$'),
  name text not null,
  address text,
  city text not null,
  city_key text collate "C" not null generated always as (fold(city)) stored,
  phone text,
  time_zone text not null default 'Africa/Casablanca',
  active boolean not null default true,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
call isolate('places');
grant select, insert, update on places to medina_app;
grant select on places to medina_gate;
call admit('medina_gate', 'places');

-- A kind of visit: a service in one mode, with its rules of offering. Buffers keep visits apart in offered times only.
create table visit_types (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^vty_[0-9a-z_]+$'),
  service_id text collate "C" not null,
  name text not null,
  mode text not null check (mode in ('VIDEO', 'IN_PERSON', 'HOME', 'PHONE')),
  duration_min int not null check (duration_min between 5 and 480),
  step_min int not null check (step_min between 5 and 480),
  buffer_before_min int not null default 0 check (buffer_before_min between 0 and 120),
  buffer_after_min int not null default 0 check (buffer_after_min between 0 and 120),
  min_notice_min int not null default 0 check (min_notice_min between 0 and 43200),
  horizon_days int not null default 90 check (horizon_days between 1 and 365),
  bookable_by text not null default 'PATIENT' check (bookable_by in ('PATIENT', 'STAFF')),
  new_patients_only boolean not null default false,
  -- The professionals who offer it; null for all doctors and dentists of the organisation.
  doctor_ids text[] check (cardinality(doctor_ids) between 1 and 200),
  active boolean not null default true,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, service_id) references services,
  check (bookable_by = 'STAFF' or duration_min <= 120)
);
call isolate('visit_types');
grant select, insert, update on visit_types to medina_app;
grant select on visit_types to medina_gate;
call admit('medina_gate', 'visit_types');

-- Visits of the specification are by video. The buffers are those of the visit's type when it was booked, which has their checks:
-- each further check costs every booking.
alter table appointments
  add column visit_type_id text collate "C",
  add column place_id text collate "C",
  add column mode text not null default 'VIDEO' check (mode in ('VIDEO', 'IN_PERSON', 'HOME', 'PHONE')),
  add column visit_reason text,
  add column buffer_before_min int not null default 0,
  add column buffer_after_min int not null default 0,
  add foreign key (tenant_id, visit_type_id) references visit_types,
  add foreign key (tenant_id, place_id) references places;
