-- The sandbox's fixed clients may hold the scopes of lab orders, invoices, follow-ups and patients too.
alter table clients no force row level security;
update clients
set scopes = scopes || '{lab_orders:write,invoices:write,follow_ups:read,follow_ups:write,patients:write}'
where tenant_id like 'ten\_sandbox%'
  and id like 'sandbox-%';
alter table clients force row level security;

-- A delivery's turn among those that are due at its endpoint: 0 for critical alerts, 1 for what just happened, 2 for what
-- is caught up on. And what asked for it: the event itself, somebody's resend, or a recovery.
alter table webhook_deliveries add rank smallint not null default 1 check (rank between 0 and 2);
alter table webhook_deliveries add trigger text not null default 'AUTO' check (trigger in ('AUTO', 'MANUAL', 'RECOVERY'));
drop index webhook_deliveries_due;
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, rank, next_at, event_id)
  where state = 'PENDING';

-- Where an event goes when the first address does not take it (Enterprise: redundant webhooks).
alter table webhook_endpoints add redundant_url text;
