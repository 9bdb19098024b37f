-- How far above its limit an Enterprise tenant may go and for how long, where that has been agreed; else not at all.
alter table tenants
  add column burst_factor float8 check (burst_factor between 1 and 100),
  add column burst_sec int check (burst_sec between 1 and 3600),
  add constraint tenants_burst_is_whole check ((burst_factor is null) = (burst_sec is null)),
  add constraint tenants_burst_of_enterprise check (burst_factor is null or plan = 'ENTERPRISE');

-- What a function returns cannot be changed in place. Columns are only added, so an older server reads on.
drop function client_by_secret;
drop function token_standing;

-- The client of a token request, if it and its user are enabled and the secret is one of its own.
create function client_by_secret(client text, secret_sha256 bytea)
returns table (tenant_id text, user_id text, role text, scopes text[], plan text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.tenant_id, u.id, u.role, c.scopes, t.plan
  from clients c
  join tenants t on t.tenant_id = c.tenant_id
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

-- What an access token may do right now: its user's role and whether they were verified, what is left of its client's
-- scopes, its tenant's plan and burst; nothing once any of token, family, client or user has been revoked or disabled.
create function token_standing(tenant text, client text, jti text, family text)
returns table (role text, scopes text[], plan text, verified boolean, burst_factor float8, burst_sec int)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.role, c.scopes, t.plan, u.verified_at is not null, t.burst_factor, t.burst_sec
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

grant create on schema public to medina_gate;
alter function client_by_secret owner to medina_gate;
alter function token_standing owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function client_by_secret, token_standing from public;
grant execute on function client_by_secret, token_standing to medina_app;
