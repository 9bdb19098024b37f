-- Whose proof a confirmed address is, and what a merge takes from a login that does not stay. See
-- docs/decisions/0065-merged-patients.md, 0066-guardians.md and 0067-memberships.md.

-- When the person gave back the code in their own session, or with a claim, a link or a reset. A confirmation by a guardian or the
-- front desk shows only that the address receives messages.
alter table users add email_proved_at timestamptz;
alter table contacts add phone_proved_at timestamptz;
-- When a code, a link or a reset proved the address of the login. A change of the contact address does not unset it.
alter table logins add confirmed_at timestamptz;

do $fill$
begin
  alter table users no force row level security;
  alter table contacts no force row level security;
  update logins l
  set confirmed_at = app_now()
  where exists (
    select
    from users u
    left join contacts c on c.tenant_id = u.tenant_id and c.user_id = u.id
    where u.login_id = l.id
      and (
        u.email_confirmed_at is not null and lower(u.email) = lower(l.email)
        or lower(c.earlier_email) = lower(l.email)));
  update users u
  set email_proved_at = u.email_confirmed_at
  from logins l
  where l.id = u.login_id
    and lower(l.email) = lower(u.email)
    and u.email_confirmed_at is not null
    and not exists (
      select from contacts c
      where c.tenant_id = u.tenant_id and c.user_id = u.id and c.address_changed_at is not null);
  alter table users force row level security;
  alter table contacts force row level security;
end $fill$;

-- A changed address is not proved. In triggers, because servers of the earlier version change addresses too.
create function forget_proof_of_email() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  new.email_proved_at := null;
  return new;
end $$;
create trigger forget_proof before update of email, email_confirmed_at on users
for each row when (
  old.email_proved_at is not null
  and new.email_proved_at is not distinct from old.email_proved_at
  and (new.email_confirmed_at is null or lower(new.email) is distinct from lower(old.email)))
execute function forget_proof_of_email();
create function forget_proof_of_phone() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  new.phone_proved_at := null;
  return new;
end $$;
create trigger forget_proof before update of phone, phone_confirmed_at on contacts
for each row when (
  old.phone_proved_at is not null
  and new.phone_proved_at is not distinct from old.phone_proved_at
  and (new.phone_confirmed_at is null or new.phone is distinct from old.phone))
execute function forget_proof_of_phone();

-- The address of the login, confirmed as a contact address, confirms the login.
grant update (confirmed_at) on logins to medina_gate;
create function confirm_login() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update logins l
  set confirmed_at = app_now()
  where l.id = new.login_id
    and lower(l.email) = lower(new.email)
    and l.confirmed_at is null;
  return null;
end $$;
create trigger confirm_login after insert or update of email_confirmed_at, login_id on users
for each row when (new.email_confirmed_at is not null and new.login_id is not null)
execute function confirm_login();

create or replace function is_confirmed_login(login text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from logins l where l.id = login and l.confirmed_at is not null) $$;

-- Replaces a forgotten password, after the person proved the address. Without users, the address is free again.
-- Returns the users, with their contact address if it is that of the login (is_own) or confirmed.
create or replace function reset_password(login text, new_hash text)
returns table (tenant_id text, id text, role text, email text, is_own boolean)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  update logins l set password_hash = new_hash where l.id = login;
  perform end_entries_of(login);
  update logins l set confirmed_at = app_now() where l.id = login and l.confirmed_at is null;
  delete from logins l where l.id = login and not exists (select from users u where u.login_id = l.id);
  return query
  select u.tenant_id, u.id, u.role,
    case when u.email_confirmed_at is not null or lower(u.email) = lower(l.email) then u.email end,
    coalesce(lower(u.email) = lower(l.email), false)
  from users u
  join logins l on l.id = u.login_id
  where u.login_id = login;
end $$;

-- Sets the password of a login from a link that the tenant sent: if the login has none, or if its address was never confirmed.
-- Otherwise returns null. A login without a password that has users in other organisations gets none: an administrator, who can
-- edit the message with the link, could otherwise enter those organisations.
create or replace function set_first_password(tenant text, login text, new_hash text)
returns text
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  changed text;
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'a first password is limited to the tenant of its transaction';
  end if;
  update logins l
  set password_hash = new_hash
  where l.id = login
    and case when l.password_hash is null
      then not exists (select from users u where u.login_id = login and u.tenant_id <> tenant)
      else not is_confirmed_login(login)
    end
  returning l.id into changed;
  if changed is not null then
    perform end_entries_of(login);
    update logins l set confirmed_at = app_now() where l.id = login and l.confirmed_at is null;
  end if;
  return changed;
end $$;

grant create on schema public to medina_gate;
alter function confirm_login owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function confirm_login from public;

-- A merge of two patients.
grant update (email_proved_at) on users to medina_gate;
grant update (phone_proved_at, address_changed_by, address_changed_at) on contacts to medina_gate;

