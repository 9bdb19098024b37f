-- The front desk, and laboratories. See docs/decisions/0063-front-desk-and-laboratories.md.
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check
  check (role in ('PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'LABORATORY', 'RECEPTIONIST', 'ADMIN'));

-- The laboratory to which a lab order is addressed.
alter table lab_orders
  add column laboratory_id text collate "C",
  add foreign key (tenant_id, laboratory_id) references users;
create index lab_orders_of_laboratory on lab_orders (tenant_id, laboratory_id, status, created_at, id)
  where laboratory_id is not null;
grant update (laboratory_id) on lab_orders to medina_app;

-- Whether the lab order that is the subject of an event, or that of a result, is at a laboratory. The dispatcher asks it too,
-- which does not read lab orders otherwise.
grant select (tenant_id, id, lab_order_id) on lab_results to medina_gate;
call admit('medina_gate', 'lab_results');
create function is_at_laboratory(tenant text, laboratory text, subject text) returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select
    from lab_orders o
    where o.tenant_id = tenant
      and o.id = coalesce((select r.lab_order_id from lab_results r where r.tenant_id = tenant and r.id = subject), subject)
      and o.laboratory_id = laboratory
      and o.status <> 'CANCELLED'
  )
$$;
grant create on schema public to medina_gate;
alter function is_at_laboratory owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function is_at_laboratory from public;
grant execute on function is_at_laboratory to medina_app, medina_worker;
