-- The front desk, and laboratories. See docs/decisions/0063-front-desk-and-laboratories.md.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST', 'ADMIN'));

-- The client of an unverified professional receives no event, by recovery or by resending.
create or replace function reader_of_client(tenant text, client text)
returns table (user_id text, role text, scopes text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.role, c.scopes
  from clients c
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  where c.tenant_id = tenant
    and c.id = client
    and c.disabled_at is null
    and u.disabled_at is null
    and (u.role not in ('DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY') or u.verified_at is not null)
$$;

-- The laboratory to which a lab order is addressed.
alter table lab_orders
  add column laboratory_id text collate "C",
  add foreign key (tenant_id, laboratory_id) references users;
create index lab_orders_laboratory on lab_orders (tenant_id, laboratory_id, id) where laboratory_id is not null;
grant update (laboratory_id) on lab_orders to medina_app;
