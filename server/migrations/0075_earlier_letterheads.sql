-- Letterheads that were replaced, and when: a signed prescription prints that of its signature. Before the upgrade none was kept, so
-- that earlier prescriptions print that of the upgrade.
create table earlier_letterheads (
  tenant_id text collate "C" not null references tenants,
  replaced_at timestamptz not null,
  letterhead jsonb not null check (jsonb_typeof(letterhead) = 'object'),
  primary key (tenant_id, replaced_at)
);
call isolate('earlier_letterheads');
grant select, insert on earlier_letterheads to medina_app;
