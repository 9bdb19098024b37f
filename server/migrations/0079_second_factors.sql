-- Second factors of a login: an authenticator app, and recovery codes. See docs/decisions/0084-second-factors.md.
-- Of no tenant, as the login is.

create table totp_secrets (
  login_id text collate "C" primary key references logins on delete cascade,
  -- Encrypted.
  secret bytea not null,
  created_at timestamptz not null default app_now(),
  -- Null until the first code of the app.
  confirmed_at timestamptz,
  -- The time step of the last accepted code, which is accepted once.
  last_step bigint,
  -- Wrong codes since then, which limit the next ones whatever their network.
  failures integer not null default 0 check (failures >= 0),
  failures_since timestamptz not null default app_now()
);
create table recovery_codes (
  login_id text collate "C" not null references logins on delete cascade,
  -- A keyed hash.
  code_key bytea not null check (length(code_key) = 32),
  primary key (login_id, code_key)
);

-- Between the password and the second factor: the browser's cookie is 256 random bits, of which only the hash is here.
create table second_factor_challenges (
  cookie_sha256 bytea primary key check (length(cookie_sha256) = 32),
  login_id text collate "C" not null references logins on delete cascade,
  -- The organisation that the person named with the password.
  organization text collate "C",
  tries smallint not null default 0 check (tries between 0 and 5),
  expires_at timestamptz not null
);
create index second_factor_challenges_login on second_factor_challenges (login_id);
create index second_factor_challenges_expiry on second_factor_challenges (expires_at);

grant select, insert, delete, update (secret, created_at, confirmed_at, last_step, failures, failures_since) on totp_secrets to medina_app;
grant select, insert, delete on recovery_codes to medina_app;
grant select, insert, delete, update (tries) on second_factor_challenges to medina_app;
grant select, delete on second_factor_challenges to medina_worker;
grant select, delete on totp_secrets, recovery_codes, second_factor_challenges to medina_gate;

create function has_second_factor(login text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$ select exists (select from totp_secrets t where t.login_id = login and t.confirmed_at is not null) $$;

-- Whether the person of a session has a second factor, for a token before the tenant is named.
create function session_has_second_factor(tenant text, session text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select has_second_factor(u.login_id)
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  where s.tenant_id = tenant
    and s.id = session
$$;

-- Ends the other sessions of a user's login in all organisations, and sign-ins that are not complete.
create function end_other_entries(tenant text, user_id text, kept_session text)
returns void
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  login text;
begin
  select l.login_id into login from login_of_user(tenant, end_other_entries.user_id) l;
  perform end_sessions_of_user(tenant, end_other_entries.user_id, null, kept_session);
  delete from sign_in_choices c where c.login_id = login;
  delete from second_factor_challenges c where c.login_id = login;
end $$;

-- Replaces the password of a user's login, if it is still the one that was checked. All other sessions end, and open choices,
-- challenges and resets. Returns whether it was.
create or replace function change_password(tenant text, user_id text, old_hash text, new_hash text, kept_session text)
returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  login text;
begin
  select l.login_id into login from login_of_user(tenant, change_password.user_id) l;
  update logins l
  set password_hash = new_hash
  where l.id = login
    and l.password_hash = old_hash;
  if not found then
    return false;
  end if;
  perform end_other_entries(tenant, change_password.user_id, kept_session);
  delete from password_resets r where r.login_id = login;
  return true;
end $$;

-- Removes the second factors of a user whose device is lost, unless their login is also that of a user of another organisation: its
-- administrators did not decide this. Returns null then, otherwise whether there was one.
create function remove_second_factors(tenant text, user_id text)
returns boolean
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  login text;
  had boolean;
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'second factors are removed within the tenant of the transaction';
  end if;
  select u.login_id into login
  from users u
  where u.tenant_id = tenant
    and u.id = remove_second_factors.user_id;
  if exists (select from users u where u.login_id = login and u.tenant_id <> tenant) then
    return null;
  end if;
  had := has_second_factor(login);
  delete from totp_secrets t where t.login_id = login;
  delete from recovery_codes c where c.login_id = login;
  delete from second_factor_challenges c where c.login_id = login;
  return had;
end $$;

-- Ends everything that was done with a login before its owner proved the address: sessions, choices, challenges, resets.
-- If no one had confirmed the address, a stranger may have registered with it. Then their second factors end, as do other
-- addresses, guardians that the record confirmed by itself, permissions of clients and consent to be treated. A record that was
-- claimed loses the login: its patient proved another address and mistyped this one. They can claim the record again.
create or replace function end_entries_of(login text)
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
  delete from second_factor_challenges c where c.login_id = login;
  if not is_confirmed_login(login) then
    delete from totp_secrets t where t.login_id = login;
    delete from recovery_codes c where c.login_id = login;
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

grant create on schema public to medina_gate;
alter function has_second_factor owner to medina_gate;
alter function session_has_second_factor owner to medina_gate;
alter function end_other_entries owner to medina_gate;
alter function remove_second_factors owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function has_second_factor, session_has_second_factor, end_other_entries, remove_second_factors from public;
grant execute on function session_has_second_factor, end_other_entries, remove_second_factors to medina_app;
