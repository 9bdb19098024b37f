-- Twelve files from 0007 to 0028 were edited after databases had applied them. This brings every such database to what they
-- say now, and does nothing to one that was made from them. A database of before digests were kept gets it before all that
-- it lacks of the others, so no table is taken for granted. docs/decisions/0051-edited-migrations.md lists the edits.

-- 0010: of sessions the application may change what changes.
do $repair$
begin
  if has_table_privilege('medina_app', to_regclass('sessions'), 'update') then
    revoke update on sessions from medina_app;
    grant update (last_seen_at, ends_at) on sessions to medina_app;
  end if;
end $repair$;

-- 0012: an index was added.
do $repair$
begin
  if to_regclass('public_doctors') is not null then
    create index if not exists public_doctors_languages on public_doctors using gin (languages);
  end if;
end $repair$;

-- 0013: of requests and links the application may change what changes.
do $repair$
begin
  if has_table_privilege('medina_app', to_regclass('access_requests'), 'update') then
    revoke update on access_requests from medina_app;
    grant update (status, decided_at, decided_by, reason, granted_tenant_id, granted_client_id) on access_requests
      to medina_app;
  end if;
  if has_table_privilege('medina_app', to_regclass('client_handovers'), 'update') then
    revoke update on client_handovers from medina_app;
    grant update (expires_at, used_at) on client_handovers to medina_app;
  end if;
end $repair$;

-- 0016: the doctor was called a practitioner; a cancelled invoice can be imported.
do $repair$
begin
  if exists (
    select from pg_attribute
    where attrelid = to_regclass('invoices') and attname = 'practitioner_id' and not attisdropped)
  then
    alter table invoices rename practitioner_id to doctor_id;
    alter table invoices
      rename constraint invoices_tenant_id_practitioner_id_fkey to invoices_tenant_id_doctor_id_fkey;
    alter index invoices_practitioner rename to invoices_doctor;
  end if;
  if to_regclass('invoices') is not null then
    grant insert (cancelled_at, cancel_reason) on invoices to medina_app;
  end if;
end $repair$;

-- 0017: consents in force have a table of their own. Policies are forced on the owner as well.
do $repair$
begin
  if to_regclass('patient_consents') is null or to_regclass('consents_in_force') is not null then
    return;
  end if;
create table consents_in_force (
  tenant_id text collate "C" not null,
  name text collate "C" not null,
  patient_id text collate "C" not null,
  version int not null,
  primary key (tenant_id, name, patient_id),
  foreign key (tenant_id, patient_id, name, version) references patient_consents on delete cascade
);
call isolate('consents_in_force');
grant select on consents_in_force to medina_app;
grant select, insert, delete on consents_in_force to medina_gate;
call admit('medina_gate', 'consents_in_force');

create function bring_into_force() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.granted then
    insert into consents_in_force (tenant_id, name, patient_id, version)
    values (new.tenant_id, new.name, new.patient_id, new.version);
  else
    delete from consents_in_force c
    where c.tenant_id = new.tenant_id
      and c.name = new.name
      and c.patient_id = new.patient_id;
  end if;
  return null;
end $$;
grant create on schema public to medina_gate;
alter function bring_into_force owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function bring_into_force from public;
create trigger in_force after insert on patient_consents
for each row execute function bring_into_force();
  alter table patient_consents no force row level security;
  alter table consents_in_force no force row level security;
  insert into consents_in_force (tenant_id, name, patient_id, version)
  select c.tenant_id, c.name, c.patient_id, c.version
  from patient_consents c
  where c.granted
    and not exists (
      select from patient_consents newer
      where newer.tenant_id = c.tenant_id
        and newer.patient_id = c.patient_id
        and newer.name = c.name
        and newer.version > c.version);
  alter table patient_consents force row level security;
  alter table consents_in_force force row level security;
end $repair$;

-- 0018: deliveries refer to nothing that is checked, months can end, and statistics begin with the engine.
do $repair$
declare
  reference record;
