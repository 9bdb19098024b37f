-- What happened, in the exact bytes that are signed and sent. Written in the transaction of its cause and never changed.
create sequence event_seq;
grant usage on sequence event_seq to medina_app;

create table events (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^evt_'),
  kind text not null,
  subject_id text collate "C" not null,
  -- Users the event concerns. A subscriber that is not an administrator gets an event only if it is one of them.
  audience text[] not null,
  body text not null,
  created_at timestamptz not null,
  -- Order of writing, sent along as a hint; and the writing transaction, so that a reader can stop before open ones.
  seq bigint not null default nextval('event_seq'),
  xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
) partition by range (id);
call isolate('events');
call admit('medina_worker', 'events');
grant select, insert on events to medina_app;
grant select on events to medina_worker;

create table webhook_endpoints (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^whk_'),
  client_id text collate "C" not null,
  url text not null,
  -- Empty means every kind.
  kinds text[] not null default '{}',
  description text,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED_USER', 'DISABLED_AUTO', 'GONE')),
  max_in_flight int not null default 10 check (max_in_flight > 0),
  consecutive_failures int not null default 0,
  first_failure_at timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null default app_now(),
  deleted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, client_id) references clients
);
-- Deleted ones stay for the record; the event that fans out and the list look at the live ones alone.
create index webhook_endpoints_live on webhook_endpoints (tenant_id, id) where deleted_at is null;
call isolate('webhook_endpoints');
call admit('medina_worker', 'webhook_endpoints');
grant select, insert, update on webhook_endpoints to medina_app;
grant select, update on webhook_endpoints to medina_worker;

create table webhook_secrets (
  tenant_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  id text collate "C" not null,
  secret_encrypted bytea not null,
  state text not null check (state in ('NEXT', 'CURRENT', 'PREVIOUS')),
  created_at timestamptz not null default app_now(),
  valid_until timestamptz,
  primary key (tenant_id, endpoint_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints
);
create unique index webhook_secrets_state on webhook_secrets (tenant_id, endpoint_id, state);
call isolate('webhook_secrets');
call admit('medina_worker', 'webhook_secrets');
grant select, insert, update, delete on webhook_secrets to medina_app;
grant select on webhook_secrets to medina_worker;

-- One row per event and endpoint: n = 0 is the automatic delivery, further ones are resends. The row is the product
-- (listed, resent, audited) and the queue at once.
create table webhook_deliveries (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  n smallint not null default 0 check (n >= 0),
  state text not null check (state in ('PENDING', 'SENDING', 'SUCCEEDED', 'FAILED', 'HELD', 'CANCELLED')),
  -- How many requests were begun, and when the next one is due (business time).
  attempt smallint not null default 0,
  next_at timestamptz not null,
  -- Who is sending it: a completion that no longer holds the lease changes nothing. `owner` is the number that the
  -- sending process holds as an advisory lock, so that its end is noticed at once; lease_until (real time) is the
  -- fallback where the lock outlives the process.
  lease uuid,
  lease_until timestamptz,
  owner int,
  last_status smallint,
  last_error text,
  finished_at timestamptz,
  primary key (tenant_id, event_id, endpoint_id, n),
  foreign key (tenant_id, event_id) references events,
  foreign key (tenant_id, endpoint_id) references webhook_endpoints,
  check ((state = 'SENDING') = (lease is not null and lease_until is not null and owner is not null))
) partition by range (event_id);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, next_at, event_id) where state = 'PENDING';
create index webhook_deliveries_sending on webhook_deliveries (tenant_id, endpoint_id) where state = 'SENDING';
-- What waits for its endpoint to be enabled again.
create index webhook_deliveries_held on webhook_deliveries (tenant_id, endpoint_id, event_id) where state = 'HELD';
call isolate('webhook_deliveries');
call admit('medina_worker', 'webhook_deliveries');
grant select, insert, update on webhook_deliveries to medina_app;
grant select, update on webhook_deliveries to medina_worker;

-- One row per request that was made. Append-only.
create table webhook_attempts (
  tenant_id text collate "C" not null,
  event_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  n smallint not null,
  attempt smallint not null,
  id text collate "C" not null,
  started_at timestamptz not null,
  duration_ms int not null,
  http_status smallint,
  error text,
  remote_address inet,
  -- How the answer to a failed attempt began. Never of an address that we refuse to talk to.
  response_head text check (length(response_head) <= 2048),
  primary key (tenant_id, event_id, endpoint_id, n, id)
) partition by range (event_id);
call isolate('webhook_attempts');
call admit('medina_worker', 'webhook_attempts');
grant select on webhook_attempts to medina_app;
grant insert on webhook_attempts to medina_worker;
