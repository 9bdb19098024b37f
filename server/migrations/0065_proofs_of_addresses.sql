-- Whose proof a confirmed address is, and what a merge takes from a login that does not stay. See
-- docs/decisions/0065-merged-patients.md, 0066-guardians.md and 0067-memberships.md.

-- When the person gave back the code in their own session, or with a claim, a link or a reset. A confirmation by a guardian or the
-- front desk shows only that the address receives messages.
alter table users add email_proved_at timestamptz;
alter table contacts add phone_proved_at timestamptz;
-- When the person proved the address of the login. A change of the contact address does not unset it.
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

-- A person who proves the address of their login as their contact address has confirmed the login.
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
create trigger confirm_login after insert or update of email_proved_at, login_id on users
for each row when (new.email_proved_at is not null and new.login_id is not null)
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
