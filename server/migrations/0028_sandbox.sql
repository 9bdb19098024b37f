-- The sandbox's reset and its clock; docs/decisions/0028-sandbox.md says how and why. In production both stay idle.

-- Where an advance of the clock that is under way will end: it takes a while, for it does what falls due on its way.
alter table test_clock add bound_for interval not null default interval '0' check (bound_for >= interval '0');

-- Who asked for a reset of their organisation. It is answered by a reset that began later, their own or another. All
-- times are real ones.
create table sandbox_resets (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^rst_'),
  asked_at timestamptz not null default clock_timestamp(),
  began_at timestamptz,
  reset_at timestamptz check (reset_at >= began_at),
  primary key (tenant_id, id)
);
call isolate('sandbox_resets');
grant select, insert on sandbox_resets to medina_app;
grant update (began_at, reset_at) on sandbox_resets to medina_app;

-- Once a week every organisation is reset that has not been yet.
call admit('medina_worker', 'sandbox_resets');
grant select on sandbox_resets to medina_worker;
grant select (created_at) on tenants to medina_worker;

-- Empties what may be emptied, of the tenant that the transaction names: the tables with a policy `reset`, each after
-- those that refer to it. Nobody may call it and no table has that policy until a sandbox says so.
create procedure empty_tenant()
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  full_ones regclass[] := (
    select coalesce(array_agg(polrelid::regclass order by polrelid::regclass::text), '{}')
    from pg_policy
    where polname = 'reset');
  next regclass;
begin
  while full_ones <> '{}' loop
    select t into next
    from unnest(full_ones) t
    where not exists (
      select from pg_constraint k
      where k.contype = 'f'
        and k.confrelid = t
        and k.conrelid = any(full_ones)
        and k.conrelid <> t)
    limit 1;
    if next is null then
      raise exception 'These tables refer to each other in a circle: %', full_ones;
    end if;
    execute format('delete from %s where tenant_id = (select current_setting(''app.tenant''))', next);
    full_ones := array_remove(full_ones, next);
  end loop;
end $$;
revoke execute on procedure empty_tenant from public;

-- Lets the application of a sandbox reset organisations: what is not named as surviving is emptied, so that no table is
-- forgotten that a later version brings. The server of a sandbox calls this at every start.
create procedure allow_reset(surviving regclass[])
language plpgsql
as $$
declare
  tbl regclass;
  reference record;
begin
  perform pg_advisory_xact_lock(hashtextextended('medina-care allow_reset', 0)); -- servers that start together
  for tbl in
    select c.oid
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and c.oid <> all(surviving)
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'reset')
  loop
    -- Policies are forced on the owner too, as whom the procedure above runs.
    execute format('create policy reset on %s to current_user
      using (tenant_id = (select current_setting(''app.tenant'', true)))', tbl);
  end loop;
  for tbl in select polrelid from pg_policy where polname = 'reset' and polrelid = any(surviving) loop
    execute format('drop policy reset on %s', tbl);
  end loop;
  -- For each row that goes, it is looked up who refers to it. Without an index of its own that reads all that the other
  -- table had of the tenant, and ten thousand rows take minutes.
  for reference in
    select k.conname, k.conrelid::regclass as tbl,
      (select string_agg(quote_ident(a.attname), ', ' order by array_position(k.conkey, a.attnum))
       from pg_attribute a
       where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns
    from pg_constraint k
    cross join lateral (select greatest(2, cardinality(k.conkey) - 1) as leading) needed
    where k.contype = 'f'
      and k.conrelid <> k.confrelid
      and k.conrelid in (select polrelid from pg_policy where polname = 'reset')
      and k.confrelid in (select polrelid from pg_policy where polname = 'reset')
      and not exists (
        select from pg_index i
        where i.indrelid = k.conrelid
          and i.indpred is null
          and i.indnkeyatts >= needed.leading
          and k.conkey @> (i.indkey::int2[])[0:needed.leading - 1])
  loop
    execute format('create index %I on %s (%s)', reference.conname || '_reset', reference.tbl, reference.columns);
  end loop;
  grant execute on procedure empty_tenant to medina_app;
end $$;
revoke execute on procedure allow_reset from public;
