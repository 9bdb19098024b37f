-- Organisations that are being moved to another installation, or have been moved there (docs/operating.md, "Cells"). Their rows
-- must not change meanwhile, and nothing may be written for them afterwards.
create table if not exists tenant_moves (
  tenant_id text primary key,
  to_url text not null,
  began_at timestamptz not null default now(),
  moved_at timestamptz
);
grant select on tenant_moves to medina_app, medina_worker;

-- Digests of the links, serial numbers and secrets of organisations that have moved, to tell their holders where.
create table if not exists moved_secrets (
  sha256 bytea primary key,
  tenant_id text not null
);
create index if not exists moved_secrets_tenant on moved_secrets (tenant_id);
grant select on moved_secrets to medina_app, medina_worker;

-- Fails for an organisation that is being moved or has moved.
create or replace function refuse_moved_tenant(tenant text)
returns void
language plpgsql stable set search_path = public, pg_temp
as $$
declare
  found_move tenant_moves;
begin
  select * into found_move from tenant_moves m where m.tenant_id = tenant;
  if not found then
    return;
  end if;
  if found_move.moved_at is null then
    raise exception using errcode = 'MV001', message = 'The organisation is being moved.';
  end if;
  raise exception using errcode = 'MV002', message = 'The organisation has moved.', detail = found_move.to_url;
end $$;

-- Rows of another database come with its numbers. These continue above `above`, so that moved rows are older than all that
-- follow. As in a restored database (0009, 0019), the lock waits for all who may still write with the numbers of before.
drop procedure if exists continue_audit_numbering();
create or replace procedure continue_audit_numbering(above bigint default -1)
language plpgsql
as $$
declare
  place audit_position;
  open_from bigint := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
begin
  select * into place from audit_position;
  if open_from + place.ahead_by >= place.xid and place.xid > above then
    return;
  end if;
  lock table audit_log in access exclusive mode;
  select * into place from audit_position for update;
  -- Counted from the oldest open transaction, for it too may still write rows.
  open_from := pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  place.ahead_by := greatest(
    place.ahead_by,
    greatest(place.xid, (select max(xid) + 1 from audit_log), above + 1) - open_from
  );
  execute format('alter table audit_log alter column xid set default pg_current_xact_id()::text::bigint + %s', place.ahead_by);
  update audit_position
  set ahead_by = place.ahead_by,
    -- Without rows to seal, nothing else would advance it beyond the moved rows, which are sealed already.
    xid = case
      when exists (select from audit_log l where l.xid >= place.xid) then place.xid
      else place.ahead_by + open_from
    end;
end $$;
revoke execute on procedure continue_audit_numbering from public;

drop procedure if exists continue_event_numbering();
create or replace procedure continue_event_numbering(above bigint default 0)
language plpgsql
as $$
declare
  newest bigint := greatest(newest_event_xid(), above);
  ahead bigint := (select ahead_by from event_numbering);
begin
  -- Taken after `newest`, it is above all that could be seen there, unless the counter is behind.
  if newest < pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead then
    return;
  end if;
  lock table events in access exclusive mode;
  -- Counted from the oldest open transaction, for it too may still write events.
  ahead := greatest(newest_event_xid(), above) + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint;
  execute format('alter table events alter column xid set default (pg_current_xact_id()::text::bigint + %s)::text::xid8', ahead);
  update event_numbering set ahead_by = ahead;
end $$;
revoke execute on procedure continue_event_numbering from public;
