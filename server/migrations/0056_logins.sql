-- A login is the e-mail address and password of a person in the installation; a user is their membership in one organisation.
-- See docs/decisions/0067-memberships.md.

-- Of no tenant, and without grants: the server reaches it through the functions below only.
create table logins (
  id text collate "C" primary key check (id ~ '^lgn_[0-9a-z_]+$'),
  email text not null,
  -- An argon2id hash in PHC string form; null for those who have not chosen a password.
  password_hash text check (password_hash like '$argon2id$%'),
  created_at timestamptz not null default app_now()
);
create unique index logins_email on logins (lower(email));
grant select, insert on logins to medina_gate;
grant update (password_hash) on logins to medina_gate;

-- Null for a patient without an account.
alter table users add login_id text collate "C" references logins;

do $move$
begin
  alter table users no force row level security;
  insert into logins (id, email, password_hash, created_at)
  select new_id('lgn'), email, password_hash, created_at
  from users;
  update users u
  set login_id = l.id, password_hash = null
  from logins l
  where lower(l.email) = lower(u.email);
  alter table users force row level security;
end $move$;

-- One membership of a person in each organisation.
create unique index users_login on users (login_id, tenant_id) where login_id is not null;
-- The contact address of several users may be the same, such as a family's.
drop index users_email;
create index users_address on users (tenant_id, lower(email));

-- Adds a login; violates logins_email for an address that has one.
create function add_login(id text, email text, password_hash text)
returns text
language sql volatile security definer set search_path = public, pg_temp
as $$
  insert into logins (id, email, password_hash)
  values (add_login.id, add_login.email, add_login.password_hash)
  returning logins.id
$$;

-- Replaces a hash by one of the same password.
create function replace_password_hash(login text, old_hash text, new_hash text)
returns void
language sql volatile security definer set search_path = public, pg_temp
as $$
  update logins
  set password_hash = new_hash
  where id = login
    and password_hash = old_hash
$$;

drop function account_by_email;
create function account_by_email(address text)
returns table (
  tenant_id text, id text, email text, name text, role text, password_hash text, enabled boolean, login_id text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.tenant_id, u.id, u.email, u.name, u.role, l.password_hash, u.disabled_at is null, l.id
  from logins l
  join users u on u.login_id = l.id
  where lower(l.email) = lower(address)
  order by u.disabled_at is not null, u.created_at, u.id
$$;

-- Servers of the earlier version write the password of a registration into users while they are being replaced.
create function move_password()
returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  new.login_id := add_login(new_id('lgn'), new.email, new.password_hash);
  new.password_hash := null;
  return new;
exception when unique_violation then
  raise unique_violation using constraint = 'users_email', message = 'This e-mail address has a login.';
end $$;

grant create on schema public to medina_gate;
alter function add_login owner to medina_gate;
alter function replace_password_hash owner to medina_gate;
alter function account_by_email owner to medina_gate;
alter function move_password owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function add_login, replace_password_hash, account_by_email, move_password from public;
grant execute on function add_login, replace_password_hash, account_by_email to medina_app;

create trigger move_password before insert on users
for each row when (new.login_id is null and new.password_hash is not null)
execute function move_password();
