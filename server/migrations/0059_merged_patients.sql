-- Two records of one person, made one: see docs/decisions/0065-merged-patients.md.

-- Ids that were merged away, and the record that each means now.
create table merged_patients (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id <> into_id),
  into_id text collate "C" not null,
  merged_at timestamptz not null default app_now(),
  merged_by text collate "C" not null,
  reason text not null,
  -- The rows of both records that one of them replaced, and those that a rule of uniqueness left out, as they were.
  kept jsonb not null,
  -- The keys of the rows that moved: {"appointments.patient_id": ["apt_…"]}.
  moved jsonb not null,
  -- In a sandbox the logins that ended, for its reset.
  ended_logins jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, into_id) references users,
  foreign key (tenant_id, merged_by) references users
);
create index merged_patients_into on merged_patients (tenant_id, into_id);
call isolate('merged_patients');
grant select on merged_patients to medina_gate;
grant select (tenant_id, id, into_id, merged_at, merged_by, reason, kept, moved) on merged_patients to medina_app;
grant select (tenant_id, id, into_id) on merged_patients to medina_worker;
grant insert, delete, update (into_id, merged_by) on merged_patients to medina_gate;
call admit('medina_gate', 'merged_patients');
call admit('medina_worker', 'merged_patients');

-- How many merges there were: servers load the ids anew when it changes.
alter table tenants add merges int not null default 0;
grant select, update (merges) on tenants to medina_gate;

-- The patient's id in a signed prescription, where a merge has changed it since.
alter table prescriptions add signed_patient_id text collate "C";

-- Lets the function below move the references of a table to users. For every table that has some.
create procedure let_merge(tbl regclass)
language plpgsql
as $$
declare
  reference record;
begin
  if not exists (select from pg_policy p where p.polrelid = tbl and 'medina_gate'::regrole = any(p.polroles)) then
    call admit('medina_gate', tbl);
  end if;
  execute format('grant select on %s to medina_gate', tbl);
  for reference in select r.col, r.keys from user_references() r where r.tbl = let_merge.tbl loop
    execute format('grant update (%I) on %s to medina_gate', reference.col, tbl);
    if reference.keys <> '{}' then
      execute format('grant delete on %s to medina_gate', tbl);
    end if;
  end loop;
end $$;

-- The foreign keys to users: for each an expression of the key of a row, and for each unique key that contains it the
-- condition that two rows (s and g) are equal in its other columns.
create function user_references() returns table (tbl regclass, col name, row_key text, keys text[])
language sql stable set search_path = pg_catalog, public, pg_temp
as $$
  select k.conrelid::regclass, a.attname,
    (
      select format('concat_ws('' '', %s)', string_agg(quote_ident(p.attname), ', ' order by array_position(i.indkey::int2[], p.attnum)))
      from pg_index i
      join pg_attribute p on p.attrelid = i.indrelid and p.attnum = any(i.indkey)
      where i.indrelid = k.conrelid
        and i.indisprimary
        and (p.attname <> 'tenant_id' or i.indnkeyatts = 1)
    ),
    array(
      select (
        select string_agg(format('s.%1$I = g.%1$I', p.attname), ' and ' order by p.attnum)
        from pg_attribute p
        where p.attrelid = i.indrelid
          and p.attnum = any(i.indkey)
          and p.attnum <> a.attnum
      )
      from pg_index i
      where i.indrelid = k.conrelid
        and i.indisunique
        and i.indpred is null
        and a.attnum = any(i.indkey)
    )
  from pg_constraint k
  join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) and a.attname <> 'tenant_id'
  where k.contype = 'f'
    and k.confrelid = 'public.users'::regclass
    and k.conparentid = 0
    and k.conrelid <> 'public.users'::regclass
  order by k.conrelid::regclass::text, a.attname
$$;
revoke execute on function user_references from public;
grant execute on function user_references to medina_gate;
revoke execute on procedure let_merge from public;

-- The ids by which events and the audit log know users: their own, and those merged into them.
create function ids_of_users(tenant text, user_ids text[]) returns text[]
language sql stable
as $$
  select user_ids || array(
    select m.id
    from merged_patients m
    where m.tenant_id = tenant
      and m.into_id = any(user_ids))
$$;

