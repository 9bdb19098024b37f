-- What the database is for, written down when it is created. A server of the other MODE does not start: `db/mode.ts`.
create table installation (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('sandbox', 'production'))
);

-- The first organisation of a database that is older than this table decides: a sandbox seeds its own before there is any
-- other. Where there is none yet, the server writes down its own mode. Policies are forced on the owner as well.
alter table tenants no force row level security;
insert into installation (mode)
select case when tenant_id like 'ten\_sandbox%' then 'sandbox' else 'production' end
from tenants
order by created_at, tenant_id
limit 1;
alter table tenants force row level security;

-- A production database that was once opened without MODE=production holds the sandbox's people, whose secrets are
-- published, and all that was made with them.
alter table clients no force row level security;
update clients
set disabled_at = now()
where tenant_id like 'ten\_sandbox%'
  and disabled_at is null
  and (select mode from installation) = 'production';
alter table clients force row level security;
alter table users no force row level security;
update users
set disabled_at = now()
where tenant_id like 'ten\_sandbox%'
  and disabled_at is null
  and (select mode from installation) = 'production';
alter table users force row level security;

-- The call that moves the test clock, or was the last to.
alter table test_clock add bound_by text collate "C";
