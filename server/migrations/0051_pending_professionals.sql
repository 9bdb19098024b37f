-- The client of an unverified professional receives no event, by recovery or by resending.
create or replace function reader_of_client(tenant text, client text)
returns table (user_id text, role text, scopes text[])
language sql stable security definer set search_path = public, pg_temp
as $$
  select u.id, u.role, c.scopes
  from clients c
  join users u on u.tenant_id = c.tenant_id and u.id = c.acts_as
  where c.tenant_id = tenant
    and c.id = client
    and c.disabled_at is null
    and u.disabled_at is null
    and (u.role not in ('DOCTOR', 'DENTIST', 'PHARMACIST') or u.verified_at is not null)
$$;

-- An unsent message about a move takes the values of the next move.
grant update (variables, useless_at) on messages to medina_app;
