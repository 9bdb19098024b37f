-- What an organisation offers, and what it costs in centimes. The price is the last that was applied; one that is due by now
-- and waits for the job is in force all the same.
create table services (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^svc_'),
  name text not null,
  -- By which the organisation's own programs know it.
  code text,
  price int not null check (price between 0 and 100000000),
  duration_min smallint check (duration_min between 1 and 1440),
  active boolean not null default true,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
create unique index services_code on services (tenant_id, lower(code));
call isolate('services');
grant select, insert on services to medina_app;
grant update (name, code, price, duration_min, active) on services to medina_app;

-- Every price that a service has had, the first one included, and those to come. What has been in force stays as it was.
create table service_prices (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^prc_'),
  service_id text collate "C" not null,
  price int not null check (price between 0 and 100000000),
  from_time timestamptz not null,
  created_at timestamptz not null default app_now(),
  -- When it became the service's stored price; null until then.
  applied_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, service_id) references services,
  check (applied_at >= from_time)
);
create index service_prices_service on service_prices (tenant_id, service_id, from_time, id);
-- A service has one price at a time.
create unique index service_prices_waiting on service_prices (tenant_id, service_id, from_time) where applied_at is null;
-- What the job apply-scheduled-pricing looks for.
create index service_prices_due on service_prices (from_time, tenant_id, service_id) where applied_at is null;
call isolate('service_prices');
grant select, insert, delete on service_prices to medina_app;
grant update (applied_at) on service_prices to medina_app;

-- The job is nobody's call and comes before any tenant: services with a price that is due, behind the last one that it was
-- given.
grant select (tenant_id, service_id, from_time, applied_at) on service_prices to medina_gate;
call admit('medina_gate', 'service_prices');
create function services_to_price(until timestamptz, after_tenant text, after_service text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.tenant_id, p.service_id
  from service_prices p
  where p.applied_at is null
    and p.from_time <= until
    and (p.tenant_id, p.service_id) > (after_tenant, after_service)
  group by p.tenant_id, p.service_id
  order by p.tenant_id, p.service_id
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function services_to_price owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function services_to_price from public;
grant execute on function services_to_price to medina_app;
