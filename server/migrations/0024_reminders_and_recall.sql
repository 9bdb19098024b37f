-- When the start of an appointment was last changed; null: it is as it was booked. Nobody is reminded of a time that they
-- have just chosen.
alter table appointments add moved_at timestamptz;

-- What the job reminders looks for: appointments that are to come, the earliest first.
create index appointments_to_come on appointments (start_time, tenant_id, id)
  where status in ('SCHEDULED', 'CONFIRMED') and deleted_at is null;

-- A moment as `effects.key` names it.
create function utc_text(at timestamptz) returns text
language sql stable
as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- The reminder whose time an appointment has come to: a day before its start, then two hours before. The later one
-- stands for both.
create function reminder_before(starts timestamptz) returns text
language sql stable
as $$
  select case
    when starts <= app_now() then null
    when starts <= app_now() + interval '2 hours' then 'H2'
    when starts <= app_now() + interval '24 hours' then 'D1'
  end
$$;

-- Its key in `effects`. It carries the time, for one that is moved is reminded of anew.
create function reminder_key(reminder text, appointment text, starts timestamptz) returns text
language sql stable
as $$ select reminder || ' ' || appointment || ' ' || utc_text(starts) $$;

grant select on effects to medina_gate;
call admit('medina_gate', 'effects');

-- The job is nobody's call and comes before any tenant. It goes on behind the last one that it was given.
create function appointments_to_remind(after_start timestamptz, after_tenant text, after_id text, at_most int)
returns table (tenant_id text, patient_id text, id text, start_time timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.tenant_id, a.patient_id, a.id, a.start_time
  from appointments a
  where a.status in ('SCHEDULED', 'CONFIRMED')
    and a.deleted_at is null
    and a.start_time > app_now()
    and a.start_time <= app_now() + interval '24 hours'
    and (a.start_time, a.tenant_id, a.id) > (after_start, after_tenant, after_id)
    and a.start_time - coalesce(a.moved_at, a.created_at)
      >= case reminder_before(a.start_time) when 'H2' then interval '2 hours' else interval '24 hours' end
    and not exists (
      select from effects e
      where e.tenant_id = a.tenant_id
        and e.job = 'reminders'
        and e.key = reminder_key(reminder_before(a.start_time), a.id, a.start_time)
    )
  order by a.start_time, a.tenant_id, a.id
  limit at_most
$$;

-- What patients suffer from, as their doctors know it. What was written down by mistake is marked as deleted and kept.
create table conditions (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^cnd_'),
  patient_id text collate "C" not null,
  name text not null,
  since date,
  -- One that stays: whoever has it is to be seen from time to time.
  long_term boolean not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'RESOLVED')),
  recorded_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  updated_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, recorded_by) references users
);
create index conditions_patient on conditions (tenant_id, patient_id, id) where deleted_at is null;
-- What the job recall looks for.
create index conditions_long_term on conditions (tenant_id, patient_id)
  where long_term and status = 'ACTIVE' and deleted_at is null;
call isolate('conditions');
grant select, insert on conditions to medina_app;
grant update (name, since, long_term, status, updated_at, deleted_at) on conditions to medina_app;
grant select (tenant_id, patient_id, long_term, status, deleted_at) on conditions to medina_gate;
call admit('medina_gate', 'conditions');

-- When a patient last had to do with anybody here: was seen, was given a prescription, ordered from a pharmacy, had
-- analyses ordered; else when they joined. What was cancelled or missed is no consultation.
create function last_activity(tenant text, patient text) returns timestamptz
language sql stable
as $$
  select greatest(
    (select u.created_at from users u where u.tenant_id = tenant and u.id = patient),
    (
      select max(a.start_time)
      from appointments a
      where a.tenant_id = tenant
        and a.patient_id = patient
        and a.deleted_at is null
        and a.status not in ('CANCELLED', 'NO_SHOW')
        and a.start_time <= app_now()
    ),
    (select max(rx.issued_at) from prescriptions rx where rx.tenant_id = tenant and rx.patient_id = patient),
    (
      select max(o.created_at)
      from prescriptions rx
      join orders o on o.tenant_id = rx.tenant_id and o.prescription_id = rx.id
      where rx.tenant_id = tenant
        and rx.patient_id = patient
    ),
    (select max(l.created_at) from lab_orders l where l.tenant_id = tenant and l.patient_id = patient)
  )
$$;

-- The key in `effects` under which a patient is to be recalled now; null: they are not, for they have been active within
-- 90 days or will come. Once for each time of inactivity, and once more for each year that it lasts.
create function recall_key(tenant text, patient text) returns text
language sql stable
as $$
  select case
    -- Most were here of late: one look at an index.
    when not exists (
      select from appointments a
      where a.tenant_id = tenant
        and a.patient_id = patient
        and a.deleted_at is null
        and a.status not in ('CANCELLED', 'NO_SHOW')
        and a.start_time > app_now() - interval '90 days'
    )
    then (
      select patient || ' ' || utc_text(last.at) || ' '
        || floor(extract(epoch from app_now() - last.at - interval '90 days') / (365 * 86400))
      from (select last_activity(tenant, patient) as at) last
      where last.at <= app_now() - interval '90 days'
    )
  end
$$;

create function patients_to_recall(after_tenant text, after_id text, at_most int)
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

grant create on schema public to medina_gate;
alter function appointments_to_remind owner to medina_gate;
alter function patients_to_recall owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function appointments_to_remind, patients_to_recall from public;
grant execute on function appointments_to_remind, patients_to_recall to medina_app;
