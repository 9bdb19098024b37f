-- Keys that sign access tokens. A key is published before it signs and verifies after it stopped, so that no receiver
-- of a token is ever surprised. The private half is encrypted under the master key.
create table signing_keys (
  kid text collate "C" primary key,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null
);
grant select, insert, delete on signing_keys to medina_app;

-- A family is one sign-on: the first refresh token and all that replaced it. Revoking the family ends its access tokens too.
create table token_families (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  client_id text collate "C" not null,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients
);
call isolate('token_families');
grant select, insert, update, delete on token_families to medina_app;

create table refresh_tokens (
  tenant_id text collate "C" not null,
  family_id text collate "C" not null,
  token_sha256 bytea not null check (length(token_sha256) = 32),
  scopes text[] not null,
  created_at timestamptz not null default app_now(),
  used_at timestamptz,
  primary key (tenant_id, token_sha256),
  foreign key (tenant_id, family_id) references token_families on delete cascade
);
create index refresh_tokens_family on refresh_tokens (tenant_id, family_id);
call isolate('refresh_tokens');
grant select, insert, update, delete on refresh_tokens to medina_app;

-- Access tokens revoked one by one (RFC 7009), kept until they would have expired.
create table revoked_access_tokens (
  tenant_id text collate "C" not null references tenants,
  jti text collate "C" not null,
  expires_at timestamptz not null,
  primary key (tenant_id, jti)
);
call isolate('revoked_access_tokens');
grant select, insert on revoked_access_tokens to medina_app;

-- What precedes the tenant. These two run as medina_gate, which may read these tables and nothing else.
grant select on tenants, users, clients, client_secrets, token_families, revoked_access_tokens, test_clock to medina_gate;
call admit('medina_gate', 'tenants');
call admit('medina_gate', 'users');
call admit('medina_gate', 'clients');
call admit('medina_gate', 'client_secrets');
call admit('medina_gate', 'token_families');
call admit('medina_gate', 'revoked_access_tokens');

-- The client of a token request, if it and its user are enabled and the secret is one of its own.
create function client_by_secret(client text, secret_sha256 bytea)
returns table (tenant_id text, user_id text, role text, scopes text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.tenant_id, u.id, u.role, c.scopes
  from clients c
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  where c.id = client
    and c.disabled_at is null
    and u.disabled_at is null
    and exists (
      select from client_secrets s
      where s.tenant_id = c.tenant_id
        and s.client_id = c.id
        and s.secret_sha256 = client_by_secret.secret_sha256
        and (s.expires_at is null or s.expires_at > app_now()))
$$;

-- What an access token may do right now: its user's role, what is left of its client's scopes, its tenant's plan;
-- nothing once any of token, family, client or user has been revoked or disabled.
create function token_standing(tenant text, client text, jti text, family text)
returns table (role text, scopes text[], plan text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.role, c.scopes, t.plan
  from clients c
  join tenants t on t.tenant_id = c.tenant_id
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  join token_families f on f.tenant_id = c.tenant_id and f.client_id = c.id and f.id = family
  where c.tenant_id = tenant
    and c.id = client
    and c.disabled_at is null
    and u.disabled_at is null
    and f.revoked_at is null
    and not exists (
      select from revoked_access_tokens r
      where r.tenant_id = tenant
        and r.jti = token_standing.jti)
$$;

-- A new owner must be able to create in the schema at the moment the function is handed over, and no longer.
grant create on schema public to medina_gate;
alter function client_by_secret owner to medina_gate;
alter function token_standing owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function client_by_secret, token_standing from public;
grant execute on function client_by_secret, token_standing to medina_app;
