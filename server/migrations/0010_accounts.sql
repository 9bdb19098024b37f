-- An argon2id hash in PHC string form; null for those who do not sign in (the users of OAuth clients, say).
alter table users add password_hash text check (password_hash like '$argon2id$%');
-- Lists of users look by role.
create index users_role on users (tenant_id, role, id);

-- A sign-in that lasts. The browser's cookie is 256 random bits, of which only the hash is here; its access tokens name
-- the id. Deleting the row ends both.
create table sessions (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^ses_'),
  cookie_sha256 bytea not null check (length(cookie_sha256) = 32),
  user_id text collate "C" not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  -- When it ends unless it is used before then; and when it ends in any case.
  ends_at timestamptz not null,
  expires_at timestamptz not null check (ends_at <= expires_at),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users
);
-- The browser shows its cookie alone, before a tenant is known.
create unique index sessions_cookie on sessions (cookie_sha256);
create index sessions_user on sessions (tenant_id, user_id);
call isolate('sessions');
grant select, insert, delete on sessions to medina_app;
grant update (last_seen_at, ends_at) on sessions to medina_app;
grant select, delete on sessions to medina_worker;
call admit('medina_worker', 'sessions');
grant select on sessions to medina_gate;
call admit('medina_gate', 'sessions');

-- Sign-ins that failed in a row, for an address of a person and for that from one network. Subjects are keyed hashes of
-- what was typed, whether or not anybody has that address, so the table belongs to no tenant and names nobody.
create table sign_in_failures (
  subject bytea primary key check (length(subject) = 32),
  failures int not null default 0 check (failures >= 0),
  last_at timestamptz not null default app_now()
);
grant select, insert, update, delete on sign_in_failures to medina_app;
grant select, delete on sign_in_failures to medina_worker;

-- What precedes the tenant: somebody signs in with an e-mail address, or shows a cookie.
create function account_by_email(address text)
returns table (tenant_id text, id text, email text, name text, role text, password_hash text, enabled boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.tenant_id, u.id, u.email, u.name, u.role, u.password_hash, u.disabled_at is null
  from users u
  where lower(u.email) = lower(address)
$$;

create function session_by_cookie(cookie_sha256 bytea)
returns table (
  tenant_id text, id text, user_id text, email text, name text, role text,
  last_seen_at timestamptz, ends_at timestamptz, expires_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.tenant_id, s.id, u.id, u.email, u.name, u.role, s.last_seen_at, s.ends_at, s.expires_at
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  where s.cookie_sha256 = session_by_cookie.cookie_sha256
    and s.ends_at > app_now()
    and u.disabled_at is null
$$;

-- What the access token of a session may do right now; nothing once the session is over or its user disabled.
create function session_standing(tenant text, session text)
returns table (role text, plan text, verified boolean, burst_factor float8, burst_sec int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.role, t.plan, u.verified_at is not null, t.burst_factor, t.burst_sec
  from sessions s
  join tenants t on t.tenant_id = s.tenant_id
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  where s.tenant_id = tenant
    and s.id = session
    and s.ends_at > app_now()
    and u.disabled_at is null
$$;

grant create on schema public to medina_gate;
alter function account_by_email owner to medina_gate;
alter function session_by_cookie owner to medina_gate;
alter function session_standing owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function account_by_email, session_by_cookie, session_standing from public;
grant execute on function account_by_email, session_by_cookie, session_standing to medina_app;

-- The sandbox's fixed people sign in with a password that everybody knows; later sandboxes are seeded with it.
alter table users no force row level security;
update users
set password_hash = '$argon2id$v=19$m=32768,t=2,p=1$kPjWr4KjnI+ECMXvQMZc1g$utyO+cm2tEmu8MW5QihM7HdEZEr/PTQFLBCPJjuHZac'
where tenant_id like 'ten\_sandbox%'
  and id like 'usr\_sandbox\_%';
alter table users force row level security;
