-- Passkeys of a login (WebAuthn): signing in without a password, and a second factor after it. Of no tenant, as the login is.
create table passkeys (
  id text collate "C" primary key check (id ~ '^psk_[0-9a-z_]+$'),
  login_id text collate "C" not null references logins on delete cascade,
  -- As the authenticator named it, in base64url.
  credential_id text collate "C" not null unique check (length(credential_id) <= 1400),
  -- In COSE form.
  public_key bytea not null,
  -- Of uses, if the authenticator counts them. It never falls.
  counter bigint not null check (counter >= 0),
  name text not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index passkeys_login on passkeys (login_id);

-- Challenges that a browser has not answered: of 256 random bits, of which only the hash is here.
create table passkey_challenges (
  challenge_sha256 bytea primary key check (length(challenge_sha256) = 32),
  -- Of a registration: the session that asked. Of a sign-in, the browser has a cookie.
  session_id text collate "C",
  expires_at timestamptz not null
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

grant select, insert, delete, update (counter, last_used_at) on passkeys to medina_app;
grant select, insert, delete on passkey_challenges to medina_app;
grant select, delete on passkey_challenges to medina_worker;
grant select, delete on passkeys to medina_gate;

create or replace function has_second_factor(login text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select exists (select from totp_secrets t where t.login_id = login and t.confirmed_at is not null)
    or exists (select from passkeys p where p.login_id = login)
$$;

-- Removes the second factors of a user whose device is lost, unless their login is also that of a user of another organisation: its
-- administrators did not decide this. Returns null then, otherwise whether there was one.
create or replace function remove_second_factors(tenant text, user_id text)
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
  delete from passkeys p where p.login_id = login;
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
    delete from passkeys p where p.login_id = login;
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
