-- The keys with which prescribers sign, one in use for each. The private half is encrypted under the master key and ends
-- with the key's use; the public half stays for as long as there is something to verify.
create table prescriber_keys (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  kid text collate "C" not null,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea,
  created_at timestamptz not null default app_now(),
  retired_at timestamptz,
  primary key (tenant_id, user_id, kid),
  foreign key (tenant_id, user_id) references users,
  check ((retired_at is null) = (private_jwk_encrypted is not null))
);
create unique index prescriber_keys_in_use on prescriber_keys (tenant_id, user_id) where retired_at is null;
call isolate('prescriber_keys');
grant select, insert on prescriber_keys to medina_app;
grant update (private_jwk_encrypted, retired_at) on prescriber_keys to medina_app;

create table prescriptions (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^rx_'),
  doctor_id text collate "C" not null,
  patient_id text collate "C" not null,
  appointment_id text collate "C" not null,
  -- The lines, in order: medication, dosage, instructions, durationDays. One document, because it is signed as one.
  items jsonb not null check (jsonb_typeof(items) = 'array' and jsonb_array_length(items) between 1 and 100),
  issued_at timestamptz not null,
  valid_until timestamptz check (valid_until > issued_at),
  status text not null default 'ISSUED' check (status in ('ISSUED', 'CANCELLED')),
  cancelled_at timestamptz,
  cancel_reason text,
  -- The digest of the canonical form, the detached JWS over that form, and which of its prescriber's keys made it.
  signature text check (signature ~ '^sha256:[0-9a-f]{64}$'),
  jws text check (jws ~ '^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]+$'),
  kid text collate "C",
  signed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, doctor_id, kid) references prescriber_keys,
  check (num_nulls(signature, jws, kid, signed_at) in (0, 4)),
  check ((status = 'CANCELLED') = (cancelled_at is not null))
);
-- Lists are newest first, which is by id; each role has its own column to look by.
create index prescriptions_doctor on prescriptions (tenant_id, doctor_id, id);
create index prescriptions_patient on prescriptions (tenant_id, patient_id, id);
create index prescriptions_appointment on prescriptions (tenant_id, appointment_id);
call isolate('prescriptions');
-- What was prescribed is never changed, not even by a mistake of ours: it is cancelled, and issued anew.
grant select, insert on prescriptions to medina_app;
grant update (status, cancelled_at, cancel_reason, signature, jws, kid, signed_at) on prescriptions to medina_app;

create table orders (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^ord_'),
  prescription_id text collate "C" not null,
  pharmacy_id text collate "C" not null,
  delivery_requested boolean not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED', 'CANCELLED', 'REJECTED')),
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, prescription_id) references prescriptions,
  foreign key (tenant_id, pharmacy_id) references users
);
-- A prescription is with one pharmacy at a time.
create unique index orders_live on orders (tenant_id, prescription_id) where status in ('PENDING', 'PREPARING', 'READY');
create index orders_prescription on orders (tenant_id, prescription_id, pharmacy_id);
create index orders_pharmacy on orders (tenant_id, pharmacy_id, id);
call isolate('orders');
grant select, insert on orders to medina_app;
grant update (status, updated_at) on orders to medina_app;

-- Internal hooks name a record and no tenant. Keys begin with the tenant, so each tenant's is asked in turn.
grant select on prescriptions, orders to medina_gate;
call admit('medina_gate', 'prescriptions');
call admit('medina_gate', 'orders');
create function tenant_of_prescription(prescription text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id
  from tenants t
  where exists (select from prescriptions p where p.tenant_id = t.tenant_id and p.id = prescription)
$$;
create function tenant_of_order(pharmacy_order text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id
  from tenants t
  where exists (select from orders o where o.tenant_id = t.tenant_id and o.id = pharmacy_order)
$$;
grant create on schema public to medina_gate;
alter function tenant_of_prescription owner to medina_gate;
alter function tenant_of_order owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function tenant_of_prescription, tenant_of_order from public;
grant execute on function tenant_of_prescription, tenant_of_order to medina_app;
