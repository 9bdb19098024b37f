-- Who asked for access, in the tenant of the operator (REGISTRATION_TENANT), and what came of it.
create table access_requests (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^acr_'),
  organization text not null,
  contact_name text not null,
  email text not null,
  purpose text not null,
  sandbox_only boolean not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'GRANTED', 'REFUSED')),
  created_at timestamptz not null default app_now(),
  decided_at timestamptz,
  decided_by text collate "C",
  reason text,
  -- The organisation and client that were made. They are another tenant's, so no foreign key leads there.
  granted_tenant_id text collate "C",
  granted_client_id text collate "C",
  -- The same asker, however they wrote it. Kept, because under a policy no index is searched by lower().
  asker text collate "C" not null generated always as (lower(email) || ' ' || lower(organization)) stored,
  primary key (tenant_id, id),
  check ((status = 'PENDING') = (decided_at is null)),
  check ((status = 'GRANTED') = (granted_client_id is not null and granted_tenant_id is not null))
);
create index access_requests_pending on access_requests (tenant_id, asker) where status = 'PENDING';
call isolate('access_requests');
grant select, insert on access_requests to medina_app;
grant update (status, decided_at, decided_by, reason, granted_tenant_id, granted_client_id) on access_requests to medina_app;

-- A client has one secret that stays, and while it changes over one more that ends. Where somebody gave it several by hand,
-- the newest stays, and a month is left to do without the others. Policies are forced on the owner as well.
alter table client_secrets no force row level security;
update client_secrets s
set expires_at = app_now() + interval '30 days'
where s.expires_at is null
  and exists (
    select from client_secrets newer
    where newer.tenant_id = s.tenant_id
      and newer.client_id = s.client_id
      and newer.expires_at is null
      and (newer.created_at, newer.secret_sha256) > (s.created_at, s.secret_sha256));
alter table client_secrets force row level security;
create unique index client_secrets_current on client_secrets (tenant_id, client_id) where expires_at is null;

-- Links by which the secret of a client is handed to whoever will use it. The secret is made when the link is used, so
-- that none lies anywhere before; grace_hours is what becomes of the one before it then.
create table client_handovers (
  tenant_id text collate "C" not null,
  token_sha256 bytea not null check (length(token_sha256) = 32),
  client_id text collate "C" not null,
  grace_hours smallint not null check (grace_hours between 0 and 168),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, token_sha256),
  foreign key (tenant_id, client_id) references clients
);
-- A link names itself alone, before a tenant is known.
create unique index client_handovers_token on client_handovers (token_sha256);
create index client_handovers_client on client_handovers (tenant_id, client_id);
call isolate('client_handovers');
grant select, insert on client_handovers to medina_app;
grant update (expires_at, used_at) on client_handovers to medina_app;

grant select on client_handovers to medina_gate;
call admit('medina_gate', 'client_handovers');
create function handover_by_token(token_sha256 bytea) returns table (tenant_id text, client_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select h.tenant_id, h.client_id
  from client_handovers h
  where h.token_sha256 = handover_by_token.token_sha256
$$;
grant create on schema public to medina_gate;
alter function handover_by_token owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function handover_by_token from public;
grant execute on function handover_by_token to medina_app;

-- What has outlived its use, whichever tenant it belongs to.
grant select, delete on client_secrets, client_handovers to medina_worker;
call admit('medina_worker', 'client_secrets');
call admit('medina_worker', 'client_handovers');
