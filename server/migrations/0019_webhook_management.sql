-- Deliveries as they are listed and resent, what failed caught up on, and events to be read again.
-- docs/decisions/0020-reading-events-again.md says how and why.

-- When a delivery was made. Rows from before have none: theirs is the event's.
alter table webhook_deliveries add created_at timestamptz;
alter table webhook_deliveries alter column created_at set default app_now();

-- An endpoint's deliveries, newest first. A list of several states, or of all, takes a step along it for each state, so
-- that the few of one are found among millions of another.
create index webhook_deliveries_listed on webhook_deliveries (tenant_id, endpoint_id, state, event_id, n);

-- Sending again what failed for good in a time, bit by bit. `position` is the last event that was looked at; it moves in
-- the transaction that makes the new deliveries, so that whoever goes on after a crash makes none twice.
create table webhook_recoveries (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^rcv_'),
  since timestamptz not null,
  until timestamptz not null check (until > since),
  state text not null default 'RUNNING' check (state in ('RUNNING', 'DONE', 'CANCELLED')),
  position text collate "C" not null,
  -- Events of that time have ids between where `position` began and this.
  before_id text collate "C" not null,
  resent int not null default 0 check (resent >= 0),
  created_at timestamptz not null default app_now(),
  finished_at timestamptz,
  primary key (tenant_id, endpoint_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints,
  check ((state = 'RUNNING') = (finished_at is null))
);
create unique index webhook_recoveries_running on webhook_recoveries (tenant_id, endpoint_id) where state = 'RUNNING';
call isolate('webhook_recoveries');
call admit('medina_worker', 'webhook_recoveries');
grant select, insert on webhook_recoveries to medina_app;
grant update (state, finished_at) on webhook_recoveries to medina_app;
grant select on webhook_recoveries to medina_worker;
grant update (state, position, resent, finished_at) on webhook_recoveries to medina_worker;
grant insert (tenant_id, event_id, endpoint_id, n, state, next_at, rank, trigger) on webhook_deliveries to medina_worker;

-- As whom a client reads at this moment, if it and its user are enabled.
create function reader_of_client(tenant text, client text)
returns table (user_id text, role text, scopes text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.role, c.scopes
  from clients c
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  where c.tenant_id = tenant
    and c.id = client
    and c.disabled_at is null
    and u.disabled_at is null
$$;

-- Events are listed by kind or by subject, newest first, and read again in the order of the transactions that wrote them.
create index events_kind on events (tenant_id, kind, id);
create index events_subject on events (tenant_id, subject_id, id);
create index events_order on events (tenant_id, xid, seq);

-- What the xid of an event runs ahead of the cluster's counter of transactions.
create table event_numbering (
  only_row boolean primary key default true check (only_row),
  ahead_by bigint not null default 0
);
insert into event_numbering default values;
grant select on event_numbering to medina_app;

-- The highest xid of all events, one step along the index for each tenant.
create function newest_event_xid() returns bigint
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(max(newest.xid::text::bigint), 0)
  from tenants t
  cross join lateral (
    select e.xid
    from events e
    where e.tenant_id = t.tenant_id
    order by e.xid desc
    limit 1
  ) newest
$$;
grant select (tenant_id, xid) on events to medina_gate;
call admit('medina_gate', 'events');

grant create on schema public to medina_gate;
alter function reader_of_client owner to medina_gate;
alter function newest_event_xid owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function reader_of_client, newest_event_xid from public;
grant execute on function reader_of_client to medina_app, medina_worker;
grant execute on function newest_event_xid to current_user;

-- As continue_audit_numbering: restored into another cluster, events meet a counter of transactions that may be behind
-- their own. New ones would come before old ones, and whoever reads on from an old one would never see them. They go on
-- above all that is there. The server calls this at start.
create procedure continue_event_numbering()
language plpgsql
as $$
declare
  newest bigint := newest_event_xid();
  ahead bigint := (select ahead_by from event_numbering);
begin
  -- Taken after `newest`, it is above all that could be seen there, unless the counter is behind.
  if newest < pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead then
    return;
  end if;
  lock table events in access exclusive mode;
  -- Counted from the oldest open transaction, for it too may still write events.
  ahead := newest_event_xid() + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  execute format('alter table events alter column xid set default (pg_current_xact_id()::text::bigint + %s)::text::xid8', ahead);
  update event_numbering set ahead_by = ahead;
end $$;
revoke execute on procedure continue_event_numbering from public;
