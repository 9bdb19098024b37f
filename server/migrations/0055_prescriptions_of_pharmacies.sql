-- The prescriptions that a pharmacy sees, in the order of their list and by its filters. orders_seen had neither state nor
-- time: a filter read each prescription that the pharmacy ever had.
alter table orders
  add prescription_status text collate "C",
  add prescription_issued_at timestamptz;
alter table orders no force row level security;
alter table prescriptions no force row level security;
update orders o
set prescription_status = rx.status, prescription_issued_at = rx.issued_at
from prescriptions rx
where rx.tenant_id = o.tenant_id
  and rx.id = o.prescription_id;
alter table orders force row level security;
alter table prescriptions force row level security;
alter table orders
  alter prescription_status set not null,
  alter prescription_issued_at set not null;

create index orders_seen_by_status on orders
  (tenant_id, pharmacy_id, prescription_status, prescription_issued_at, prescription_id) include (doctor_id)
  where status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED');
drop index orders_seen;

create function copy_prescription() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  select status, issued_at
  into new.prescription_status, new.prescription_issued_at
  from prescriptions
  where tenant_id = new.tenant_id
    and id = new.prescription_id;
  return new;
end
$$;
revoke execute on function copy_prescription from public;
create trigger copying before insert on orders for each row execute function copy_prescription();

create function copy_prescription_status() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  update orders
  set prescription_status = new.status
  where tenant_id = new.tenant_id
    and prescription_id = new.id;
  return null;
end
$$;
revoke execute on function copy_prescription_status from public;
grant update (prescription_status) on orders to medina_app;
create trigger copied after update of status on prescriptions
  for each row when (new.status <> old.status) execute function copy_prescription_status();
