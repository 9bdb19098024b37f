-- Patients who wait for an earlier time, and the times that become free: see docs/scheduling.md and docs/decisions/0099-waitlist.md.

-- A wish for a visit. Without a professional: any who offers the type, by city and specialty.
create table waitlist_entries (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^wle_[0-9a-z_]+$'),
  patient_id text collate "C" not null,
  visit_type_id text collate "C" not null,
  doctor_id text collate "C",
  city text,
  specialty text,
  first_day date not null,
  last_day date not null,
  -- ISO weekdays and minutes of the wall clock of the place; null for all.
  weekdays int[] check (cardinality(weekdays) > 0),
  from_min int check (from_min between 0 and 1439),
  to_min int check (to_min between 1 and 1440),
  urgent boolean not null default false,
  -- Whether the patient or a guardian joined. The limit on open entries is for them.
  by_patient boolean not null,
  status text not null default 'WAITING' check (status in ('WAITING', 'OFFERED', 'BOOKED', 'LEFT', 'EXPIRED')),
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, visit_type_id) references visit_types,
  check (last_day >= first_day)
);
create index waitlist_entries_waiting on waitlist_entries (tenant_id, urgent desc, id) where status = 'WAITING';
create index waitlist_entries_by_status on waitlist_entries (tenant_id, status, id);
create index waitlist_entries_patient on waitlist_entries (tenant_id, patient_id, status, id);
create index waitlist_entries_doctor on waitlist_entries (tenant_id, doctor_id, status, id);
call isolate('waitlist_entries');
grant select, insert on waitlist_entries to medina_app;
grant update (first_day, last_day, weekdays, from_min, to_min, urgent, status) on waitlist_entries to medina_app;
call let_merge('waitlist_entries');

-- A time that was offered to an entry, and held for its patient.
create table waitlist_offers (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^wlo_[0-9a-z_]+$'),
  entry_id text collate "C" not null,
  hold_id text collate "C" not null,
  doctor_id text collate "C" not null,
  place_id text collate "C" not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  expires_at timestamptz not null,
  outcome text not null default 'OPEN' check (outcome in ('OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED')),
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, entry_id) references waitlist_entries,
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, place_id) references places
);
create unique index waitlist_offers_open on waitlist_offers (tenant_id, entry_id) where outcome = 'OPEN';
create index waitlist_offers_entry on waitlist_offers (tenant_id, entry_id, start_time);
create index waitlist_offers_hold on waitlist_offers (tenant_id, hold_id);
create index waitlist_offers_expiry on waitlist_offers (expires_at) where outcome = 'OPEN';
call isolate('waitlist_offers');
grant select, insert on waitlist_offers to medina_app;
grant update (outcome) on waitlist_offers to medina_app;
call let_merge('waitlist_offers');

-- Times that have become free and were not offered yet.
create table freed_times (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^frt_[0-9a-z_]+$'),
  doctor_id text collate "C" not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, doctor_id) references users
);
create index freed_times_doctor on freed_times (tenant_id, doctor_id);
call isolate('freed_times');
grant select, insert, delete on freed_times to medina_app;
call let_merge('freed_times');

-- Whether a patient of an organisation waits for a time of the professional.
create function is_waited_for(tenant text, doctor text) returns boolean
language sql stable
as $$
  select exists (
    select from public.waitlist_entries w
    where w.tenant_id = tenant
      and w.status = 'WAITING'
      and (w.doctor_id is null or w.doctor_id = doctor))
$$;

-- Every path that cancels, moves or deletes a visit frees its time in the same transaction.
create function queue_freed_time() returns trigger
language plpgsql
as $$
begin
  if public.is_waited_for(old.tenant_id, old.doctor_id) then
    insert into public.freed_times (tenant_id, id, doctor_id, start_time, end_time)
    values (old.tenant_id, public.new_id('frt'), old.doctor_id, old.start_time, old.end_time);
  end if;
  return null;
end $$;

create trigger queue_freed_time after update of start_time, end_time, status, deleted_at on appointments
for each row when (
  old.status in ('SCHEDULED', 'CONFIRMED') and old.deleted_at is null
  and ((new.start_time, new.end_time) is distinct from (old.start_time, old.end_time)
    or new.status = 'CANCELLED' or new.deleted_at is not null))
execute function queue_freed_time();

-- Holds of patients who wait are longer, and a new hold of the patient does not replace them.
alter table slot_holds add column purpose text not null default 'BOOKING' check (purpose in ('BOOKING', 'WAITLIST'));

-- Freed times, offers that have ended, and entries whose last day is over, of all organisations.
create function waitlist_work(today date, after_tenant text, after_id text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select f.tenant_id, f.id
  from freed_times f
  where (f.tenant_id, f.id) > (after_tenant, after_id)
  union all
  select o.tenant_id, o.id
  from waitlist_offers o
  where o.outcome = 'OPEN'
    and (o.tenant_id, o.id) > (after_tenant, after_id)
    and (o.expires_at <= app_now()
      or not exists (select from slot_holds h where h.tenant_id = o.tenant_id and h.id = o.hold_id))
  union all
  select w.tenant_id, w.id
  from waitlist_entries w
  where w.status = 'WAITING'
    and w.last_day < today
    and (w.tenant_id, w.id) > (after_tenant, after_id)
  order by 1, 2
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function waitlist_work owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function waitlist_work from public;
grant execute on function waitlist_work to medina_app;