-- The surviving ids of users.
create function survivors_of(tenant text, user_ids text[]) returns text[]
language sql stable
as $$
  select array(
    select coalesce(m.into_id, given.id)
    from unnest(user_ids) as given (id)
    left join merged_patients m on m.tenant_id = tenant and m.id = given.id)
$$;

-- Patients who may be the same person, in pairs that the triggers below keep: a list reads them by index, however many
-- patients there are.
create table possible_duplicates (
  tenant_id text collate "C" not null,
  newer_id text collate "C" not null,
  older_id text collate "C" not null check (older_id < newer_id),
  same_national_id boolean not null,
  same_name_and_birth_date boolean not null,
  primary key (tenant_id, newer_id, older_id),
  foreign key (tenant_id, newer_id) references users,
  foreign key (tenant_id, older_id) references users,
  check (same_national_id or same_name_and_birth_date)
);
create index possible_duplicates_older on possible_duplicates (tenant_id, older_id);
call isolate('possible_duplicates');
grant select on possible_duplicates to medina_app;
grant select, insert, delete on possible_duplicates to medina_gate;
call admit('medina_gate', 'possible_duplicates');

-- Many patients share a birth date, such as 1 January.
create index users_person on users (tenant_id, person_key(name)) where role = 'PATIENT';

