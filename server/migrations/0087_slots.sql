-- Which starts are offered: see docs/scheduling.md.

-- The starts of a visit on a kept day, from `earliest` to `latest`: every `step` minutes of an opening, where the visit is within
-- the free time, its buffers meet no other visit, and no other user holds the time. The gap between two visits is therefore the
-- larger one of their buffers. Without `set`, so that the planner can inline it.
create function free_starts(
  kept days, duration int, step int, before int, after int, earliest timestamptz, latest timestamptz, caller text)
returns setof timestamptz
language sql stable
as $$
  select start_at
  from unnest((kept).open) opening
  cross join lateral unnest((kept).free * tstzmultirange(opening)) free_time
  cross join lateral generate_series(
    lower(opening) + step * interval '1 minute'
      * ceil(extract(epoch from greatest(lower(free_time), earliest) - lower(opening)) / (60 * step))::int,
    least(upper(free_time) - duration * interval '1 minute', latest),
    step * interval '1 minute') start_at
  where not (kept).busy && tstzrange(
      start_at - before * interval '1 minute',
      start_at + (duration + after) * interval '1 minute')
    and not exists (
      select from slot_holds h
      where h.tenant_id = (kept).tenant_id
        and h.doctor_id = (kept).doctor_id
        and h.start_time > start_at - interval '10 hours'
        and h.start_time < start_at + (duration + 120) * interval '1 minute'
        and h.expires_at > app_now()
        and h.held_by is distinct from caller
        and h.start_time < start_at + (duration + greatest(after, h.buffer_before_min)) * interval '1 minute'
        and h.end_time > start_at - greatest(before, h.buffer_after_min) * interval '1 minute')
$$;

-- Free slots in the public directory, of all organisations, or the first one of each professional.
create function public_slots(
  doctor text, visit_type text, visit_mode text, cities text[], specialties text[],
  from_time timestamptz, to_time timestamptz, first_only boolean, at_most int)
returns table (
  doctor_id text, place_id text, place_name text, place_city text, visit_type_id text, visit_type_name text, mode text,
  start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  with offered as (
    select p.tenant_id, p.id, t.id as type_id, t.name, t.mode, t.duration_min, t.step_min, t.buffer_before_min, t.buffer_after_min,
      greatest(from_time, app_now() + t.min_notice_min * interval '1 minute') as earliest,
      least(to_time - interval '1 millisecond', app_now() + t.horizon_days * interval '1 day') as latest
    from public_doctors p
    join visit_types t on t.tenant_id = p.tenant_id
    where (doctor is null or p.id = doctor)
      and (specialties is null or p.specialty_key = any(specialties))
      and exists (select from schedules s where s.tenant_id = p.tenant_id and s.doctor_id = p.id)
      and t.active
      and t.bookable_by = 'PATIENT'
      and (t.doctor_ids is null or p.id = any(t.doctor_ids))
      and (visit_type is null or t.id = visit_type)
      and (visit_mode is null or t.mode = visit_mode)
  ),
  found as (
    select o.id, f.place_id, f.name as place_name, f.city, o.type_id, o.name, o.mode, f.start_at,
      f.start_at + o.duration_min * interval '1 minute' as end_at,
      row_number() over (partition by o.id order by f.start_at, o.type_id) as n
    from offered o
    cross join lateral (
      select d.place_id, l.name, l.city, s.start_at
      from days d
      join places l on l.tenant_id = d.tenant_id and l.id = d.place_id and l.active
      cross join lateral free_starts(
        d, o.duration_min, o.step_min, o.buffer_before_min, o.buffer_after_min, o.earliest, o.latest, null) s (start_at)
      where d.tenant_id = o.tenant_id
        and d.doctor_id = o.id
        and d.day >= (o.earliest at time zone 'UTC')::date - 2
        and d.day <= (o.latest at time zone 'UTC')::date + 1
        and d.longest >= o.duration_min
        and o.mode = any(d.modes)
        and (cities is null or l.city_key = any(cities))
      order by d.day, s.start_at
      limit case when first_only then 1 else at_most end
    ) f
  )
  select distinct id, place_id, place_name, city, type_id, name, mode, start_at, end_at
  from found
  where n = 1 or not first_only
  order by start_at, id, type_id, place_id
  limit at_most
$$;
grant select on public_doctors to medina_gate;
grant create on schema public to medina_gate;
alter function public_slots owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function public_slots from public;
grant execute on function public_slots to medina_app;

-- The sandbox's fixed clients may hold every scope.
alter table clients no force row level security;
update clients
set scopes = scopes || '{slots:read,holds:write}'
where tenant_id like 'ten\_sandbox%'
  and id like 'sandbox-%'
  and not scopes && '{slots:read,holds:write}';
alter table clients force row level security;
