-- The end by age of which guardian and dependant were notified. Past ends are not notified late.
alter table guardianships add column notified_until timestamptz;
alter table guardianships no force row level security;
update guardianships set notified_until = until where until <= app_now();
alter table guardianships force row level security;
grant update (notified_until) on guardianships to medina_app;
create index guardianships_ending on guardianships (until, tenant_id, id)
  where ended_at is null and notified_until is distinct from until;

grant select (id, notified_until) on guardianships to medina_gate;
create function guardianships_to_end(after_until timestamptz, after_tenant text, after_id text, at_most int)
returns table (tenant_id text, id text, until timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select g.tenant_id, g.id, g.until
  from guardianships g
  where g.ended_at is null
    and g.notified_until is distinct from g.until
    and g.until <= app_now()
    and (g.until, g.tenant_id, g.id) > (after_until, after_tenant, after_id)
  order by g.until, g.tenant_id, g.id
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function guardianships_to_end owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function guardianships_to_end from public;
grant execute on function guardianships_to_end to medina_app;
