-- The sessions that people see and end in their account: those of all organisations, because the login is one.
alter table sessions add column user_agent text check (length(user_agent) <= 256);

create function sessions_of_user(tenant text, user_id text)
returns table (
  tenant_id text, id text, organization text, user_agent text,
  created_at timestamptz, last_seen_at timestamptz, ends_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if tenant is distinct from current_setting('app.tenant', true) then
    raise insufficient_privilege using message = 'the sessions of a user are limited to the tenant of the transaction';
  end if;
  return query
  select s.tenant_id, s.id, t.name, s.user_agent, s.created_at, s.last_seen_at, s.ends_at
  from users me
  join users u on u.login_id = me.login_id
  join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
  join tenants t on t.tenant_id = u.tenant_id
  where me.tenant_id = tenant
    and me.id = sessions_of_user.user_id
    and u.disabled_at is null
    and s.ends_at > app_now();
end $$;

-- Ends sessions that `sessions_of_user` returns: one of them, or all but one. Returns how many.
create function end_sessions_of_user(tenant text, user_id text, one text, but text)
returns integer
language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  ended integer;
begin
  delete from sessions s
  using sessions_of_user(tenant, end_sessions_of_user.user_id) own
  where s.tenant_id = own.tenant_id
    and s.id = own.id
    and (one is null or s.id = one)
    and s.id is distinct from but;
  get diagnostics ended = row_count;
  return ended;
end $$;

grant create on schema public to medina_gate;
alter function sessions_of_user owner to medina_gate;
alter function end_sessions_of_user owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function sessions_of_user, end_sessions_of_user from public;
grant execute on function sessions_of_user, end_sessions_of_user to medina_app;
