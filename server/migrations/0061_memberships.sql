-- One person in several organisations. See docs/decisions/0067-memberships.md.

-- The calendar of a person: of their login, or of a user without one.
create function calendar_of(tenant text, doctor text, login text)
returns bigint
language sql immutable parallel safe
as $$ select hashtextextended(coalesce(login, tenant || doctor), 0) $$;

-- Null only for what has never been open since this migration.
alter table appointments add calendar bigint;

do $fill$
begin
  alter table appointments no force row level security;
  alter table users no force row level security;
  update appointments a
  set calendar = calendar_of(a.tenant_id, a.doctor_id, u.login_id)
  from users u
  where u.tenant_id = a.tenant_id
    and u.id = a.doctor_id
    and u.disabled_at is null
    and u.verified_at is not null
    and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
    and a.deleted_at is null;
  -- With a professional who does not work there now.
  update appointments a
  set calendar = calendar_of(a.tenant_id, a.doctor_id, null)
  where a.calendar is null
    and a.status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
    and a.deleted_at is null;
  -- What overlaps between organisations already stays booked, in a calendar of each organisation.
  update appointments a
  set calendar = calendar_of(a.tenant_id, a.doctor_id, null)
  from users u
  join users other on other.login_id = u.login_id and other.tenant_id <> u.tenant_id
  join appointments b on b.tenant_id = other.tenant_id and b.doctor_id = other.id
  where u.tenant_id = a.tenant_id
    and u.id = a.doctor_id
    and a.calendar is not null
    and b.calendar is not null
    and a.start_time < b.end_time
    and a.end_time > b.start_time;
  alter table appointments force row level security;
  alter table users force row level security;
end $fill$;

-- A professional is in one place at a time, in whichever organisation. A cancelled slot is free again.
alter table appointments drop constraint appointments_no_overlap;
alter table appointments add constraint appointments_no_overlap exclude using gist (
  calendar with =,
  tstzrange(start_time, end_time) with &&
) where (status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and deleted_at is null);

-- Bookings state the calendar. This is for others: the sandbox's seed, and servers of the earlier version.
create function set_calendar()
returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  new.calendar := calendar_of(new.tenant_id, new.doctor_id, (
    select login_id
    from users
    where tenant_id = new.tenant_id
      and id = new.doctor_id
      and disabled_at is null
      and verified_at is not null));
  return new;
end $$;
create trigger set_calendar before insert or update on appointments
for each row when (new.calendar is null)
execute function set_calendar();

-- When a professional stops working in an organisation, their open appointments there occupy no time in other organisations.
-- When they work there again, appointments that overlap stay in the calendar of that organisation.
create function follow_professional()
returns trigger
language plpgsql set search_path = public, pg_temp
as $$
declare
  works boolean := new.disabled_at is null and new.verified_at is not null;
  open_id text;
begin
  -- Bookings lock it before they read the user.
  perform pg_advisory_xact_lock(calendar_of(new.tenant_id, new.id, new.login_id));
  for open_id in
    select id
    from appointments
    where tenant_id = new.tenant_id
      and doctor_id = new.id
      and status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS')
      and deleted_at is null
      and end_time > app_now()
    order by id
  loop
    begin
      update appointments
      set calendar = calendar_of(new.tenant_id, new.id, case when works then new.login_id end)
      where tenant_id = new.tenant_id
        and id = open_id;
    exception when exclusion_violation then
      null;
    end;
  end loop;
  return null;
end $$;
create trigger follow_professional after update of disabled_at, verified_at on users
for each row when (
  new.role in ('DOCTOR', 'DENTIST')
  and new.login_id is not null
  and (new.disabled_at is null and new.verified_at is not null)
    is distinct from (old.disabled_at is null and old.verified_at is not null))
execute function follow_professional();

-- Between a password and the choice of an organisation: the browser's cookie is 256 random bits, of which only the hash is
-- here. Of no tenant yet.
create table sign_in_choices (
  cookie_sha256 bytea primary key check (length(cookie_sha256) = 32),
  login_id text collate "C" not null,
  expires_at timestamptz not null
);
create index sign_in_choices_expiry on sign_in_choices (expires_at);
grant select, insert, delete on sign_in_choices to medina_app;
grant select, delete on sign_in_choices to medina_worker;

