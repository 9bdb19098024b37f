-- A renewal has no appointment.
alter table prescriptions alter column appointment_id drop not null;

-- What a delivered order dispensed: [{"line": 1, "quantity": 30}]. Null for deliveries before this column, which count as
-- one fill of each line.
alter table orders add dispensed jsonb check (jsonb_typeof(dispensed) = 'array');
alter table orders add check (status = 'DELIVERED' or dispensed is null);
grant update (dispensed) on orders to medina_app;

-- A prescription has one open order. Further deliveries are limited by the quantities and refills of its lines.
create unique index orders_open on orders (tenant_id, prescription_id) where status in ('PENDING', 'PREPARING', 'READY');
drop index orders_once;
alter table orders drop column repeated;

-- The safeguard behind the application's check under the prescription's lock: no line is dispensed beyond its quantity
-- and refills. A line without quantity counts deliveries.
create function assert_dispensable() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  if exists (
    select
    from prescriptions rx
    cross join jsonb_array_elements(rx.items) with ordinality as prescribed (line, n)
    where rx.tenant_id = new.tenant_id
      and rx.id = new.prescription_id
      and (
        select coalesce(sum(
          case
            when o.dispensed is null then coalesce((prescribed.line ->> 'quantity')::bigint, 1)
            else (
              select coalesce(sum((part ->> 'quantity')::bigint), 0)
              from jsonb_array_elements(o.dispensed) as part
              where (part ->> 'line')::bigint = prescribed.n
            )
          end), 0)
        from orders o
        where o.tenant_id = rx.tenant_id
          and o.prescription_id = rx.id
          and o.status = 'DELIVERED'
      ) > coalesce((prescribed.line ->> 'quantity')::bigint, 1) * (1 + coalesce((prescribed.line ->> 'refills')::bigint, 0))
  ) then
    raise check_violation
      using message = format('order %s dispenses more than prescription %s allows', new.id, new.prescription_id);
  end if;
  return null;
end
$$;
revoke execute on function assert_dispensable from public;
create trigger dispensable after insert or update of status, dispensed on orders
  for each row when (new.status = 'DELIVERED') execute function assert_dispensable();
