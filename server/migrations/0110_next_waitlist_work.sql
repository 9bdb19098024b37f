-- When the waitlist next has work, unless something changes before: now if a time was freed, otherwise when an offer expires.
-- Entries end with their last day, at a local midnight. Null if neither is known.
create function next_waitlist_work() returns timestamptz
language sql stable security definer set search_path = public, pg_temp
as $$
  select least(
    (select app_now() from freed_times limit 1),
    (select min(expires_at) from waitlist_offers where outcome = 'OPEN'))
$$;
grant create on schema public to medina_gate;
alter function next_waitlist_work owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function next_waitlist_work from public;
grant execute on function next_waitlist_work to medina_app;
