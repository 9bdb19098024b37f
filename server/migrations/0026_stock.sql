-- What a pharmacy has of a medicine, lot by lot. How much is left is counted by the trigger on movements, and by nobody else.
create table stock_lots (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^lot_'),
  pharmacy_id text collate "C" not null,
  medication text not null,
  -- However it is spelled.
  medication_key text collate "C" not null generated always as (fold(medication)) stored,
  lot_number text not null,
  quantity int not null default 0 check (quantity between 0 and 1000000),
  -- How many movements there have been.
  movements int not null default 0,
  -- The last day in Morocco on which it may be used.
  expires_on date not null,
  -- The narrowest window, in days before that, of which the pharmacy has been warned; null where of none.
  warned_within smallint check (warned_within in (30, 7)),
  received_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, pharmacy_id) references users
);
create unique index stock_lots_number on stock_lots (tenant_id, pharmacy_id, medication_key, lower(lot_number));
-- Lists are newest first, which is by id.
create index stock_lots_pharmacy on stock_lots (tenant_id, pharmacy_id, id);
-- What the job expiry-warnings looks for: lots of which there is something left, and of which a warning is still to come.
create index stock_lots_unwarned on stock_lots (expires_on, tenant_id, pharmacy_id)
  where quantity > 0 and warned_within is distinct from 7;
call isolate('stock_lots');
grant select on stock_lots to medina_app;
grant insert (tenant_id, id, pharmacy_id, medication, lot_number, expires_on, received_at) on stock_lots to medina_app;
grant update (expires_on, warned_within) on stock_lots to medina_app;

-- What came in and went out. Each is added once and none is ever changed: who miscounted corrects with another.
create table stock_movements (
  tenant_id text collate "C" not null,
  lot_id text collate "C" not null,
  n int not null check (n > 0),
  -- The one before; null for the first. That it must be there keeps them without gaps.
  previous int generated always as (nullif(n - 1, 0)) stored,
  delta int not null,
  -- What is left after it.
  quantity int not null,
  reason text not null check (reason in ('RECEIVED', 'SOLD', 'RETURNED', 'LOST', 'CORRECTION')),
  note text,
  created_by text collate "C" not null,
  at timestamptz not null default app_now(),
  primary key (tenant_id, lot_id, n),
  foreign key (tenant_id, lot_id, previous) references stock_movements,
  foreign key (tenant_id, lot_id) references stock_lots,
  foreign key (tenant_id, created_by) references users,
  check (
    case
      when reason in ('RECEIVED', 'RETURNED') then delta > 0
      when reason in ('SOLD', 'LOST') then delta < 0
      else delta <> 0
    end
  )
);
call isolate('stock_movements');
grant select on stock_movements to medina_app;
grant insert (tenant_id, lot_id, delta, reason, note, created_by, at) on stock_movements to medina_app;

-- Movements of one lot take turns by its row, and number and add themselves up: a lot that would fall below nothing, or grow
-- beyond measure, fails its own check.
create function count_movement() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update stock_lots l
  set quantity = l.quantity + new.delta,
    movements = l.movements + 1
  where l.tenant_id = new.tenant_id
    and l.id = new.lot_id
  returning l.movements, l.quantity
  into new.n, new.quantity;
  return new;
end $$;

grant select on stock_lots to medina_gate;
grant update (quantity, movements) on stock_lots to medina_gate;
call admit('medina_gate', 'stock_lots');

-- The job is nobody's call and comes before any tenant: whose lots expire soon, pharmacy by pharmacy behind the last one
-- that it was given.
create function pharmacies_to_warn(today date, after_tenant text, after_pharmacy text, at_most int)
returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  with due as materialized ( -- by their index, whatever the planner thinks of the number of users
    select l.tenant_id, l.pharmacy_id
    from stock_lots l
    where l.quantity > 0
      and l.warned_within is distinct from 7
      and l.expires_on <= today + case when l.warned_within is null then 30 else 7 end
      and l.expires_on <= today + 30
      and (l.tenant_id, l.pharmacy_id) > (after_tenant, after_pharmacy)
    group by l.tenant_id, l.pharmacy_id
  )
  select d.tenant_id, d.pharmacy_id
  from due d
  join users u on u.tenant_id = d.tenant_id and u.id = d.pharmacy_id
  where u.disabled_at is null
  order by d.tenant_id, d.pharmacy_id
  limit at_most
$$;

grant create on schema public to medina_gate;
alter function count_movement owner to medina_gate;
alter function pharmacies_to_warn owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function count_movement, pharmacies_to_warn from public;
grant execute on function pharmacies_to_warn to medina_app;

create trigger counted before insert on stock_movements
for each row execute function count_movement();
