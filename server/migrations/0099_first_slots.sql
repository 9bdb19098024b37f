-- The search of the first slot of many professionals: see docs/scheduling.md.

-- As before, but visits are counted once. Before the first statistics of the table, the planner repeated the count for each day.
create or replace function count_days(tenant text, doctor text, first_day date, last_day date) returns void
language sql set search_path = public, pg_temp
as $$
  with counted as materialized (
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
  )
  update days d
  set busy = counted.busy,
    free = d.open - counted.padded,
    longest = coalesce((
      select max(extract(epoch from upper(f) - lower(f)) / 60)
      from unnest(d.open - counted.padded) f), 0)
  from counted
  where d.tenant_id = tenant
    and d.doctor_id = doctor
    and d.day = counted.day
    and d.place_id = counted.place_id
    and d.modes = counted.modes
$$;

drop function free_starts;

-- The free time in each opening of a kept day, without times from which a visit would meet another one with its buffers, and without
-- those that other users hold. The gap between two visits is the larger one of their buffers. Without `set`, so that the planner
-- can inline it, like the next two functions.
create function free_times(
  tenant text, doctor text, open tstzmultirange, free tstzmultirange, busy tstzmultirange, before int, after int, caller text)
returns table (opening tstzrange, free_time tstzrange)
language sql stable
as $$
  select opening, free_time
  from coalesce((
      select range_agg(tstzrange(
        h.start_time - greatest(after, h.buffer_before_min) * interval '1 minute',
        h.end_time + greatest(before, h.buffer_after_min) * interval '1 minute'))
      from slot_holds h
      where h.tenant_id = tenant
        and h.doctor_id = doctor
        and h.start_time > lower(open) - interval '10 hours'
        and h.start_time < upper(open) + interval '2 hours'
        and h.expires_at > app_now()
        and h.held_by is distinct from caller), '{}') held
  cross join coalesce((
      select range_agg(tstzrange(
        lower(visit) - after * interval '1 minute',
        upper(visit) + before * interval '1 minute'))
      from unnest(busy) visit
      where before > 0 or after > 0), '{}') visits
  cross join lateral unnest(open) opening
  cross join lateral unnest(free * tstzmultirange(opening) - held - visits) free_time
$$;

-- The first start in a free time that is a multiple of `step` after the opening.
create function start_from(opening tstzrange, free_time tstzrange, step int, earliest timestamptz) returns timestamptz
language sql stable
return lower(opening) + step * interval '1 minute'
  * ceil(extract(epoch from greatest(lower(free_time), earliest) - lower(opening)) / (60 * step))::int;

-- The starts of a visit on a kept day, from `earliest` to `latest`: every `step` minutes of an opening.
create function free_starts(
  tenant text, doctor text, open tstzmultirange, free tstzmultirange, busy tstzmultirange, duration int, step int,
  before int, after int, earliest timestamptz, latest timestamptz, caller text)
returns setof timestamptz
language sql stable
as $$
  select start_at
  from free_times(tenant, doctor, open, free, busy, before, after, caller) f
  cross join lateral generate_series(
    start_from(f.opening, f.free_time, step, earliest),
    least(upper(f.free_time) - duration * interval '1 minute', latest),
    step * interval '1 minute') start_at
$$;

-- The first one of them, or null.
create function first_start(
  tenant text, doctor text, open tstzmultirange, free tstzmultirange, busy tstzmultirange, duration int, step int,
  before int, after int, earliest timestamptz, latest timestamptz, caller text)
returns setof timestamptz
language sql stable
as $$
  select min(start_from(f.opening, f.free_time, step, earliest))
  from free_times(tenant, doctor, open, free, busy, before, after, caller) f
  where start_from(f.opening, f.free_time, step, earliest) <= least(upper(f.free_time) - duration * interval '1 minute', latest)
$$;

-- Free slots in the public directory, of all organisations, or the first one of each professional. Dates are wider than the time
-- range, because of time zones and visits after midnight.
create or replace function public_slots(
  doctor text, visit_type text, visit_mode text, cities text[], specialties text[], spoken text[],
  from_time timestamptz, to_time timestamptz, first_only boolean, at_most int)
returns table (
  doctor_id text, doctor_name text, specialty text, place_id text, place_name text, place_city text, time_zone text,
  visit_type_id text, visit_type_name text, mode text, start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  with utc as materialized (
    select (from_time at time zone 'UTC')::date as from_day,
      (to_time at time zone 'UTC')::date as to_day,
      (app_now() at time zone 'UTC')::date as today
  ),
  offered as (
    select p.tenant_id, p.id, p.name as doctor_name, p.specialty, t.id as type_id, t.name, t.mode,
      t.duration_min, t.step_min, t.buffer_before_min, t.buffer_after_min,
      greatest(from_time, app_now() + t.min_notice_min * interval '1 minute') as earliest,
      least(to_time - interval '1 millisecond', app_now() + t.horizon_days * interval '1 day') as latest,
      greatest(utc.from_day, utc.today + t.min_notice_min / 1440) - 2 as first_day,
      least(utc.to_day, utc.today + t.horizon_days) + 1 as last_day
    from utc
    cross join public_doctors p
    join visit_types t on t.tenant_id = p.tenant_id
    where (doctor is null or p.id = doctor)
      and (specialties is null or p.specialty_key = any(specialties))
      and (spoken is null or p.languages && spoken)
      and (p.tenant_id, p.id) in (
        select s.tenant_id, s.doctor_id
        from schedules s
        join places l on l.tenant_id = s.tenant_id and l.id = s.place_id
        where l.active and (cities is null or l.city_key = any(cities)))
      and t.active
      and t.bookable_by = 'PATIENT'
      and (t.doctor_ids is null or p.id = any(t.doctor_ids))
      and (visit_type is null or t.id = visit_type)
      and (visit_mode is null or t.mode = visit_mode)
  ),
  found as (
    select o.*, f.*,
      row_number() over (partition by o.id order by f.start_at, o.type_id) as n
    from offered o
    cross join lateral (
      select d.place_id, l.name as place_name, l.city, l.time_zone, s.start_at
      from days d
      join places l on l.tenant_id = d.tenant_id and l.id = d.place_id and l.active
      cross join lateral (
        select s.start_at
        from first_start(
          d.tenant_id, d.doctor_id, d.open, d.free, d.busy, o.duration_min, o.step_min, o.buffer_before_min,
          o.buffer_after_min, o.earliest, o.latest, null) s (start_at)
        where first_only and s.start_at is not null
        union all
        select s.start_at
        from free_starts(
          d.tenant_id, d.doctor_id, d.open, d.free, d.busy, o.duration_min, o.step_min, o.buffer_before_min,
          o.buffer_after_min, o.earliest, o.latest, null) s (start_at)
        where not first_only) s
      where d.tenant_id = o.tenant_id
        and d.doctor_id = o.id
        and d.day >= o.first_day
        and d.day <= o.last_day
        and d.longest >= o.duration_min
        and o.mode = any(d.modes)
        and (cities is null or l.city_key = any(cities))
      order by d.day, s.start_at
      limit case when first_only then 1 else at_most end) f
  )
  select distinct id, doctor_name, specialty, place_id, place_name, city, time_zone, type_id, name, mode, start_at,
    start_at + duration_min * interval '1 minute'
  from found
  where n = 1 or not first_only
  order by start_at, id, type_id, place_id
  limit at_most
$$;
