-- Who treats whom: a row for each ground, such as a booking. A professional may read a patient's file while one is in force.
-- See docs/decisions/0060-care-relationships.md.
create table care_relationships (
  tenant_id text collate "C" not null,
  professional_id text collate "C" not null,
  patient_id text collate "C" not null,
  -- The appointment or the emergency that is the ground; for the others their basis.
  source_id text collate "C" not null,
  basis text not null
    check (basis in ('BOOKED_BY_PATIENT', 'VISITED', 'REFERRED', 'REGISTERED', 'CONSENTED', 'EMERGENCY')),
  since timestamptz not null default app_now(),
  until timestamptz not null,
  ended_at timestamptz,
  ended_by text collate "C",
  -- Why the file was opened without a relationship.
  reason text,
  primary key (tenant_id, professional_id, patient_id, source_id),
  foreign key (tenant_id, professional_id) references users,
  foreign key (tenant_id, patient_id) references users,
  check ((ended_at is null) = (ended_by is null)),
  check ((basis = 'EMERGENCY') = (reason is not null))
);
create index care_relationships_patient on care_relationships (tenant_id, patient_id);
-- A deleted appointment ends its own.
create index care_relationships_source on care_relationships (tenant_id, source_id);
call isolate('care_relationships');
grant select, insert on care_relationships to medina_app;
grant update (basis, since, until, ended_at, ended_by) on care_relationships to medina_app;

-- Past visits, and visits to come. Who booked them is not known, so the patient counts as having done so.
alter table appointments no force row level security;
alter table care_relationships no force row level security;
insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, since, until)
select tenant_id, doctor_id, patient_id, id,
  case status when 'COMPLETED' then 'VISITED' else 'BOOKED_BY_PATIENT' end,
  least(created_at, app_now()),
  case status when 'COMPLETED' then least(end_time, app_now()) else greatest(start_time, app_now()) end
    + interval '24 months'
from appointments
where deleted_at is null
  and (status in ('COMPLETED', 'CONFIRMED', 'IN_PROGRESS') or (status = 'SCHEDULED' and end_time > app_now()));
alter table care_relationships force row level security;
alter table appointments force row level security;

-- A mistaken condition that an administrator struck stays readable, with the reason.
alter table conditions
  add struck_at timestamptz,
  add struck_by text collate "C",
  add strike_reason text,
  add foreign key (tenant_id, struck_by) references users,
  add check ((struck_at is null) = (struck_by is null) and (struck_at is null) = (strike_reason is null));
grant update (struck_at, struck_by, strike_reason) on conditions to medina_app;
grant select (struck_at) on conditions to medina_gate;

drop index conditions_long_term;
create index conditions_long_term on conditions (tenant_id, patient_id)
  where long_term and status = 'ACTIVE' and deleted_at is null and struck_at is null;

create or replace function patients_to_recall(after_tenant text, after_id text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.tenant_id, u.id
  from (
    select distinct c.tenant_id, c.patient_id
    from conditions c
    where c.long_term
      and c.status = 'ACTIVE'
      and c.deleted_at is null
      and c.struck_at is null
      and (c.tenant_id, c.patient_id) > (after_tenant, after_id)
  ) c
  join users u on u.tenant_id = c.tenant_id and u.id = c.patient_id
  cross join lateral (select recall_key(u.tenant_id, u.id) as key offset 0) recall
  where u.disabled_at is null
    and recall.key is not null
    and not exists (
      select from effects e
      where e.tenant_id = u.tenant_id
        and e.job = 'recall'
        and e.key = recall.key
    )
  order by u.tenant_id, u.id
  limit at_most
$$;
