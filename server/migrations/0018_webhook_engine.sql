-- What the engine of webhooks needs beyond claiming and sending. docs/decisions/0019-webhook-engine.md says why.

-- Sent to one endpoint at the wish of its owner: nothing happened.
alter table events add test boolean not null default false;

-- Critical alerts are looked for apart from all else that is due; there are hardly ever any.
create index webhook_deliveries_urgent on webhook_deliveries (tenant_id, endpoint_id, next_at, event_id)
  where state = 'PENDING' and rank = 0;

-- Deliveries that failed for good since the endpoint last took one.
alter table webhook_endpoints add exhausted int not null default 0 check (exhausted >= 0);

-- Secrets change places when their time has come.
create index webhook_secrets_due on webhook_secrets (valid_until) where valid_until is not null;
grant update (state, valid_until), delete on webhook_secrets to medina_worker;

-- A second address is the Enterprise plan's.
grant select (tenant_id, plan) on tenants to medina_worker;
call admit('medina_worker', 'tenants');

-- When a request was over, and whether it went to the endpoint's second address.
alter table webhook_attempts add ended_at timestamptz not null default app_now();
alter table webhook_attempts add redundant boolean not null default false;
create index webhook_attempts_ended on webhook_attempts using brin (ended_at) with (pages_per_range = 32, autosummarize = on);
grant select on webhook_attempts to medina_worker;

-- What the endpoint's owner is to be told, once for each row of failures without a success between.
create table webhook_notices (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  kind text not null check (kind in ('FAILING', 'DISABLED', 'GONE')),
  failing_since timestamptz not null,
  at timestamptz not null default app_now(),
  primary key (tenant_id, endpoint_id, kind, failing_since),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints
);
call isolate('webhook_notices');
call admit('medina_worker', 'webhook_notices');
grant select on webhook_notices to medina_app;
grant select, insert on webhook_notices to medina_worker;
grant insert (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
  on audit_log to medina_worker;

-- How requests went, added up by minute and by how long they took. webhook_attempts is the truth.
create table webhook_minutes (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  minute timestamptz not null,
  duration_class smallint not null,
  succeeded int not null,
  failed int not null,
  primary key (tenant_id, endpoint_id, minute, duration_class)
);
-- Old minutes are few enough to be deleted.
create index webhook_minutes_age on webhook_minutes using brin (minute);
call isolate('webhook_minutes');
call admit('medina_worker', 'webhook_minutes');
grant select on webhook_minutes to medina_app;
grant select, insert, update, delete on webhook_minutes to medina_worker;

-- Minutes before this one have been added up.
create table webhook_minutes_position (
  only_row boolean primary key default true check (only_row),
  minute timestamptz not null
);
insert into webhook_minutes_position values (true, date_trunc('minute', app_now()));
grant select on webhook_minutes_position to medina_app;
grant select, update on webhook_minutes_position to medina_worker;

-- Thirty classes for each power of ten: a duration is known to within four per cent, and below 10 ms exactly.
create function duration_class(ms int) returns smallint
language sql immutable parallel safe
as $$ select round(30 * log(greatest(ms, 1)))::smallint $$;

create function duration_of_class(class smallint) returns int
language sql immutable parallel safe
as $$ select round(power(10, class / 30.0))::int $$;

-- Deliveries are written by the statement that writes their event, to endpoints that it reads, and neither is ever removed
-- before them. Checked row by row, the references cost a booking more than all else in its outbox: each month's tables begin
-- empty, where the planner prefers to read all of them, and every check locks the row of an endpoint that all bookings share.
alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_event_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_endpoint_id_fkey;

-- Ends one table of a month that is wholly older than so many days, and says how many deliveries in it were still held
-- for an endpoint that is disabled. A month in which something is due, or being sent, waits. Called until it ends none:
-- each table goes in a transaction of its own, so that locks are short, and who cannot have them gives up and is called
-- again.
create function end_webhook_table(keep_days int)
returns table (ended text, held bigint)
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
set enable_seqscan = off
as $$
declare
  parent text;
  month text;
  deliveries text;
  waiting boolean;
begin
  for parent, month in
    select t.parent, right(c.relname, 7)
    from unnest(array['webhook_attempts', 'webhook_deliveries', 'events']) with ordinality as t (parent, n)
    join pg_inherits i on i.inhparent = t.parent::regclass
    join pg_class c on c.oid = i.inhrelid
    where c.relname ~ '_\d{4}_\d\d$'
      and to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' + interval '1 month'
        <= now() - make_interval(days => keep_days)
    order by right(c.relname, 7), t.n
  loop
    deliveries := 'webhook_deliveries_' || month;
    if to_regclass(deliveries) is not null then
      continue when parent = 'events';
      -- Nothing may be resent into it from here on.
      execute format('lock table webhook_deliveries, %I in access exclusive mode', deliveries);
      execute format('select exists (select from %1$I where state = ''PENDING'')
        or exists (select from %1$I where state = ''SENDING'')', deliveries) into waiting;
      continue when waiting;
      execute format('select count(*) from %I where state = ''HELD''', deliveries) into held;
    end if;
    ended := parent || '_' || month;
    held := case when parent = 'webhook_deliveries' then held else 0 end;
    execute format('drop table %I', ended);
    return next;
    return;
  end loop;
end $$;
revoke execute on function end_webhook_table from public;
grant execute on function end_webhook_table to medina_worker;