/**
 * Moves everything of one patient to another and deletes the record. The caller has locked both and checked that they may be
 * merged. The deletion fails as long as any row refers to the record, so none can be forgotten. Nothing is taken on the word of a
 * login that does not stay, because it may be a stranger's: neither its addresses nor its consent to be treated.
 */
create or replace function merge_patients(
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
  -- The records whose login does not stay.
  rejected text[];
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'a merge is limited to the tenant of its transaction';
  end if;
  select * into strict gone_user from users where tenant_id = tenant and id = gone;
  select * into strict stays_user from users where tenant_id = tenant and id = stays;
  select array_agg(u.id) into rejected
  from users u
  where u.tenant_id = tenant
    and u.id in (gone, stays)
    and u.login_id is not null
    and login_from is distinct from u.id;
  rejected := coalesce(rejected, '{}');

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
  -- register a double and read the original. The same holds for visits with a record that they registered, and for consent,
  -- bookings and visits of a login that does not stay, except visits with a record whose identity another one attested: such a
  -- record is of a person whom the organisation knows.
  with grounds as materialized (
    select r.professional_id, r.patient_id, r.source_id, r.basis,
      r.basis in ('REGISTERED', 'EMERGENCY', 'ADMINISTRATION')
      or (r.basis = 'VISITED' and exists (
        select from care_relationships g
        where g.tenant_id = tenant
          and g.professional_id = r.professional_id
          and g.patient_id = r.patient_id
          and g.basis = 'REGISTERED'))
      or (r.patient_id = any(rejected) and (
        r.basis in ('CONSENTED', 'BOOKED_BY_PATIENT')
        or (r.basis = 'VISITED' and not exists (
          select from patient_identities i
          where i.tenant_id = tenant
            and i.patient_id = r.patient_id
            and i.attested_by <> r.professional_id)))) as ends_alone,
      r.until > app_now() as in_force
    from care_relationships r
    where r.tenant_id = tenant
      and r.patient_id in (gone, stays)
      and r.ended_at is null
  )
  update care_relationships r
  set ended_at = app_now(), ended_by = by_user
  from grounds n
  where n.ends_alone
    and r.tenant_id = tenant
    and r.professional_id = n.professional_id
    and r.patient_id = n.patient_id
    and r.source_id = n.source_id
    and not exists (
      select from grounds o
      where o.professional_id = n.professional_id
        and o.patient_id <> n.patient_id
        and o.in_force)
    and not exists (
      select from grounds o
      where o.professional_id = n.professional_id
        and o.patient_id = n.patient_id
        and o.basis in ('BOOKED_BY_PATIENT', 'REFERRED', 'CONSENTED')
        and not o.ends_alone
        and o.in_force);

  -- The same ground of the same professional: the last statement or end is in force, of a login that stays before others.
  delete from care_relationships r
  using care_relationships o
  where r.tenant_id = tenant
    and o.tenant_id = tenant
    and r.patient_id in (gone, stays)
    and o.patient_id in (gone, stays)
    and r.patient_id <> o.patient_id
    and r.professional_id = o.professional_id
    and r.source_id = o.source_id
    and (r.patient_id <> all(rejected), coalesce(r.ended_at, r.since), r.patient_id = stays)
      < (o.patient_id <> all(rejected), coalesce(o.ended_at, o.since), o.patient_id = stays);

  -- A code proves the address of one record, or of a guardian for it.
  delete from confirmation_codes
  where tenant_id = tenant
    and (user_id in (gone, stays) or about in (gone, stays));

  -- Addresses and opt-outs of both; what one has not, the other gives. Only the owner of the login that stays has proved one.
  update contacts c
  set phone_proved_at = null
  where c.tenant_id = tenant
    and c.user_id in (gone, stays)
    and c.user_id is distinct from login_from;
  update contacts c
  set phone = null, phone_confirmed_at = null, preferred_channel = null, earlier_email = null, earlier_phone = null
  where c.tenant_id = tenant
    and c.user_id = any(rejected);
  update contacts s
  set phone = coalesce(s.phone, g.phone),
    phone_proved_at = case
      when s.phone = g.phone then coalesce(s.phone_proved_at, g.phone_proved_at)
      when s.phone is null then g.phone_proved_at
      else s.phone_proved_at
    end,
    (address_changed_by, address_changed_at) = (
      select a.by, a.at
      from (values (s.address_changed_by, s.address_changed_at), (g.address_changed_by, g.address_changed_at)) a (by, at)
      order by a.at desc nulls last
      limit 1
    ),
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
    and (
      login_from is not distinct from gone
      or (gone_user.login_id is null and (stays_user.email is null or stays = any(rejected))));
  update users s
  set email = case when takes_email then gone_user.email when stays <> all(rejected) then s.email end,
    email_confirmed_at = case
      when lower(s.email) = lower(gone_user.email) and rejected = '{}'
        then least(s.email_confirmed_at, gone_user.email_confirmed_at)
      when takes_email then gone_user.email_confirmed_at
      when stays <> all(rejected) then s.email_confirmed_at
    end,
    email_proved_at = case login_from
      when stays then s.email_proved_at
      when gone then case when takes_email then gone_user.email_proved_at end
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
