-- A prescription is delivered once, until refills exist. Of a prescription that was delivered several times before this
-- rule, one order counts: the one under way, else the newest delivery. The others are marked and are no precedent.
alter table orders add repeated boolean not null default false;
alter table orders no force row level security;
update orders o
set repeated = true
where o.status = 'DELIVERED'
  and exists (
    select from orders other
    where other.tenant_id = o.tenant_id
      and other.prescription_id = o.prescription_id
      and (other.status in ('PENDING', 'PREPARING', 'READY') or (other.status = 'DELIVERED' and other.id > o.id)));
alter table orders force row level security;
alter table orders add check (status = 'DELIVERED' or not repeated);

create unique index orders_once on orders (tenant_id, prescription_id)
  where status in ('PENDING', 'PREPARING', 'READY', 'DELIVERED') and not repeated;
drop index orders_live;
