-- Messages that people are sent one after the other, days or weeks apart.
create table campaigns (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^cmp_'),
  name text not null,
  -- In order: [{number, delayHours, templateCode, channel, variables}]. A number is given once and never again, so that
  -- whoever has been sent a step is not sent it again, wherever it has been moved to.
  steps jsonb not null check (jsonb_array_length(steps) between 1 and 30),
  -- The highest number that was given.
  steps_made int not null,
  -- Null: enabled. Otherwise since when it is not.
  disabled_at timestamptz,
  -- For how long it was not before that, in all.
  idle interval not null default '0',
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, id)
);
call isolate('campaigns');
grant select, insert, update (name, steps, steps_made, disabled_at, idle, updated_at) on campaigns to medina_app;

-- A campaign has a time of its own, which stands still while it is disabled: delays go on counting where they stopped, and
-- nobody has to be moved.
create function campaign_time(c campaigns) returns timestamptz
language sql stable
as $$ select coalesce(c.disabled_at, app_now()) - c.idle $$;

-- A patient or a lead on their way through a campaign, once each.
create table campaign_enrolments (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^enr_'),
  campaign_id text collate "C" not null,
  patient_id text collate "C",
  lead_id text collate "C",
  -- Either of them: their ids are never the same.
  person_id text collate "C" not null generated always as (coalesce(patient_id, lead_id)) stored,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'COMPLETED', 'STOPPED')),
  stop_reason text check (
    stop_reason in ('CONSENT_WITHDRAWN', 'OPTED_OUT', 'REPLIED', 'ACCOUNT_DISABLED', 'BY_ADMINISTRATOR')
  ),
  -- The number of the step that the next one is behind; 0 before the first.
  last_step int not null default 0,
  steps_sent int not null default 0,
  -- From when the delay of the next step counts, in the campaign's own time.
  since timestamptz not null,
  -- How the administrator who enrolled a lead knows of their consent, where the lead's own form does not say so.
  consent_source text,
  enrolled_by text collate "C" not null,
  enrolled_at timestamptz not null default app_now(),
  last_sent_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, campaign_id, person_id),
  foreign key (tenant_id, campaign_id) references campaigns,
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, lead_id) references leads,
  foreign key (tenant_id, enrolled_by) references users,
  check (num_nonnulls(patient_id, lead_id) = 1),
  check ((state = 'STOPPED') = (stop_reason is not null)),
  check ((state = 'ACTIVE') = (ended_at is null)),
  check (consent_source is null or lead_id is not null)
);
-- Lists are newest first, which is by id; how many are in which state is read from the index alone.
create index campaign_enrolments_newest on campaign_enrolments (tenant_id, campaign_id, id) include (state);
-- Those who wait for the same step: the job looks at whose delay is over, and at nobody else.
create index campaign_enrolments_waiting on campaign_enrolments (tenant_id, campaign_id, last_step, since)
  where state = 'ACTIVE';
-- What somebody has to be taken out of.
create index campaign_enrolments_person on campaign_enrolments (tenant_id, person_id);
-- Leads who want no more of it, whichever campaign they said so to.
create index campaign_enrolments_opted_out on campaign_enrolments (tenant_id, lead_id)
  where stop_reason = 'OPTED_OUT' and lead_id is not null;
call isolate('campaign_enrolments');
grant select, insert on campaign_enrolments to medina_app;
grant update (state, stop_reason, last_step, steps_sent, since, last_sent_at, ended_at) on campaign_enrolments to medina_app;

grant select on campaigns, campaign_enrolments to medina_gate;
grant update (state, stop_reason, ended_at) on campaign_enrolments to medina_gate;
call admit('medina_gate', 'campaigns');
call admit('medina_gate', 'campaign_enrolments');

-- The job is nobody's call and comes before any tenant. It goes on behind the last one that it was given.
create function due_enrolments(after_tenant text, after_id text, at_most int)
returns table (tenant_id text, id text, campaign_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select e.tenant_id, e.id, e.campaign_id
  from campaigns c
  cross join lateral (
    select lag((given ->> 'number')::int, 1, 0) over (order by place) as behind,
      (given ->> 'delayHours')::int as delay_hours
    from jsonb_array_elements(c.steps) with ordinality as step (given, place)
  ) step
  join campaign_enrolments e on e.tenant_id = c.tenant_id
    and e.campaign_id = c.id
    and e.state = 'ACTIVE'
    and e.last_step = step.behind
    and e.since <= campaign_time(c) - make_interval(hours => step.delay_hours)
  where c.disabled_at is null
    and (e.tenant_id, e.id) > (after_tenant, after_id)
  order by e.tenant_id, e.id
  limit at_most
$$;

-- Whether somebody takes no messages but critical ones by any channel that they have.
create function opted_out(c contacts) returns boolean
language sql immutable
as $$ select c.opt_outs @> case when c.phone is null then '{EMAIL}' else '{WHATSAPP,SMS,EMAIL}' end::text[] $$;

-- Whoever takes back a consent, opts out or answers is written to no more from that moment on, however they said so: no code
-- path can forget it.
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

-- Each trigger says which column of its table names the person, and the reason.
create function stop_person() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  changed jsonb := to_jsonb(coalesce(new, old));
begin
  perform stop_campaigns(changed ->> 'tenant_id', changed ->> tg_argv[0], tg_argv[1]);
  return null;
end $$;

-- An answer is to what somebody was sent; that they want no more is to whatever may come.
create function stop_answered() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform stop_campaigns(new.tenant_id, coalesce(new.user_id, new.lead_id),
    case when new.stop then 'OPTED_OUT' else 'REPLIED' end, not new.stop);
  return null;
end $$;

grant create on schema public to medina_gate;
alter function due_enrolments owner to medina_gate;
alter function stop_campaigns owner to medina_gate;
alter function stop_person owner to medina_gate;
alter function stop_answered owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function due_enrolments, stop_campaigns, stop_person, stop_answered from public;
grant execute on function due_enrolments to medina_app;

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
