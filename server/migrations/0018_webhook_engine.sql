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

-- How requests went, added up by minute and by how long they took. webhook_attempts is the truth: minutes are added up
-- anew from it as long as it may still change.
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
insert into webhook_minutes_position values (true, '-infinity');
grant select on webhook_minutes_position to medina_app;
grant select, update on webhook_minutes_position to medina_worker;

-- Thirty classes for each power of ten: a duration is known to within four per cent, and below 10 ms exactly.
create function duration_class(ms int) returns smallint
language sql immutable parallel safe
as $$ select round(30 * log(greatest(ms, 1)))::smallint $$;

create function duration_of_class(class smallint) returns int
language sql immutable parallel safe
as $$ select round(power(10, class / 30.0))::int $$;

-- A month's deliveries refer to the same month's events, table to table: a reference between the two wholes would be
-- checked against every delivery there is whenever a month of events ends.
alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_event_id_fkey;

create procedure tie_deliveries_to_events()
language plpgsql
as $$
declare
  child regclass;
begin
  for child in
    select inhrelid::regclass
    from pg_inherits
    where inhparent = 'webhook_deliveries'::regclass
      and not exists (
        select
        from pg_constraint
        where conrelid = inhrelid
          and confrelid = to_regclass(replace(inhrelid::regclass::text, 'webhook_deliveries', 'events'))
          and contype = 'f'
      )
  loop
    execute format('alter table %s add foreign key (tenant_id, event_id) references %s', child,
      replace(child::text, 'webhook_deliveries', 'events'));
  end loop;
end $$;

create or replace procedure make_all_partitions(months_ahead int default 3)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  call make_partitions('events', 'evt', '', months_ahead);
  call make_partitions('webhook_deliveries', 'evt',
    'with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01)', months_ahead);
  call tie_deliveries_to_events();
  call make_partitions('webhook_attempts', 'evt', '', months_ahead);
  call make_partitions('audit_log', 'aud', '', months_ahead);
  call make_partitions('audit_of_patients', 'aud', '', months_ahead);
end $$;
call make_all_partitions();
