-- Public slots name their professional, and are found by language: see docs/scheduling.md.
drop function public_slots;

-- Free slots in the public directory, of all organisations, or the first one of each professional.
create function public_slots(
  doctor text, visit_type text, visit_mode text, cities text[], specialties text[], spoken text[],
  from_time timestamptz, to_time timestamptz, first_only boolean, at_most int)
returns table (
  doctor_id text, doctor_name text, specialty text, place_id text, place_name text, place_city text, time_zone text,
  visit_type_id text, visit_type_name text, mode text, start_time timestamptz, end_time timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  with offered as (
    select p.tenant_id, p.id, p.name as doctor_name, p.specialty, t.id as type_id, t.name, t.mode, t.duration_min, t.step_min, t.buffer_before_min, t.buffer_after_min,
      greatest(from_time, app_now() + t.min_notice_min * interval '1 minute') as earliest,
      least(to_time - interval '1 millisecond', app_now() + t.horizon_days * interval '1 day') as latest
    from public_doctors p
    join visit_types t on t.tenant_id = p.tenant_id
    where (doctor is null or p.id = doctor)
      and (specialties is null or p.specialty_key = any(specialties))
      and (spoken is null or p.languages && spoken)
      and exists (select from schedules s where s.tenant_id = p.tenant_id and s.doctor_id = p.id)
      and t.active
      and t.bookable_by = 'PATIENT'
      and (t.doctor_ids is null or p.id = any(t.doctor_ids))
      and (visit_type is null or t.id = visit_type)
      and (visit_mode is null or t.mode = visit_mode)
  ),
  found as (
    select o.id, o.doctor_name, o.specialty, f.place_id, f.name as place_name, f.city, f.time_zone, o.type_id, o.name, o.mode, f.start_at,
      f.start_at + o.duration_min * interval '1 minute' as end_at,
      row_number() over (partition by o.id order by f.start_at, o.type_id) as n
    from offered o
    cross join lateral (
      select d.place_id, l.name, l.city, l.time_zone, s.start_at
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
  select distinct id, doctor_name, specialty, place_id, place_name, city, time_zone, type_id, name, mode, start_at, end_at
  from found
  where n = 1 or not first_only
  order by start_at, id, type_id, place_id
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function public_slots owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function public_slots from public;
grant execute on function public_slots to medina_app;
