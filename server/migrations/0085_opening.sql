-- Opening hours, and the open and free time of each day that is kept from them: see docs/scheduling.md.

-- Where a professional has opening hours, and until which day their days are kept.
create table schedules (
  tenant_id text collate "C" not null,
  doctor_id text collate "C" not null,
  place_id text collate "C" not null,
  kept_until date not null,
  primary key (tenant_id, doctor_id, place_id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, place_id) references places
);
create index schedules_due on schedules (kept_until, tenant_id, doctor_id);
call isolate('schedules');
grant select, insert, update on schedules to medina_app;
call let_merge('schedules');

-- The weekly hours of a professional, in minutes of the wall clock of the place. Hours after midnight belong to the day before.
create table opening_rules (
  tenant_id text collate "C" not null,
  doctor_id text collate "C" not null,
  n int not null,
  place_id text collate "C" not null,
  weekday int not null check (weekday between 1 and 7),
  from_min int not null check (from_min between 0 and 1439),
  to_min int not null check (to_min <= 2160),
  modes text[] not null check (modes <@ array['VIDEO', 'IN_PERSON', 'HOME', 'PHONE'] and cardinality(modes) > 0),
  valid_from date,
  valid_until date,
  -- Hours of Ramadan replace the others of their place while it lasts.
  season text check (season = 'RAMADAN'),
  primary key (tenant_id, doctor_id, n),
  foreign key (tenant_id, doctor_id, place_id) references schedules,
  check (to_min > from_min),
  check (valid_until >= valid_from)
);
call isolate('opening_rules');
grant select, insert, delete on opening_rules to medina_app;

-- Days on which a professional is absent, or works beside the weekly hours. Without a place: at all places. Without times: all day.
create table opening_exceptions (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^oxc_[0-9a-z_]+$'),
  doctor_id text collate "C" not null,
  place_id text collate "C",
  kind text not null check (kind in ('CLOSED', 'OPEN')),
  first_day date not null,
  last_day date not null,
  from_min int check (from_min between 0 and 1439),
  to_min int check (to_min <= 2160),
  modes text[] check (modes <@ array['VIDEO', 'IN_PERSON', 'HOME', 'PHONE'] and cardinality(modes) > 0),
  reason text,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, place_id) references places,
  check (last_day >= first_day and last_day < first_day + 366),
  check ((from_min is null) = (to_min is null) and to_min > from_min),
  check (kind = 'CLOSED' or (place_id is not null and from_min is not null)),
  check ((kind = 'OPEN') = (modes is not null))
);
create index opening_exceptions_doctor on opening_exceptions (tenant_id, doctor_id, last_day);
call isolate('opening_exceptions');
grant select, insert, delete on opening_exceptions to medina_app;
call let_merge('opening_exceptions');

-- The open time of a professional at a place on a day, for a set of modes. `busy` are the visits, `free` is the open time without
-- the visits and their buffers, `longest` the minutes of its longest range. The server writes `open`; count_days the rest.
create table days (
  tenant_id text collate "C" not null,
  doctor_id text collate "C" not null,
  day date not null,
  place_id text collate "C" not null,
  modes text[] not null,
  open tstzmultirange not null check (not isempty(open)),
  busy tstzmultirange not null default '{}',
  free tstzmultirange not null default '{}',
  longest int not null default 0,
  primary key (tenant_id, doctor_id, day, place_id, modes),
  foreign key (tenant_id, doctor_id, place_id) references schedules
) with (fillfactor = 80);
call isolate('days');
grant select, insert, update, delete on days to medina_app;
grant select on days to medina_gate;
call admit('medina_gate', 'days');
grant select, delete on days to medina_worker;
call admit('medina_worker', 'days');
create index days_past on days (day);