begin
  if to_regclass('webhook_minutes_position') is null then
    return;
  end if;
  if to_regprocedure('end_webhook_table(int)') is null then
    -- What follows it in the file.
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
  end if;
  update webhook_minutes_position
  set minute = date_trunc('minute', (select applied_at from migrations where name = '0018_webhook_engine.sql'))
  where minute = '-infinity';
  if to_regprocedure('tie_deliveries_to_events()') is not null then
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
    drop procedure tie_deliveries_to_events;
    alter table webhook_deliveries drop constraint webhook_deliveries_tenant_id_endpoint_id_fkey;
    for reference in
      select k.conname, k.conrelid::regclass as partition
      from pg_constraint k
      join pg_inherits i on i.inhrelid = k.conrelid
      where i.inhparent = 'webhook_deliveries'::regclass
        and k.contype = 'f'
    loop
      execute format('alter table %s drop constraint %I', reference.partition, reference.conname);
    end loop;
  end if;
end $repair$;

-- 0021: a reminder is sent until what it reminds of begins.
do $repair$
begin
  if to_regclass('messages') is null or exists (
    select from pg_attribute where attrelid = to_regclass('messages') and attname = 'useless_at' and not attisdropped)
  then
    return;
  end if;
  alter table messages add useless_at timestamptz;
  alter table messages no force row level security;
  alter table appointments no force row level security;
  update messages m
  set useless_at = (
    select min(a.start_time)
    from appointments a
    where a.tenant_id = m.tenant_id
      and a.id = any(m.about))
  where m.next_at is not null
    and m.template_code in ('APPOINTMENT_REMINDER_D1', 'APPOINTMENT_REMINDER_H2');
  alter table messages force row level security;
  alter table appointments force row level security;
end $repair$;

-- 0023: what a code takes never changes.
do $repair$
begin
  if to_regclass('notification_templates') is not null then
    revoke update (purpose, variables) on notification_templates from medina_app;
  end if;
end $repair$;

-- 0025: an enrolment is of one person, whose answer stops it.
do $repair$
begin
  if to_regclass('campaign_enrolments') is null then
    return;
  end if;
  create index if not exists campaign_enrolments_opted_out on campaign_enrolments (tenant_id, lead_id)
    where stop_reason = 'OPTED_OUT' and lead_id is not null;
  if not exists (
    select from pg_attribute
    where attrelid = to_regclass('campaign_enrolments') and attname = 'person_id' and not attisdropped)
  then
    alter table campaign_enrolments
      add person_id text collate "C" not null generated always as (coalesce(patient_id, lead_id)) stored,
      drop constraint campaign_enrolments_tenant_id_campaign_id_patient_id_key,
      drop constraint campaign_enrolments_tenant_id_campaign_id_lead_id_key;
    alter table campaign_enrolments add unique (tenant_id, campaign_id, person_id);
    drop index campaign_enrolments_patient, campaign_enrolments_lead;
    create index campaign_enrolments_person on campaign_enrolments (tenant_id, person_id);
    -- Who has answered already is written to no more.
    alter table campaign_enrolments no force row level security;
    alter table message_replies no force row level security;
    update campaign_enrolments e
    set state = 'STOPPED',
      stop_reason = case when answered.stop then 'OPTED_OUT' else 'REPLIED' end,
      ended_at = app_now()
    from (
      select r.tenant_id, s.id, bool_or(r.stop) as stop
      from message_replies r
      join campaign_enrolments s on s.tenant_id = r.tenant_id
        and s.person_id = coalesce(r.user_id, r.lead_id)
        and r.at >= s.enrolled_at
        and (r.stop or s.steps_sent > 0)
      group by r.tenant_id, s.id
    ) answered
    where e.tenant_id = answered.tenant_id
      and e.id = answered.id
      and e.state = 'ACTIVE';
    alter table campaign_enrolments force row level security;
    alter table message_replies force row level security;
  end if;
  if to_regprocedure('stop_unconsented()') is not null then
    drop trigger stop_campaigns on consents_in_force;
    drop trigger stop_campaigns on contacts;
    drop trigger stop_campaigns on users;
    drop trigger if exists stop_campaigns on message_replies;
    drop function stop_unconsented, stop_opted_out, stop_disabled, stop_campaigns;
    drop function if exists stop_answered;