-- Whether the person has proved the address of their login. Otherwise anyone may have registered with it.
create function is_confirmed_login(login text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (
    select
    from logins l
    join users u on u.login_id = l.id and lower(u.email) = lower(l.email)
    where l.id = login
      and u.email_confirmed_at is not null)
$$;

create function login_by_email(address text)
returns table (login_id text, password_hash text, confirmed boolean)
language sql stable security definer set search_path = public, pg_temp
as $$ select id, password_hash, is_confirmed_login(id) from logins where lower(email) = lower(address) $$;

-- The organisations in which a person may act now, the earliest first.
create function memberships_of(login text)
returns table (tenant_id text, organization text, id text, email text, name text, role text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.tenant_id, t.name, u.id, u.email, u.name, u.role
  from users u
  join tenants t on t.tenant_id = u.tenant_id
  where u.login_id = login
    and u.disabled_at is null
  order by u.created_at, u.id
$$;

-- For the audit log of a failed sign-in.
create function users_of_login(login text)
returns table (tenant_id text, id text, role text)
language sql stable security definer set search_path = public, pg_temp
as $$ select tenant_id, id, role from users where login_id = login $$;

grant create on schema public to medina_gate;
alter function is_confirmed_login owner to medina_gate;
alter function login_by_email owner to medina_gate;
alter function memberships_of owner to medina_gate;
alter function users_of_login owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function is_confirmed_login, login_by_email, memberships_of, users_of_login from public;
grant execute on function login_by_email, memberships_of, users_of_login to medina_app;

-- An administrator offers a membership. The link is 256 random bits, of which only the hash is here.
create table invitations (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^itn_[0-9a-z_]+$'),
  email text not null,
  name text not null,
  role text not null check (role <> 'PATIENT'),
  language text not null,
  -- Whether the administrator states that a professional's identity and licence were checked.
  licence_checked boolean not null default false,
  invited_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  token_sha256 bytea not null check (length(token_sha256) = 32),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  user_id text collate "C",
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invited_by) references users,
  foreign key (tenant_id, user_id) references users,
  check ((accepted_at is null) = (user_id is null)),
  check (accepted_at is null or revoked_at is null)
);
create unique index invitations_token on invitations (token_sha256);
create unique index invitations_open on invitations (tenant_id, lower(email))
  where accepted_at is null and revoked_at is null;
call isolate('invitations');
grant select, insert on invitations to medina_app;
grant update (token_sha256, invited_by, expires_at, accepted_at, user_id, revoked_at) on invitations to medina_app;
grant select on invitations to medina_gate;
call admit('medina_gate', 'invitations');
call let_merge('invitations');

create function invitation_by_token(token_sha256 bytea)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select i.tenant_id, i.id
  from invitations i
  where i.token_sha256 = invitation_by_token.token_sha256
$$;

-- The reset of a forgotten password: the browser has 256 random bits, of which only the hash is here, and the person a code.
-- Of no tenant: a person may be a user of several.
create table password_resets (
  reset_sha256 bytea primary key check (length(reset_sha256) = 32),
  login_id text collate "C" not null,
  -- A keyed hash of the code with all to which it is bound.
  code_key bytea not null check (length(code_key) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index password_resets_login on password_resets (login_id);
create index password_resets_expiry on password_resets (expires_at);
grant select, insert, delete, update (tries) on password_resets to medina_app;
grant select, delete on password_resets to medina_worker;
grant select, delete on sign_in_choices, password_resets to medina_gate;

-- Ends everything that was done with a login before its owner proved the address: sessions, choices, resets.
-- If no one had confirmed the address, a stranger may have registered with it. Then other addresses, guardians that the record
-- confirmed by itself, permissions of clients and consent to be treated end too. A record that was claimed loses the login:
-- its patient proved another address and mistyped this one. They can claim the record again.
create function end_entries_of(login text)
returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  delete from sessions s
  using users u
  where u.login_id = login
    and s.tenant_id = u.tenant_id
    and s.user_id = u.id;
  delete from sign_in_choices c where c.login_id = login;
  delete from password_resets r where r.login_id = login;
  if not is_confirmed_login(login) then
    update users u
    set login_id = null
    from logins l
    where l.id = login
      and u.login_id = l.id
      and u.role = 'PATIENT'
      and u.created_at <> l.created_at;
    update users u
    set email = l.email, email_confirmed_at = null
    from logins l
    where l.id = login
      and u.login_id = l.id
      and lower(u.email) is distinct from lower(l.email);
    update contacts c
    set phone = null, phone_confirmed_at = null, preferred_channel = null, earlier_email = null, earlier_phone = null
    from users u
    where u.login_id = login
      and c.tenant_id = u.tenant_id
      and c.user_id = u.id;
    update guardianships g
    set ended_at = app_now(), ended_by = u.id
    from users u
    where u.login_id = login
      and g.tenant_id = u.tenant_id
      and g.dependant_id = u.id
      and g.verified_by = u.id
      and g.ended_at is null;
    update clients c
    set acting_allowed_at = null, signing_allowed_at = null
    from users u
    where u.login_id = login
      and c.tenant_id = u.tenant_id
      and c.acts_as = u.id;
    update care_relationships r
    set ended_at = app_now(), ended_by = u.id
    from users u
    where u.login_id = login
      and r.tenant_id = u.tenant_id
      and r.patient_id = u.id
      and r.basis = 'CONSENTED'
      and r.ended_at is null;
  end if;
end $$;

-- Replaces a forgotten password, after the person proved the address. Without users, the address is free again.
-- Returns the users, with their contact address if it is that of the login (is_own) or confirmed.
create function reset_password(login text, new_hash text)
returns table (tenant_id text, id text, role text, email text, is_own boolean)
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  update logins l set password_hash = new_hash where l.id = login;
  perform end_entries_of(login);
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
create function set_first_password(tenant text, login text, new_hash text)
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
  end if;
  return changed;
end $$;

-- Undoes the claim of a record, for a reset of the sandbox. The address may be registered again, unless the login is also that
-- of a user elsewhere.
create function forget_login(tenant text, patient text)
returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  former text;
begin
  if tenant is distinct from current_setting('app.tenant', true)
    or not exists (select from installation i where i.mode = 'sandbox')
  then
    raise insufficient_privilege using message = 'a reset is limited to the tenant of its transaction, in the sandbox';
  end if;
  select u.login_id into former from users u where u.tenant_id = tenant and u.id = patient;
  delete from sessions s where s.tenant_id = tenant and s.user_id = patient;
  update users u set login_id = null where u.tenant_id = tenant and u.id = patient;
  delete from logins l where l.id = former and not exists (select from users u where u.login_id = former);
end $$;

grant create on schema public to medina_gate;
alter function invitation_by_token owner to medina_gate;
alter function end_entries_of owner to medina_gate;
alter function reset_password owner to medina_gate;
alter function set_first_password owner to medina_gate;
alter function forget_login owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function invitation_by_token, end_entries_of, reset_password, set_first_password, forget_login from public;
grant execute on function invitation_by_token, reset_password, set_first_password, forget_login to medina_app;
