-- Each request of a client: what it asked for and how it ended, without values, bodies and users. Seven days, in daily
-- partitions. Losing the last second of it in a crash is accepted (decision 0074).
create table request_log (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^rql_'),
  at timestamptz not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  operation text,
  status smallint not null,
  code text,
  fault_paths text[] not null default '{}',
  duration_ms int not null,
  request_id text not null,
  primary key (tenant_id, id)
) partition by range (id);
create index request_log_client on request_log (tenant_id, client_id, id);
call isolate('request_log');
call admit('medina_worker', 'request_log');
grant select on request_log to medina_app;
grant insert on request_log to medina_worker;

-- The same by hour, for usage.
create table request_hours (
  tenant_id text collate "C" not null,
  client_id text collate "C" not null,
  hour timestamptz not null,
  requests int not null,
  errors int not null,
  -- Refused by the limits (429), which do not count them.
  refused int not null,
  primary key (tenant_id, client_id, hour)
);
create index request_hours_age on request_hours (hour);
call isolate('request_hours');
call admit('medina_worker', 'request_hours');
grant select on request_hours to medina_app;
grant select, insert, update, delete on request_hours to medina_worker;

create procedure make_request_days(days_ahead int default 10)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  day timestamptz := date_trunc('day', now(), 'UTC');
  child text;
begin
  for n in 0..days_ahead loop
    child := 'request_log' || to_char(day at time zone 'UTC', '_YYYY_MM_DD');
    if to_regclass(child) is null then
      execute format('create table %I partition of request_log for values from (%L) to (%L)', child,
        id_floor('rql', day), id_floor('rql', day + interval '1 day'));
    end if;
    day := day + interval '1 day';
  end loop;
end $$;
revoke execute on procedure make_request_days from public;
grant execute on procedure make_request_days to medina_worker;

create or replace procedure make_all_partitions(months_ahead int default 3)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  call make_partitions('events', 'evt', '', months_ahead);
  call make_partitions('webhook_deliveries', 'evt',
    'with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01)', months_ahead);
  call make_partitions('webhook_attempts', 'evt', '', months_ahead);
  call make_partitions('audit_log', 'aud', '', months_ahead);
  call make_partitions('audit_of_patients', 'aud', '', months_ahead);
  call make_request_days();
end $$;
call make_request_days();

-- Drops the days that ended before the given number of days, one at a time: the name of one, or null if there is none.
create function end_request_day(keep_days int) returns text
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  child text;
begin
  select c.relname into child
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'request_log'::regclass
    and to_date(right(c.relname, 10), 'YYYY_MM_DD')::timestamp at time zone 'UTC' + interval '1 day'
      <= now() - make_interval(days => keep_days)
  order by c.relname
  limit 1;
  if child is not null then
    execute format('drop table %I', child);
  end if;
  return child;
end $$;
revoke execute on function end_request_day from public;
grant execute on function end_request_day to medina_worker;
