-- Who acts for whom: a guardian does everything that a patient may do, in the dependant's place. See
-- docs/decisions/0066-guardians.md.
create table guardianships (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^gua_'),
  guardian_id text collate "C" not null,
  dependant_id text collate "C" not null,
  kind text not null check (kind in ('PARENT', 'GUARDIAN', 'CARER')),
  created_at timestamptz not null default app_now(),
  created_by text collate "C" not null,
  -- Null while only the guardian vouches for it: the record is then one that they made.
  verified_at timestamptz,
  verified_by text collate "C",
  -- The dependant's majority; null for the carer of an adult.
  until timestamptz,
  ended_at timestamptz,
  ended_by text collate "C",
  primary key (tenant_id, id),
  foreign key (tenant_id, guardian_id) references users,
  foreign key (tenant_id, dependant_id) references users,
  check (guardian_id <> dependant_id),
  check (kind = 'CARER' or until is not null),
  check ((verified_at is null) = (verified_by is null)),
  check ((ended_at is null) = (ended_by is null))
);
create unique index guardianships_once on guardianships (tenant_id, guardian_id, dependant_id) where ended_at is null;
create index guardianships_dependant on guardianships (tenant_id, dependant_id) where ended_at is null;
create index guardianships_of_guardian on guardianships (tenant_id, guardian_id, id);
create index guardianships_of_dependant on guardianships (tenant_id, dependant_id, id);
call isolate('guardianships');
grant select, insert on guardianships to medina_app;
grant update (kind, until, verified_at, verified_by, ended_at, ended_by) on guardianships to medina_app;
-- Messages to dependants and deliveries of their events reach their guardians.
call admit('medina_worker', 'guardianships');
grant select on guardianships to medina_worker;

-- For whom a patient acts: read with the status of their token, before the tenant is known. The token may have an id that was
-- merged away.
call admit('medina_gate', 'guardianships');
grant select (tenant_id, guardian_id, dependant_id, until, ended_at) on guardianships to medina_gate;
create function dependants_of(tenant text, guardian text)
returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(g.dependant_id order by g.dependant_id), '{}')
  from guardianships g
  join users u on u.tenant_id = g.tenant_id and u.id = g.dependant_id and u.disabled_at is null
  where g.tenant_id = tenant
    and g.guardian_id = coalesce(
      (select m.into_id from merged_patients m where m.tenant_id = tenant and m.id = guardian), guardian)
    and g.ended_at is null
    and (g.until is null or g.until > app_now())
$$;
grant create on schema public to medina_gate;
alter function dependants_of owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function dependants_of from public;
grant execute on function dependants_of to medina_app, medina_worker;

-- The patients whom the caller of a repeatable call reached as their guardian or by a care relationship: its answer is not
-- repeated to a caller who no longer does.
alter table idempotency_keys add column patient_ids text[] not null default '{}';

-- The guardian to whom a message to a dependant without an address goes.
alter table messages
  add column via_user_id text collate "C",
  add foreign key (tenant_id, via_user_id) references users;
-- Messages that wait until their recipient, or the guardian to whom they go, confirms an address. Not `coalesce`, which
-- under row-level security cannot use an index.
create index messages_unconfirmed on messages (tenant_id, (case when via_user_id is null then recipient_user_id else via_user_id end))
  where last_error = 'unconfirmed';

-- The worker sends a message to a dependant on to the guardians.
grant insert on messages to medina_worker;
grant update (via_user_id) on messages to medina_worker;

-- Which member of the staff last changed an address, until the person confirms one: its code may be in the wrong hands.
alter table contacts
  add address_changed_by text collate "C",
  add address_changed_at timestamptz,
  add check ((address_changed_by is null) = (address_changed_at is null));

-- A merge of two patients.
call let_merge('guardianships');
call let_merge('messages');
grant update (created_by, verified_by, ended_at, ended_by), delete on guardianships to medina_gate;

-- Ends guardianships that cannot move to the surviving record: those between the two records, one of two open ones of the same
-- pair, and those that a record confirmed by itself with a login that does not stay, because the organisation does not trust
-- that login. Of two, the one in force stays; then a verified one; then one with an end. Returns the deleted rows.
create function merge_guardianships(tenant text, gone text, stays text, by_user text, login_from text) returns jsonb
language plpgsql set search_path = public, pg_temp
as $$
declare
  deleted jsonb;
begin
  with rows as (
    delete from guardianships g
    where g.tenant_id = tenant
      and g.guardian_id in (gone, stays)
      and g.dependant_id in (gone, stays)
    returning to_jsonb(g) as row
  )
  select coalesce(jsonb_agg(row), '[]') into deleted from rows;

  update guardianships g
  set ended_at = app_now(), ended_by = by_user
  from users d
  where g.tenant_id = tenant
    and g.dependant_id in (gone, stays)
    and g.ended_at is null
    and g.verified_by = g.dependant_id
    and d.tenant_id = tenant
    and d.id = g.dependant_id
    and d.login_id is not null
    and login_from is distinct from d.id;

  update guardianships g
  set ended_at = app_now(), ended_by = by_user
  from (
    select o.id, row_number() over (
      partition by
        case when o.guardian_id in (gone, stays) then '' else o.guardian_id end,
        case when o.dependant_id in (gone, stays) then '' else o.dependant_id end
      order by (o.until <= app_now()) is true, o.verified_at is null, o.until nulls last,
        stays not in (o.guardian_id, o.dependant_id), o.id
    ) as place
    from guardianships o
    where o.tenant_id = tenant
      and o.ended_at is null
      and (o.guardian_id in (gone, stays) or o.dependant_id in (gone, stays))
  ) ranked
  where g.tenant_id = tenant
    and g.id = ranked.id
    and ranked.place > 1;

  update guardianships g
  set created_by = case g.created_by when gone then stays else g.created_by end,
    verified_by = case g.verified_by when gone then stays else g.verified_by end,
    ended_by = case g.ended_by when gone then stays else g.ended_by end
  where g.tenant_id = tenant
    and (g.guardian_id in (gone, stays) or g.dependant_id in (gone, stays))
    and gone in (g.created_by, g.verified_by, g.ended_by);
  return deleted;
end $$;
grant create on schema public to medina_gate;
alter function merge_guardianships owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function merge_guardianships from public;
