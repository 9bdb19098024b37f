-- Who did what to whose data, when, from where, and how it ended. Append-only for everyone but the owner.
-- The policy holds the tenant; a foreign key would look it up, and lock its row, once for every read of the platform.
create table audit_log (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^aud_'),
  at timestamptz not null default app_now(),
  user_id text collate "C" not null,
  client_id text collate "C" not null,
  operation text not null,
  outcome text not null,
  subject_id text collate "C",
  patient_ids text[] not null default '{}',
  address text,
  request_id text not null,
  primary key (tenant_id, id)
) partition by range (id);
call isolate('audit_log');
grant select, insert on audit_log to medina_app;

-- The answer to a call that a client may repeat, stored in the transaction of its effect.
create table idempotency_keys (
  tenant_id text collate "C" not null references tenants,
  client_id text collate "C" not null,
  route text collate "C" not null,
  key text collate "C" not null,
  request_sha256 bytea not null,
  status smallint not null check (status between 200 and 299),
  body_encrypted bytea not null,
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, client_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call isolate('idempotency_keys');
call admit('medina_worker', 'idempotency_keys');
grant select, insert, update, delete on idempotency_keys to medina_app;
grant select, delete on idempotency_keys to medina_worker;

-- Every table that is partitioned by month, in one place. The server calls this at start and every day.
create procedure make_all_partitions(months_ahead int default 3)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  call make_partitions('events', 'evt', '', months_ahead);
  call make_partitions('webhook_deliveries', 'evt',
    'with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01)', months_ahead);
  call make_partitions('webhook_attempts', 'evt', '', months_ahead);
  call make_partitions('audit_log', 'aud', '', months_ahead);
end $$;
revoke execute on procedure make_all_partitions from public;
grant execute on procedure make_all_partitions to medina_worker;
call make_all_partitions();

-- What has outlived its use, whichever tenant it belongs to.
grant select, delete on token_families, refresh_tokens, revoked_access_tokens to medina_worker;
call admit('medina_worker', 'token_families');
call admit('medina_worker', 'refresh_tokens');
call admit('medina_worker', 'revoked_access_tokens');
