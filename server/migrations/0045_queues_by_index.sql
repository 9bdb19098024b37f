-- Each statement of the queues has one index that it can go by, whatever the planner knows of the tables.
-- docs/decisions/0054-queues-by-index.md says how.

-- Messages wait in a queue for each channel, and in one until their channel is known. An expression cannot lead such an
-- index: under row-level security the planner does not take it for constant, and sorts the whole backlog.
drop index messages_due;
create index messages_unrouted on messages (purpose, next_at)
  where channel is null and next_at is not null and lease is null;
create index messages_due on messages (channel, purpose, next_at)
  where channel is not null and next_at is not null and lease is null;

-- A look-up by the key must not be able to use an index for something else that begins with the tenant.
drop index if exists messages_recipient;
create index messages_recipient on messages (tenant_id, recipient_user_id, id) where recipient_user_id is not null;
drop index webhook_deliveries_listed;
create index webhook_deliveries_listed on webhook_deliveries (tenant_id, endpoint_id, state, event_id, n)
  where state is not null; -- every statement that names a state can use it, and no other

-- What waits, and what is being sent, is walked in an order that no other index has.
drop index webhook_deliveries_urgent;
create index webhook_deliveries_urgent on webhook_deliveries (tenant_id, endpoint_id, next_at, event_id)
  where state = 'PENDING' and rank < 1;
drop index webhook_deliveries_sending;
create index webhook_deliveries_sending on webhook_deliveries (tenant_id, endpoint_id, owner) where state = 'SENDING';
drop index webhook_deliveries_held;
create index webhook_deliveries_held on webhook_deliveries (tenant_id, endpoint_id, event_id, next_at) where state = 'HELD';

-- Until a vacuum has summarised a block range, a BRIN index has all of it read.
drop index webhook_attempts_ended;
create index webhook_attempts_ended on webhook_attempts (ended_at);

-- As before, but an index for references that may be null leaves the nulls out, as messages_recipient does above. A sandbox
-- makes those that are dropped below anew at its next start.
create or replace procedure allow_reset(surviving regclass[])
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
    select k.conname, k.conrelid::regclass as tbl, refers.columns, refers.condition
    from pg_constraint k
    cross join lateral (
      select string_agg(quote_ident(a.attname), ', ' order by array_position(k.conkey, a.attnum)) as columns,
        min(format('(%I IS NOT NULL)', a.attname)) filter (where not a.attnotnull) as condition -- as pg_get_expr says it
      from pg_attribute a
      where a.attrelid = k.conrelid and a.attnum = any(k.conkey)
    ) refers
    cross join lateral (select greatest(2, cardinality(k.conkey) - 1) as leading) needed
    where k.contype = 'f'
      and k.conrelid <> k.confrelid
      and k.conrelid in (select polrelid from pg_policy where polname = 'reset')
      and k.confrelid in (select polrelid from pg_policy where polname = 'reset')
      and not exists (
        select from pg_index i
        where i.indrelid = k.conrelid
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = refers.condition)
          and i.indnkeyatts >= needed.leading
          and k.conkey @> (i.indkey::int2[])[0:needed.leading - 1])
  loop
    execute format('create index %I on %s (%s)', reference.conname || '_reset', reference.tbl, reference.columns)
      || coalesce(' where ' || reference.condition, '');
  end loop;
  grant execute on procedure empty_tenant to medina_app;
end $$;
drop index if exists messages_tenant_id_lead_id_fkey_reset, message_replies_tenant_id_lead_id_fkey_reset;
