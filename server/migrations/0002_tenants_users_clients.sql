create table tenants (
  tenant_id text collate "C" primary key check (tenant_id ~ '^ten_[0-9a-z_]+$'),
  name text not null,
  plan text not null check (plan in ('STARTER', 'PRO', 'ENTERPRISE')),
  created_at timestamptz not null default app_now()
);
call isolate('tenants');
grant select, insert, update on tenants to medina_app;

create table users (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^usr_[0-9a-z_]+$'),
  email text not null,
  name text not null,
  role text not null check (role in ('PATIENT', 'DOCTOR', 'DENTIST', 'PHARMACIST', 'ADMIN')),
  created_at timestamptz not null default app_now(),
  disabled_at timestamptz,
  primary key (tenant_id, id)
);
-- One person signs in with one address, whichever tenant they belong to.
create unique index users_email on users (lower(email));
call isolate('users');
grant select, insert, update on users to medina_app;

-- What the directory says of a doctor or dentist, beyond the user.
create table doctors (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  slug text not null,
  specialty text not null,
  city text not null,
  languages text[] not null default '{fr}',
  rating numeric(2, 1) not null default 0 check (rating between 0 and 5),
  is_tele boolean not null default true,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users,
  unique (tenant_id, slug)
);
call isolate('doctors');
grant select, insert, update on doctors to medina_app;

-- An OAuth client. It acts as one user of its tenant, so that every token has a user, a role and a tenant.
create table clients (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  acts_as text collate "C" not null,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null default app_now(),
  disabled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, acts_as) references users
);
-- The token request names the client alone, before a tenant is known.
create unique index clients_id on clients (id);
call isolate('clients');
grant select, insert, update on clients to medina_app;

-- 256 random bits need no slow hash. Two may live side by side while a client changes over.
create table client_secrets (
  tenant_id text collate "C" not null,
  client_id text collate "C" not null,
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz,
  primary key (tenant_id, client_id, secret_sha256),
  foreign key (tenant_id, client_id) references clients
);
call isolate('client_secrets');
grant select, insert, update, delete on client_secrets to medina_app;
