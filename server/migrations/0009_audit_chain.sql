-- The audit log, chained: a background job seals finished rows, tenant by tenant, so that whoever may write to the
-- database but lacks the master key can change nothing unnoticed. docs/decisions/0011-audit-chain.md says how and why.

-- The transaction that wrote a row. Ids are in order of making and rows become visible in order of commit; only this says
-- which rows are all there. Rows from before have 0.
alter table audit_log add column xid bigint not null default 0;
alter table audit_log alter column xid set default pg_current_xact_id()::text::bigint;
create index audit_log_xid on audit_log (xid);

-- The application says neither when a row was written nor by which transaction, so it cannot slip one in among the sealed.
revoke insert on audit_log from medina_app;
grant insert (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
  on audit_log to medina_app;
grant select on audit_log to medina_worker;
call admit('medina_worker', 'audit_log');

-- How far sealing has come: every row below xid is in a seal. ahead_by is what xid runs ahead of the cluster's counter.
create table audit_position (
  only_row boolean primary key default true check (only_row),
  xid bigint not null default 0,
  ahead_by bigint not null default 0
);
insert into audit_position default values;
grant select on audit_position to medina_app;
grant select, update on audit_position to medina_worker;

-- Per tenant a chain. A seal names its rows one by one, so that a fault can be told to the row; audit/seal.ts says of
-- what bytes digests and hash are made.
create table audit_seals (
  tenant_id text collate "C" not null,
  n bigint not null check (n > 0),
  sealed_at timestamptz(3) not null,
  -- Of which master key the hashes are.
  kid text not null,
  -- The hash of the seal before; empty for the first.
  previous bytea not null check (length(previous) = case n when 1 then 0 else 32 end),
  row_ids text[] not null check (cardinality(row_ids) > 0),
  digests bytea not null check (length(digests) = 16 * cardinality(row_ids)),
  hash bytea not null check (length(hash) = 32),
  primary key (tenant_id, n)
);
-- Hexadecimal ids compress, hashes do not.
alter table audit_seals alter column digests set storage external;
call isolate('audit_seals');
call admit('medina_worker', 'audit_seals');
grant select on audit_seals to medina_app;
grant select, insert on audit_seals to medina_worker;

-- Who is in which row: under row-level security no index serves `patient_ids @>`. Filled as rows are sealed.
create table audit_of_patients (
  tenant_id text collate "C" not null,
  patient_id text collate "C" not null,
  audit_id text collate "C" not null,
  primary key (tenant_id, patient_id, audit_id)
) partition by range (audit_id);
call isolate('audit_of_patients');
call admit('medina_worker', 'audit_of_patients');
grant select on audit_of_patients to medina_app;
grant select, insert on audit_of_patients to medina_worker;

-- Restored into another cluster, the log meets a counter of transactions that may be behind its own: new rows would count
-- as sealed. They go on above all that is there. The server calls this at start.
create procedure continue_audit_numbering()
language plpgsql
as $$
declare
  place audit_position;
  open_from bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
begin
  select * into place from audit_position;
  if open_from + place.ahead_by >= place.xid then
    return;
  end if;
  lock table audit_log in access exclusive mode;
  select * into place from audit_position for update;
  -- Counted from the oldest open transaction, for it too may still write rows.
  open_from := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  place.ahead_by := greatest(place.xid, (select max(xid) + 1 from audit_log)) - open_from;
  execute format('alter table audit_log alter column xid set default pg_current_xact_id()::text::bigint + %s', place.ahead_by);
  update audit_position set ahead_by = place.ahead_by;
end $$;
revoke execute on procedure continue_audit_numbering from public;

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
end $$;
call make_all_partitions();

-- Whose a client is that was named with a wrong secret, so that its organisation's log can say that somebody guesses.
create function owner_of_client(client text)
returns table (tenant_id text, user_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.tenant_id, c.acts_as
  from clients c
  where c.id = client
$$;
grant create on schema public to medina_gate;
alter function owner_of_client owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function owner_of_client from public;
grant execute on function owner_of_client to medina_app;
