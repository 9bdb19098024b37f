-- What a patient says of a consultation that took place, once. Nobody changes what somebody said.
create table reviews (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^rev_'),
  appointment_id text collate "C" not null,
  doctor_id text collate "C" not null,
  patient_id text collate "C" not null,
  rating smallint not null check (rating between 1 and 5),
  comment text,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  unique (tenant_id, appointment_id),
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, patient_id) references users
);
-- Lists are newest first, which is by id; the average of a doctor is read from the index alone.
create index reviews_doctor on reviews (tenant_id, doctor_id, id) include (rating);
create index reviews_patient on reviews (tenant_id, patient_id, id);
call isolate('reviews');
grant select, insert on reviews to medina_app;

-- Of how many reviews a doctor's rating is the average. With none, the rating is what the profile was given.
alter table doctors add review_count int not null default 0 check (review_count >= 0);

create function rating_of(tenant text, doctor text, out average numeric, out reviews int)
language sql stable
as $$
  select round(avg(r.rating), 1), count(*)::int
  from reviews r
  where r.tenant_id = tenant
    and r.doctor_id = doctor
$$;

-- Keeps a doctor's rating to their reviews; the public directory follows by the trigger on doctors.
create function rate_doctor() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- Reviews of one doctor take turns, as changes of the profile do: whoever comes second sees the first below.
  perform from users u
  where u.tenant_id = new.tenant_id
    and u.id = new.doctor_id
  for no key update;

  update doctors d
  set rating = r.average,
    review_count = r.reviews
  from rating_of(new.tenant_id, new.doctor_id) r
  where d.tenant_id = new.tenant_id
    and d.user_id = new.doctor_id;
  return null;
end $$;
create trigger rated after insert on reviews
for each row execute function rate_doctor();

-- Somebody may have been reviewed before they had a profile.
create function rate_profile() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  select coalesce(r.average, new.rating), r.reviews
  into new.rating, new.review_count
  from rating_of(new.tenant_id, new.user_id) r;
  return new;
end $$;
create trigger rated before insert on doctors
for each row execute function rate_profile();

-- What patients consent to. Each answer that differs from the one before is a version of its own and none is ever changed:
-- Moroccan law 09-08 asks for proof of who consented, when, and through what.
create table patient_consents (
  tenant_id text collate "C" not null,
  patient_id text collate "C" not null,
  name text collate "C" not null check (name in ('MARKETING', 'TELECONSULTATION', 'DATA_SHARING', 'RECORDING')),
  version int not null check (version > 0),
  -- The version before; null for the first. That it must be there keeps versions without gaps.
  previous int generated always as (nullif(version - 1, 0)) stored,
  -- Nobody has consented before they are asked: a yes first, then a no, and so on.
  granted boolean not null check (granted = (version % 2 = 1)),
  decided_by text collate "C" not null,
  client_id text collate "C" not null,
  at timestamptz not null default app_now(),
  primary key (tenant_id, patient_id, name, version),
  foreign key (tenant_id, patient_id, name, previous) references patient_consents,
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, decided_by) references users
);
call isolate('patient_consents');
grant select, insert on patient_consents to medina_app;

-- The answers that are yes as they stand: to find them among all that was ever answered, for everybody at once, would take
-- seconds where this takes milliseconds. Nobody but the trigger writes it.
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

-- A further consultation that a doctor proposes and the patient accepts, at a time or without one. The proposal stays as
-- it was made; the appointment that came of it has its own times.
create table follow_ups (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^fu_'),
  doctor_id text collate "C" not null,
  patient_id text collate "C" not null,
  start_time timestamptz,
  end_time timestamptz,
  reason text,
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'ACCEPTED', 'DECLINED', 'CANCELLED')),
  appointment_id text collate "C",
  created_at timestamptz not null default app_now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, appointment_id),
  foreign key (tenant_id, doctor_id) references users,
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, appointment_id) references appointments,
  check ((start_time is null) = (end_time is null)),
  check (end_time > start_time and end_time <= start_time + interval '8 hours'),
  check ((status = 'PROPOSED') = (settled_at is null)),
  check (appointment_id is null or status = 'ACCEPTED')
);
create index follow_ups_doctor on follow_ups (tenant_id, doctor_id, id);
create index follow_ups_patient on follow_ups (tenant_id, patient_id, id);
call isolate('follow_ups');
grant select, insert on follow_ups to medina_app;
grant update (status, appointment_id, settled_at) on follow_ups to medina_app;

-- The hook names a follow-up and no tenant.
grant select on follow_ups to medina_gate;
call admit('medina_gate', 'follow_ups');
create function tenant_of_follow_up(follow_up text) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.tenant_id
  from tenants t
  where exists (select from follow_ups f where f.tenant_id = t.tenant_id and f.id = follow_up)
$$;
grant create on schema public to medina_gate;
alter function tenant_of_follow_up owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function tenant_of_follow_up from public;
grant execute on function tenant_of_follow_up to medina_app;
