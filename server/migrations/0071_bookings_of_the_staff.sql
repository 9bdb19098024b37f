-- What a booking of the staff opens. See docs/decisions/0060-care-relationships.md.

-- From when a booking of the staff opens the file; null for all other grounds, which are in force at once.
alter table care_relationships add column opens_at timestamptz;
grant update (opens_at) on care_relationships to medina_app;

-- Visits that the staff recorded after their end began access of which the patient was not told. It ends, unless another ground was in
-- force then, which the visit prolonged.
alter table care_relationships no force row level security;
alter table appointments no force row level security;
with recorded as materialized (
  select r.tenant_id, r.professional_id, r.patient_id, r.source_id, r.since
  from care_relationships r
  join appointments a on a.tenant_id = r.tenant_id and a.id = r.source_id
  where r.ended_at is null
    and r.until > app_now()
    and ((a.past_visit and r.basis in ('BOOKED_BY_PATIENT', 'VISITED'))
      or (r.basis = 'BOOKED_BY_PATIENT' and r.since >= a.end_time))
)
update care_relationships r
set ended_at = app_now(), ended_by = 'platform'
from recorded n
where r.tenant_id = n.tenant_id
  and r.professional_id = n.professional_id
  and r.patient_id = n.patient_id
  and r.source_id = n.source_id
  and not exists (
    select from care_relationships o
    where o.tenant_id = n.tenant_id
      and o.professional_id = n.professional_id
      and o.patient_id = n.patient_id
      and o.basis not in ('EMERGENCY', 'ADMINISTRATION')
      and o.since <= n.since
      and least(o.until, o.ended_at) > n.since
      and not exists (
        select from recorded p
        where p.tenant_id = o.tenant_id
          and p.professional_id = o.professional_id
          and p.patient_id = o.patient_id
          and p.source_id = o.source_id));
alter table appointments force row level security;
alter table care_relationships force row level security;
