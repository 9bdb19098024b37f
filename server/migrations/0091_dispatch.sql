-- The number of concurrent requests to an endpoint adapts below this limit. docs/decisions/0094-adaptive-limits.md
alter table webhook_endpoints alter max_in_flight set default 64;
alter table webhook_endpoints no force row level security;
update webhook_endpoints set max_in_flight = 64 where max_in_flight = 10;
alter table webhook_endpoints force row level security;

-- Messages about changed times, by appointment and recipient: `messages/merging.ts`.
create index messages_moves on messages (tenant_id, (about[1]), recipient_user_id, template_code)
  where template_code in ('APPOINTMENT_MOVED', 'APPOINTMENT_EXTENDED');
