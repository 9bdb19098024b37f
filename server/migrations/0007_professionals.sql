-- Who a professional is, is seen by an administrator. Until then they do not prescribe, sign or fill orders.
alter table users add verified_at timestamptz;
alter table users add verified_by text collate "C";
-- Those who worked here before there was anything to verify go on working. Policies are forced on the owner as well,
-- so an owner that is no superuser would see no row to change.
alter table users no force row level security;
update users set verified_at = created_at;
alter table users force row level security;

-- What an access token may do right now: as before, and whether its user is verified.
drop function token_standing;
create function token_standing(tenant text, client text, jti text, family text)
returns table (role text, scopes text[], plan text, verified boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.role, c.scopes, t.plan, u.verified_at is not null
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
alter function token_standing owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function token_standing from public;
grant execute on function token_standing to medina_app;

-- The sandbox's fixed clients may hold every scope, those that came later too.
alter table clients no force row level security;
update clients
set scopes = scopes || '{users:write,doctors:write,clients:manage,access_requests:manage,leads:read,audit:read}'
where tenant_id like 'ten\_sandbox%'
  and id like 'sandbox-%';
alter table clients force row level security;
