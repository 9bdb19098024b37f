create table lab_orders (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^lab_'),
  patient_id text collate "C" not null,
  -- Null when an administrator ordered for no doctor; a visit brings its own.
  doctor_id text collate "C",
  appointment_id text collate "C",
  tests text[] not null check (cardinality(tests) between 1 and 50),
  status text not null default 'ORDERED'
    check (status in ('ORDERED', 'COLLECTED', 'IN_PROGRESS', 'RESULTS_READY', 'RELEASED', 'CANCELLED')),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  released_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, appointment_id) references appointments,
  check ((status = 'RELEASED') = (released_at is not null)),
  check (appointment_id is null or doctor_id is not null)
);
-- Lists are newest first, which is by id; each role has its own column to look by.
create index lab_orders_doctor on lab_orders (tenant_id, doctor_id, id);
create index lab_orders_patient on lab_orders (tenant_id, patient_id, id);
create index lab_orders_appointment on lab_orders (tenant_id, appointment_id);
call isolate('lab_orders');
grant select, insert on lab_orders to medina_app;
grant update (status, updated_at, released_at) on lab_orders to medina_app;

-- What the laboratory measured, one row for each time that results were entered; the highest version counts.
create table lab_results (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^res_'),
  lab_order_id text collate "C" not null,
  version int not null check (version > 0),
  -- The values, in order: param, value, unit, low, high, criticalLow, criticalHigh. One document: jsonb keeps every digit
  -- of a number, and they are entered, corrected and read as one.
  results jsonb not null check (jsonb_typeof(results) = 'array' and jsonb_array_length(results) between 1 and 200),
  entered_at timestamptz not null default app_now(),
  primary key (tenant_id, lab_order_id, version),
  unique (tenant_id, id),
  foreign key (tenant_id, lab_order_id) references lab_orders
);
call isolate('lab_results');
-- What was entered is never changed: a correction is another version.
grant select, insert on lab_results to medina_app;

-- The laboratory's application names an order and no tenant. Keys begin with the tenant, so each tenant's is asked in turn.
grant select on lab_orders to medina_gate;
call admit('medina_gate', 'lab_orders');
create function tenant_of_lab_order(lab_order text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id
  from tenants t
  where exists (select from lab_orders l where l.tenant_id = t.tenant_id and l.id = lab_order)
$$;
grant create on schema public to medina_gate;
alter function tenant_of_lab_order owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function tenant_of_lab_order from public;
grant execute on function tenant_of_lab_order to medina_app;