create function stop_campaigns(tenant text, person text, reason text, once_written_to boolean default false) returns void
language sql security definer set search_path = public, pg_temp
as $$
  -- By id, as the job takes them: none waits in a circle.
  with active as (
    select e.id
    from campaign_enrolments e
    where e.tenant_id = tenant
      and e.person_id = person
      and e.state = 'ACTIVE'
      and (e.steps_sent > 0 or not once_written_to)
    order by e.id
    for update
  )
  update campaign_enrolments e
  set state = 'STOPPED',
    stop_reason = reason,
    ended_at = app_now()
  from active
  where e.tenant_id = tenant
    and e.id = active.id
$$;
create function stop_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform stop_campaigns(changed ->> 'tenant_id', changed ->> tg_argv[0], tg_argv[1]);
  return null;
end $$;
create function stop_answered() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform stop_campaigns(new.tenant_id, coalesce(new.user_id, new.lead_id),
    case when new.stop then 'OPTED_OUT' else 'REPLIED' end, not new.stop);
  return null;
end $$;
    grant create on schema public to medina_gate;
    alter function stop_campaigns owner to medina_gate;
    alter function stop_person owner to medina_gate;
    alter function stop_answered owner to medina_gate;
    revoke create on schema public from medina_gate;
    revoke execute on function stop_campaigns, stop_person, stop_answered from public;
create trigger stop_campaigns after delete on consents_in_force
for each row
when (old.name = 'MARKETING')
execute function stop_person('patient_id', 'CONSENT_WITHDRAWN');

create trigger stop_campaigns after insert or update of opt_outs, phone on contacts
for each row
when (opted_out(new))
execute function stop_person('user_id', 'OPTED_OUT');

create trigger stop_campaigns after update of disabled_at on users
for each row
when (old.disabled_at is null and new.disabled_at is not null)
execute function stop_person('id', 'ACCOUNT_DISABLED');

create trigger stop_campaigns after insert on message_replies
for each row execute function stop_answered();
  end if;
end $repair$;

-- 0026: pharmacies to warn are found by the index of what is due.
do $repair$
begin
  if to_regprocedure('pharmacies_to_warn(date, text, text, int)') is not null then
create or replace function pharmacies_to_warn(today date, after_tenant text, after_pharmacy text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  with due as materialized ( -- by their index, whatever the planner thinks of the number of users
    select l.tenant_id, l.pharmacy_id
    from stock_lots l
    where l.quantity > 0
      and l.warned_within is distinct from 7
      and l.expires_on <= today + case when l.warned_within is null then 30 else 7 end
      and l.expires_on <= today + 30
      and (l.tenant_id, l.pharmacy_id) > (after_tenant, after_pharmacy)
    group by l.tenant_id, l.pharmacy_id
  )
  select d.tenant_id, d.pharmacy_id
  from due d
  join users u on u.tenant_id = d.tenant_id and u.id = d.pharmacy_id
  where u.disabled_at is null
  order by d.tenant_id, d.pharmacy_id
  limit at_most
$$;
  end if;
end $repair$;

-- 0028: what a reset empties is indexed.
do $repair$
begin
  if to_regprocedure('allow_reset(regclass[])') is not null then
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
  end if;
end $repair$;

-- 0031 brought scopes that the sandbox's fixed clients may hold too. Policies are forced on the owner as well.
do $repair$
begin
  if to_regclass('clients') is null then
    return;
  end if;
  alter table clients no force row level security;
  update clients
  set scopes = scopes || '{documents:read,documents:write}'
  where tenant_id like 'ten\_sandbox%'
    and id like 'sandbox-%'
    and not scopes @> '{documents:read,documents:write}';
  alter table clients force row level security;
end $repair$;