-- The patients of a tenant with the same national id, or the same name and birth date, in any spelling; the oldest, at
-- most 20 by each. For lookups before a registration too.
create function patients_like(tenant text, given_name text, born date, papers text)
returns table (id text, same_national_id boolean, same_name_and_birth_date boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select found.id, bool_or(found.by_papers), not bool_and(found.by_papers)
  from (
    (
      select i.patient_id as id, true as by_papers
      from patient_identities i
      where i.tenant_id = tenant
        and i.national_id_key = nullif(replace(fold(papers), ' ', ''), '')
      order by i.patient_id
      limit 20
    )
    union all
    (
      select i.patient_id, false
      from patient_identities i
      join users u on u.tenant_id = i.tenant_id and u.id = i.patient_id
      where i.tenant_id = tenant
        and i.birth_date = born
        and u.role = 'PATIENT'
        and person_key(u.name) = person_key(given_name)
      order by i.patient_id
      limit 20
    )
  ) found
  where tenant = current_setting('app.tenant', true)
  group by found.id
$$;

-- Pairs a patient with those who may be the same person.
create function refresh_duplicates(tenant text, patient text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  known record;
begin
  select u.name, i.birth_date, i.national_id into known
  from users u
  join patient_identities i on i.tenant_id = u.tenant_id and i.patient_id = u.id
  where u.tenant_id = tenant
    and u.id = patient;
  -- Two that are recorded at the same time: the second waits, and finds the first. There are 1024 locks, in one order: a
  -- transaction that records thousands of patients would else have more than the server can hold.
  perform pg_advisory_xact_lock(hashtext('possible_duplicates'), lock)
  from (
    select distinct hashtext(key) & 1023 as lock
    from unnest(array[
      tenant || ':national id:' || nullif(replace(fold(known.national_id), ' ', ''), ''),
      tenant || ':birth:' || known.birth_date || ':' || person_key(known.name)
    ]) key
    where key is not null -- else all patients without a national id would wait for one another
    order by lock
  ) locks;
  delete from possible_duplicates where tenant_id = tenant and (newer_id = patient or older_id = patient);
  insert into possible_duplicates
  select tenant, greatest(p.id, patient), least(p.id, patient), p.same_national_id, p.same_name_and_birth_date
  from patients_like(tenant, known.name, known.birth_date, known.national_id) p
  where p.id <> patient;
end $$;

create function refresh_duplicates_of_identity() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform refresh_duplicates(new.tenant_id, new.patient_id);
  return null;
end $$;
create function refresh_duplicates_of_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform refresh_duplicates(new.tenant_id, new.id);
  return null;
end $$;
create trigger duplicates after insert or update of patient_id, birth_date, national_id on patient_identities
for each row execute function refresh_duplicates_of_identity();
create trigger duplicates after update of name on users
for each row when (new.role = 'PATIENT' and new.name <> old.name) execute function refresh_duplicates_of_user();

alter table users no force row level security;
alter table patient_identities no force row level security;
alter table possible_duplicates no force row level security;
insert into possible_duplicates
select tenant_id, newer_id, older_id, bool_or(by_papers), not bool_and(by_papers)
from (
  select a.tenant_id, a.patient_id as newer_id, b.patient_id as older_id, true as by_papers
  from patient_identities a
  join patient_identities b on b.tenant_id = a.tenant_id
    and b.national_id_key = a.national_id_key
    and b.patient_id < a.patient_id
  union all
  select a.tenant_id, a.patient_id, b.patient_id, false
  from patient_identities a
  join patient_identities b on b.tenant_id = a.tenant_id and b.birth_date = a.birth_date and b.patient_id < a.patient_id
  join users ua on ua.tenant_id = a.tenant_id and ua.id = a.patient_id
  join users ub on ub.tenant_id = b.tenant_id and ub.id = b.patient_id and person_key(ub.name) = person_key(ua.name)
) pair
group by tenant_id, newer_id, older_id;
alter table possible_duplicates force row level security;
alter table patient_identities force row level security;
alter table users force row level security;

do $$
declare
  tbl regclass;
begin
  for tbl in select distinct r.tbl from user_references() r loop
    call let_merge(tbl);
  end loop;
end $$;
-- Rows that belong to a patient without a foreign key, and those that must give way.
call let_merge('orders');
call let_merge('video_participants');
call let_merge('video_rooms');
call let_merge('payments');
call let_merge('refunds');
call let_merge('effects');
grant update (patient_id) on orders to medina_gate;
grant update (identity), delete on video_participants to medina_gate;
grant update (created_by) on payments, refunds, invoices, documents to medina_gate;
grant update (ended_at, ended_by), delete on care_relationships to medina_gate;
grant insert on effects to medina_gate;
grant insert, delete on patient_consents to medina_gate;
grant update (last_step, steps_sent, state, stop_reason, ended_at), delete on campaign_enrolments to medina_gate;
grant update (phone, phone_confirmed_at, preferred_channel, opt_outs), delete on contacts to medina_gate;
grant update (birth_date, sex, national_id, insurer, insurance_number, attested_by), delete on patient_identities to medina_gate;
grant update (signed_patient_id) on prescriptions to medina_gate;
grant update (about) on messages to medina_gate;
grant delete on sessions to medina_gate;
grant insert, update (email, email_confirmed_at, login_id), delete on users to medina_gate;
grant select, delete on logins to medina_gate;
grant select on installation to medina_gate;

-- What a merge would move: one number, because those by table would tell an administrator of tests and conditions.
create function rows_of_patient(tenant text, patient text) returns bigint
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  reference record;
  rows bigint;
  counted bigint := 0;
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'a merge is limited to the tenant of its transaction';
  end if;
  for reference in select * from user_references() loop
    execute format('select count(*) from %s where tenant_id = $1 and %I = $2', reference.tbl, reference.col)
      into rows using tenant, patient;
    counted := counted + rows;
  end loop;
  select count(*) into rows from orders o where o.tenant_id = tenant and o.patient_id = patient;
  return counted + rows;
end $$;

/**
 * Moves everything of one patient to another and deletes the record. Some of it is in tables of the next migrations. The caller has locked both and checked that they may
 * be merged. The deletion fails as long as any row refers to the record, so none can be forgotten.
 */
create function merge_patients(
  tenant text, gone text, stays text, by_user text, why text, login_from text, identity_from text
) returns jsonb
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  reference record;
  keys jsonb;
  same text;
  moved jsonb := '{}';
  kept jsonb;
  gone_user users;
  stays_user users;
  takes_email boolean;
  family text[];
  ended_logins jsonb;
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'a merge is limited to the tenant of its transaction';
  end if;
  select * into strict gone_user from users where tenant_id = tenant and id = gone;
  select * into strict stays_user from users where tenant_id = tenant and id = stays;

  select jsonb_object_agg(record.id, record.rows) into kept
  from unnest(array[gone, stays]) as patient (id)
  cross join lateral (
    select patient.id, jsonb_build_object(
      'user', (
        select to_jsonb(u) - 'password_hash'
        from users u
        where u.tenant_id = tenant and u.id = patient.id),
      'contact', (select to_jsonb(c) from contacts c where c.tenant_id = tenant and c.user_id = patient.id),
      'identity', (select to_jsonb(i) from patient_identities i where i.tenant_id = tenant and i.patient_id = patient.id),
      'consents', (
        select coalesce(jsonb_agg(to_jsonb(c) order by c.name, c.version), '[]')
        from patient_consents c
        where c.tenant_id = tenant and c.patient_id = patient.id),
      'enrolments', (
        select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]')
        from campaign_enrolments e
        where e.tenant_id = tenant
          and e.patient_id = patient.id
          and exists (
            select from campaign_enrolments o
            where o.tenant_id = tenant
              and o.campaign_id = e.campaign_id
              and o.patient_id in (gone, stays)
              and o.id <> e.id)),
      'relationships', (
        select coalesce(jsonb_agg(to_jsonb(r) order by r.professional_id, r.source_id), '[]')
        from care_relationships r
        where r.tenant_id = tenant
          and r.patient_id = patient.id
          and exists (
            select from care_relationships o
            where o.tenant_id = tenant
              and o.professional_id = r.professional_id
              and o.source_id = r.source_id
              and o.patient_id in (gone, stays)
              and o.patient_id <> r.patient_id))
    ) as rows
  ) record;

  -- A signature states the id at the time of signing.
  update prescriptions
  set signed_patient_id = gone
  where tenant_id = tenant
    and patient_id = gone
    and signature is not null
    and signed_patient_id is null;

  delete from sessions s
  where s.tenant_id = tenant
    and (s.user_id = gone or (s.user_id = stays and login_from is distinct from stays));
  -- Clients of a record whose login ends read nothing of the other one, unless the owner of the login that stays allows them.
  update clients c
  set acting_allowed_at = null, signing_allowed_at = null
  where c.tenant_id = tenant
    and c.acts_as in (gone, stays)
    and login_from is distinct from c.acts_as;

  -- One enrolment in a campaign: it has gone as far as either, and a stopped one stops it.
  update campaign_enrolments s
  set last_step = greatest(s.last_step, g.last_step),
    steps_sent = greatest(s.steps_sent, g.steps_sent),
    state = case when s.state = 'ACTIVE' and g.state = 'STOPPED' then 'STOPPED' else s.state end,
    stop_reason = case when s.state = 'ACTIVE' and g.state = 'STOPPED' then g.stop_reason else s.stop_reason end,
    ended_at = case when s.state = 'ACTIVE' and g.state = 'STOPPED' then g.ended_at else s.ended_at end
  from campaign_enrolments g
  where s.tenant_id = tenant
    and s.patient_id = stays
    and g.tenant_id = tenant
    and g.patient_id = gone
    and g.campaign_id = s.campaign_id;
  delete from campaign_enrolments g
  using campaign_enrolments s
  where g.tenant_id = tenant
    and g.patient_id = gone
    and s.tenant_id = tenant
    and s.patient_id = stays
    and s.campaign_id = g.campaign_id;
  with rows as (
    update campaign_enrolments
    set patient_id = stays
    where tenant_id = tenant and patient_id = gone
    returning id
  )
  select coalesce(jsonb_agg(id order by id), '[]') into keys from rows;
  if keys <> '[]' then moved := moved || jsonb_build_object('campaign_enrolments.patient_id', keys); end if;

  -- A relationship that a professional or administrator created alone gives access to one record only: otherwise they could
  -- register a double and read the original. The same holds for visits with a record that they registered.
  update care_relationships r
  set ended_at = app_now(), ended_by = by_user
  where r.tenant_id = tenant
    and r.patient_id in (gone, stays)
    and r.ended_at is null
    and (
      r.basis in ('REGISTERED', 'EMERGENCY', 'ADMINISTRATION')
      or (r.basis = 'VISITED' and exists (
        select from care_relationships g
        where g.tenant_id = tenant
          and g.professional_id = r.professional_id
          and g.patient_id = r.patient_id
          and g.basis = 'REGISTERED'))
    )
    and not exists (
      select from care_relationships o
      where o.tenant_id = tenant
        and o.professional_id = r.professional_id
        and o.patient_id in (gone, stays)
        and o.patient_id <> r.patient_id
        and o.ended_at is null
        and o.until > app_now())
    and not exists (
      select from care_relationships o
      where o.tenant_id = tenant
        and o.professional_id = r.professional_id
        and o.patient_id = r.patient_id
        and o.basis in ('BOOKED_BY_PATIENT', 'REFERRED', 'CONSENTED')
        and o.ended_at is null
        and o.until > app_now());

  -- The same ground of the same professional: the last statement or end is in force.
  delete from care_relationships r
  using care_relationships o
  where r.tenant_id = tenant
    and o.tenant_id = tenant
    and r.patient_id in (gone, stays)
    and o.patient_id in (gone, stays)
    and r.patient_id <> o.patient_id
    and r.professional_id = o.professional_id
    and r.source_id = o.source_id
    and (coalesce(r.ended_at, r.since), r.patient_id = stays) < (coalesce(o.ended_at, o.since), o.patient_id = stays);

  -- A code proves the address of one record, or of a guardian for it.
  delete from confirmation_codes
  where tenant_id = tenant
    and (user_id in (gone, stays) or about in (gone, stays));

  -- Addresses and opt-outs of both; what one has not, the other gives.
  update contacts s
  set phone = coalesce(s.phone, g.phone),
    phone_confirmed_at = case
      when s.phone = g.phone then least(s.phone_confirmed_at, g.phone_confirmed_at)
      when s.phone is null then g.phone_confirmed_at
      else s.phone_confirmed_at
    end,
    earlier_email = coalesce(s.earlier_email, g.earlier_email),
    earlier_phone = coalesce(s.earlier_phone, g.earlier_phone),
    preferred_channel = coalesce(s.preferred_channel, g.preferred_channel),
    opt_outs = array(select distinct o from unnest(s.opt_outs || g.opt_outs) o order by o)
  from contacts g
  where s.tenant_id = tenant
    and s.user_id = stays
    and g.tenant_id = tenant
    and g.user_id = gone;
  delete from contacts g
  where g.tenant_id = tenant
    and g.user_id = gone
    and exists (select from contacts s where s.tenant_id = tenant and s.user_id = stays);

  -- An attested identity takes nothing that is not attested, and is attested no more where an unattested one stands instead.
  update patient_identities s
  set (birth_date, sex, national_id, insurer, insurance_number, attested_by) = (
    select r.birth_date, r.sex, r.national_id, r.insurer, r.insurance_number,
      case
        when a.attested_by is not null then a.attested_by
        when (r.birth_date, r.sex, r.national_id, r.insurer, r.insurance_number)
          is not distinct from (b.birth_date, b.sex, b.national_id, b.insurer, b.insurance_number) then b.attested_by
      end
    from patient_identities a
    join patient_identities b on b.tenant_id = tenant and b.patient_id in (gone, stays) and b.patient_id <> a.patient_id
    cross join lateral (
      select a.attested_by is null or b.attested_by is not null as fills
    ) f
    cross join lateral (
      select coalesce(a.birth_date, case when fills then b.birth_date end) as birth_date,
        coalesce(a.sex, case when fills then b.sex end) as sex,
        coalesce(a.national_id, case when fills then b.national_id end) as national_id,
        coalesce(a.insurer, case when fills then b.insurer end) as insurer,
        coalesce(a.insurance_number, case when fills then b.insurance_number end) as insurance_number
    ) r
    where a.tenant_id = tenant
      and a.patient_id in (gone, stays)
    order by (a.patient_id = identity_from) is true desc, a.attested_by is null, a.patient_id = gone
    limit 1
  )
  where s.tenant_id = tenant
    and s.patient_id = stays
    and exists (select from patient_identities g where g.tenant_id = tenant and g.patient_id = gone);
  delete from patient_identities g
  where g.tenant_id = tenant
    and g.patient_id = gone
    and exists (select from patient_identities s where s.tenant_id = tenant and s.patient_id = stays);
  delete from possible_duplicates where tenant_id = tenant and gone in (newer_id, older_id);

  -- Consents that only one record answered move with their history. Where both did, the last answer is in force.
  delete from consents_in_force where tenant_id = tenant and patient_id = gone;
  update patient_consents g
  set patient_id = stays
  where g.tenant_id = tenant
    and g.patient_id = gone
    and not exists (
      select from patient_consents s
      where s.tenant_id = tenant and s.patient_id = stays and s.name = g.name);
  insert into consents_in_force (tenant_id, name, patient_id, version)
  select last.tenant_id, last.name, last.patient_id, last.version
  from (
    select distinct on (c.name) c.tenant_id, c.name, c.patient_id, c.version, c.granted
    from patient_consents c
    where c.tenant_id = tenant and c.patient_id = stays
    order by c.name, c.version desc
  ) last
  where last.granted
  on conflict do nothing;
  insert into patient_consents (tenant_id, patient_id, name, version, granted, decided_by, client_id, at)
  select tenant, stays, g.name, s.version + 1, g.granted, g.decided_by, g.client_id, g.at
  from (
    select distinct on (c.name) c.*
    from patient_consents c
    where c.tenant_id = tenant and c.patient_id = gone
    order by c.name, c.version desc
  ) g
  join (
    select distinct on (c.name) c.*
    from patient_consents c
    where c.tenant_id = tenant and c.patient_id = stays
    order by c.name, c.version desc
  ) s on s.name = g.name
  where g.at > s.at
    and g.granted <> s.granted;
  delete from patient_consents where tenant_id = tenant and patient_id = gone;

  kept := jsonb_set(kept, array[gone, 'guardianships'], merge_guardianships(tenant, gone, stays, by_user, login_from));

  delete from video_participants g
  using video_participants s
  where g.tenant_id = tenant
    and g.identity = gone
    and s.tenant_id = tenant
    and s.identity = stays
    and s.room_id = g.room_id;

  -- Every foreign key, of later tables too. Where both have a row that may exist once, the survivor's stays.
  for reference in select * from user_references() loop
    foreach same in array reference.keys loop
      execute format(
        'with rows as (
           delete from %1$s g
           where g.tenant_id = $1
             and g.%2$I = $2
             and exists (select from %1$s s where s.tenant_id = $1 and s.%2$I = $3 and %3$s)
           returning to_jsonb(g) as row)
         select coalesce(jsonb_agg(row), ''[]'') from rows',
        reference.tbl, reference.col, same)
        into keys using tenant, gone, stays;
      if keys <> '[]' then
        kept := jsonb_set(kept, array[gone, reference.tbl::text], keys);
      end if;
    end loop;
    execute format(
      'with rows as (update %1$s set %2$I = $1 where tenant_id = $2 and %2$I = $3 returning %3$s as key)
       select coalesce(jsonb_agg(key order by key), ''[]'') from rows',
      reference.tbl, reference.col, reference.row_key)
      into keys using stays, tenant, gone;
    if keys <> '[]' then
      moved := moved || jsonb_build_object(reference.tbl::text || '.' || reference.col, keys);
    end if;
  end loop;

  -- Those for whom the patient acts, or has acted.
  select array_agg(distinct dependant_id) || stays into family
  from guardianships
  where tenant_id = tenant
    and guardian_id = stays;
  -- References without a foreign key; those of jobs and of the patient's own acts among the rows of these.
  with rows as (
    update orders
    set patient_id = stays
    where tenant_id = tenant and patient_id = gone
    returning id
  )
  select coalesce(jsonb_agg(id order by id), '[]') into keys from rows;
  if keys <> '[]' then moved := moved || jsonb_build_object('orders.patient_id', keys); end if;
  update video_participants set identity = stays where tenant_id = tenant and identity = gone;
  update appointments set notes_by = stays where tenant_id = tenant and patient_id = any(family) and notes_by = gone;
  update appointments set booked_by = stays where tenant_id = tenant and booked_by = gone and deleted_at is null;
  update invoices set created_by = stays where tenant_id = tenant and patient_id = any(family) and created_by = gone;
  update payments p
  set created_by = stays
  from invoices i
  where i.tenant_id = tenant
    and i.patient_id = any(family)
    and p.tenant_id = tenant
    and p.invoice_id = i.id
    and p.created_by = gone;
  update refunds r
  set created_by = stays
  from invoices i
  where i.tenant_id = tenant
    and i.patient_id = any(family)
    and r.tenant_id = tenant
    and r.invoice_id = i.id
    and r.created_by = gone;
  update documents set created_by = stays where tenant_id = tenant and patient_id = any(family) and created_by = gone;
  update care_relationships
  set ended_by = stays
  where tenant_id = tenant
    and patient_id = any(family)
    and ended_by = gone;
  update messages
  set about = array_replace(about, gone, stays)
  where tenant_id = tenant
    and recipient_user_id = stays
    and gone = any(about);
  insert into effects (tenant_id, job, key, at)
  select e.tenant_id, e.job, stays || substr(e.key, length(gone) + 1), e.at
  from effects e
  where e.tenant_id = tenant
    and e.job = 'recall'
    and e.key > gone || ' '
    and e.key < gone || '!'
  on conflict do nothing;

  delete from users where tenant_id = tenant and id = gone;
  -- After the deletion, because a login has one membership in an organisation.
  -- If the login was not chosen, its address may belong to another person.
  takes_email := gone_user.email is not null
    and (login_from is not distinct from gone or (stays_user.email is null and gone_user.login_id is null));
  update users s
  set email = case when takes_email then gone_user.email else s.email end,
    email_confirmed_at = case
      when lower(s.email) = lower(gone_user.email) then least(s.email_confirmed_at, gone_user.email_confirmed_at)
      when takes_email then gone_user.email_confirmed_at
      else s.email_confirmed_at
    end,
    login_id = case login_from when gone then gone_user.login_id when stays then s.login_id end
  where s.tenant_id = tenant
    and s.id = stays;
  -- A login that ended, unless it belongs to another organisation too. Its address may be registered again.
  with rows as (
    delete from logins l
    where l.id in (gone_user.login_id, stays_user.login_id)
      and not exists (select from users u where u.login_id = l.id)
    returning to_jsonb(l) as row
  )
  select jsonb_agg(row) into ended_logins from rows;
  perform refresh_duplicates(tenant, stays);

  insert into merged_patients (tenant_id, id, into_id, merged_by, reason, kept, moved, ended_logins)
  select tenant, gone, stays, by_user, why, kept, moved, case i.mode when 'sandbox' then ended_logins end
  from installation i;
  update tenants set merges = merges + 1 where tenant_id = tenant;
  return moved;
