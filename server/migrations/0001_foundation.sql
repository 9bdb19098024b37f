-- The ground everything stands on: who may connect, what time it is, how ids look, how a table is kept to its tenant.
-- The roles medina_app, medina_worker and medina_gate exist already: db/roles.ts makes them, because roles belong to
-- the cluster and not to this database.

create extension if not exists btree_gist;

revoke create on schema public from public;
grant usage on schema public to medina_app, medina_worker, medina_gate;

-- Business time. The sandbox may run ahead of real time by an offset that each transaction states when it opens.
-- A spent `set local` reads back as '', hence nullif.
create function app_now() returns timestamptz
language sql stable parallel safe
as $$ select now() + coalesce(nullif(current_setting('app.clock_offset', true), '')::interval, interval '0') $$;

-- The sandbox's clock: one row, or none when it shows real time.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  ahead_by interval not null check (ahead_by >= interval '0')
);
grant select, insert, update, delete on test_clock to medina_app;
grant select on test_clock to medina_worker;

-- Ids are a type prefix, 12 hex digits of milliseconds and 20 random ones: unguessable, and in order of time.
-- Always real time. lib/ids.ts makes the same; a test holds the two together.
create function id_floor(prefix text, at timestamptz) returns text
language sql immutable parallel safe
as $$ select prefix || '_' || lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') $$;

create function new_id(prefix text) returns text
language sql volatile parallel safe
as $$
  -- Digits 13 and 17 of a version 4 UUID are not random.
  select id_floor(prefix, clock_timestamp()) || substr(u, 1, 12) || substr(u, 18, 8)
  from (select replace(gen_random_uuid()::text, '-', '') as u) random
$$;

-- The second wall: the application's role sees the rows of the tenant that its transaction named, and none if it named none.
create procedure isolate(tbl regclass)
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format(
    'create policy tenant on %s to medina_app
       using (tenant_id = (select current_setting(''app.tenant'', true)))
       with check (tenant_id = (select current_setting(''app.tenant'', true)))', tbl);
end $$;

-- Opens a table to a role that acts before a tenant is known (medina_gate) or for all of them (medina_worker).
create procedure admit(role regrole, tbl regclass)
language plpgsql
as $$
begin
  execute format('create policy %I on %s to %s using (true) with check (true)', role::text, tbl, role);
end $$;

-- Tables that grow with traffic are partitioned by month, as bounds on the time in their ids, and end by dropping a partition.
create procedure make_partitions(parent regclass, prefix text, storage text, months_ahead int)
language plpgsql
as $$
declare
  month timestamptz := date_trunc('month', now(), 'UTC');
  last timestamptz := month + make_interval(months => months_ahead);
  child text;
begin
  while month <= last loop
    child := parent::text || to_char(month at time zone 'UTC', '_YYYY_MM');
    if to_regclass(child) is null then
      execute format('create table %I partition of %s for values from (%L) to (%L) %s', child, parent,
        id_floor(prefix, month), id_floor(prefix, month + interval '1 month'), storage);
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
