-- The worker tells administrators of endpoints that take nothing. Whom, a function says: it reads no users by itself.
create function administrators_of(tenant text) returns table (user_id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id
  from users u
  where u.tenant_id = tenant
    and u.role = 'ADMIN'
    and u.disabled_at is null
$$;
grant create on schema public to medina_gate;
alter function administrators_of owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function administrators_of from public;
grant execute on function administrators_of to medina_worker;

grant insert (tenant_id, id, recipient_user_id, template_code, variables, purpose, about) on messages to medina_worker;
