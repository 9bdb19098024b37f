-- Holidays of an organisation: see docs/decisions/0093-holidays.md.

-- What an organisation decided about a holiday, or about Ramadan.
create table observed_holidays (
  tenant_id text collate "C" not null references tenants,
  code text collate "C" not null check (code ~ '^[A-Z][A-Z_]{2,39}$'),
  -- The Hijri year if the day depends on the moon.
  year integer not null check (year between 1000 and 9999),
  -- Null: the calculated day, which is not confirmed.
  first_day date,
  -- In this year and later ones. Null: as in the year before.
  observed boolean,
  primary key (tenant_id, code, year)
);
call isolate('observed_holidays');
grant select, insert, update (first_day, observed) on observed_holidays to medina_app;

-- The sandbox's fixed clients may hold every scope.
alter table clients no force row level security;
update clients
set scopes = scopes || '{schedules:read,schedules:write}'
where tenant_id like 'ten\_sandbox%'
  and id like 'sandbox-%'
  and not scopes && '{schedules:read,schedules:write}';
alter table clients force row level security;
