-- A new password for people who give the present one. See docs/accounts.md.

-- The login of a user of the transaction's tenant, to check the present password.
create function login_of_user(tenant text, user_id text)
returns table (login_id text, email text, password_hash text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'the login of a user is limited to the tenant of the transaction';
  end if;
  return query
  select l.id, l.email, l.password_hash
  from users u
  join logins l on l.id = u.login_id
  where u.tenant_id = tenant
    and u.id = login_of_user.user_id
    and u.disabled_at is null;
end $$;

-- Replaces the password of a user's login, if it is still the one that was checked. All other sessions end, and open choices and
-- resets. Returns whether it was.
create function change_password(tenant text, user_id text, old_hash text, new_hash text, kept_session text)
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
  perform end_sessions_of_user(tenant, change_password.user_id, null, kept_session);
  delete from sign_in_choices c where c.login_id = login;
  delete from password_resets r where r.login_id = login;
  return true;
end $$;

grant create on schema public to medina_gate;
alter function login_of_user owner to medina_gate;
alter function change_password owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function login_of_user, change_password from public;
grant execute on function login_of_user, change_password to medina_app;