-- Counts the visits of a professional's days again. A visit with its buffers begins at most 10 hours before a day's open time.
create function count_days(tenant text, doctor text, first_day date, last_day date) returns void
language sql set search_path = public, pg_temp
as $$
  update days d
  set busy = counted.busy,
    free = d.open - counted.padded,
    longest = coalesce((
      select max(extract(epoch from upper(f) - lower(f)) / 60)
      from unnest(d.open - counted.padded) f), 0)
  from (
    select k.day, k.place_id, k.modes,
      coalesce(range_agg(tstzrange(a.start_time, a.end_time)) filter (where a.start_time is not null), '{}') as busy,
      coalesce(range_agg(tstzrange(
          a.start_time - a.buffer_before_min * interval '1 minute',
          a.end_time + a.buffer_after_min * interval '1 minute')) filter (where a.start_time is not null), '{}') as padded
    from days k
    left join appointments a
      on a.tenant_id = tenant
      and a.doctor_id = doctor
      and a.start_time > lower(k.open) - interval '10 hours'
      and a.start_time < upper(k.open) + interval '2 hours'
      and a.status not in ('COMPLETED', 'CANCELLED', 'NO_SHOW')
      and a.deleted_at is null
    where k.tenant_id = tenant
      and k.doctor_id = doctor
      and k.day between first_day and last_day
    group by k.day, k.place_id, k.modes
  ) counted
  where d.tenant_id = tenant
    and d.doctor_id = doctor
    and d.day = counted.day
    and d.place_id = counted.place_id
    and d.modes = counted.modes
$$;

-- Keeps the days of a visit that begins or ceases to take time, under the lock of the professional's calendar, which bookings and
-- changes of opening hours hold too: the days are counted after all other changes. A booking has the lock already and counts at once.
-- A change counts when the transaction commits, so that it takes the lock last. Deferring bookings would cost each of them 15 %.
-- A day's open time lies between 14 hours before its midnight in UTC and 48 hours after it; a buffer adds at most 2 hours.
-- It names schemas instead of setting a search path, which would cost every booking.
create function keep_days() returns trigger
language plpgsql
as $$
begin
  -- A booking holds the lock already. Its professional has no opening hours that this transaction does not see.
  if tg_op = 'INSERT' and not exists (
    select from public.schedules s where s.tenant_id = new.tenant_id and s.doctor_id = new.doctor_id) then
    return null;
  end if;
  perform pg_advisory_xact_lock(public.calendar_of(u.tenant_id, u.id, u.login_id))
  from public.users u
  where u.tenant_id = new.tenant_id
    and u.id = new.doctor_id;
  if not exists (select from public.schedules s where s.tenant_id = new.tenant_id and s.doctor_id = new.doctor_id) then
    return null;
  end if;
  perform public.count_days(new.tenant_id, new.doctor_id,
    (new.start_time at time zone 'UTC')::date - 3, (new.end_time at time zone 'UTC')::date + 1);
  if tg_op = 'UPDATE' and old.start_time <> new.start_time then
    perform public.count_days(new.tenant_id, new.doctor_id,
      (old.start_time at time zone 'UTC')::date - 3, (old.end_time at time zone 'UTC')::date + 1);
  end if;
  return null;
end $$;

create trigger keep_days after insert on appointments
for each row when (new.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and new.deleted_at is null)
execute function keep_days();

create constraint trigger keep_changed_days after update of start_time, end_time, status, deleted_at on appointments
deferrable initially deferred
for each row when (
  (new.start_time, new.end_time) is distinct from (old.start_time, old.end_time)
  or (new.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and new.deleted_at is null)
    is distinct from (old.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and old.deleted_at is null))
execute function keep_days();

-- Professionals of all organisations with days to append.
create function schedules_to_extend(until date, after_tenant text, after_doctor text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select distinct s.tenant_id, s.doctor_id
  from schedules s
  where s.kept_until < until
    and (s.tenant_id, s.doctor_id) > (after_tenant, after_doctor)
  order by 1, 2
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function schedules_to_extend owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function schedules_to_extend from public;
grant execute on function schedules_to_extend to medina_app;