end $$;

-- The number of merges of a tenant, read with the status of a token: before the tenant is known.
create function merges_of(tenant text) returns int
language sql stable security definer set search_path = public, pg_temp
as $$ select t.merges from tenants t where t.tenant_id = tenant $$;

/** Restores the merged records of a sandbox before its reset: the people of the seed keep their ids. */
create function forget_merges(tenant text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  merged merged_patients;
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'a reset is limited to the tenant of its transaction';
  end if;
  for merged in select * from merged_patients m where m.tenant_id = tenant order by m.merged_at desc, m.id loop
    insert into logins
    select * from jsonb_populate_recordset(null::logins, coalesce(merged.ended_logins, '[]'))
    on conflict do nothing;
    update users u
    set email = merged.kept -> u.id -> 'user' ->> 'email',
      email_confirmed_at = (merged.kept -> u.id -> 'user' ->> 'email_confirmed_at')::timestamptz,
      login_id = (select l.id from logins l where l.id = merged.kept -> u.id -> 'user' ->> 'login_id')
    where u.tenant_id = tenant
      and merged.kept ? u.id;
    insert into users
    select (jsonb_populate_record(u, jsonb_build_object('login_id', (select l.id from logins l where l.id = u.login_id)))).*
    from jsonb_populate_record(null::users, merged.kept -> merged.id -> 'user') u;
  end loop;
  if found then
    delete from merged_patients where tenant_id = tenant;
    update tenants set merges = merges + 1 where tenant_id = tenant;
  end if;
end $$;

grant create on schema public to medina_gate;
alter function rows_of_patient owner to medina_gate;
alter function merge_patients owner to medina_gate;
alter function merges_of owner to medina_gate;
alter function forget_merges owner to medina_gate;
alter function patients_like owner to medina_gate;
alter function refresh_duplicates owner to medina_gate;
alter function refresh_duplicates_of_identity owner to medina_gate;
alter function refresh_duplicates_of_user owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function refresh_duplicates, refresh_duplicates_of_identity, refresh_duplicates_of_user from public;
revoke execute on function patients_like, rows_of_patient, merge_patients, merges_of, forget_merges from public;
grant execute on function patients_like, rows_of_patient, merge_patients, merges_of, forget_merges to medina_app;
