/**
 * Inserts a hundred thousand rows into each table of the queues: finished, due, scheduled and held. Most belong to one tenant
 * and one endpoint, whose id replaces `:endpoint`. Foreign keys are not checked: the other tenants do not exist.
 */
export const fillQueues = `
  set session_replication_role = replica;

  insert into messages (tenant_id, id, recipient_user_id, to_name, to_email, to_language, template_code, variables,
    purpose, status, channel, provider, provider_message_id, next_at, sent_at)
  select tenant_id, msg_id, case when is_done then 'usr_sandbox_patient' end,
    case when not is_done then 'A lead' end,
    case when not is_done then 'lead' || n || '@example.org' end,
    case when not is_done then 'fr' end,
    'APPOINTMENT_BOOKED', '{}',
    case when n % 10 = 1 then 'MARKETING' else 'SERVICE' end,
    case when is_done then 'DELIVERED' else 'QUEUED' end,
    case when is_done or n > 90000 then 'EMAIL' end,
    case when is_done then 'embedded' end,
    case when is_done then 'taken_' || n end,
    case when not is_done then now() + case when n % 20 = 0 then interval '1 day' else n * interval '-1 ms' end end,
    case when is_done then now() end
  from (
    select n, n <= 60000 as is_done, case when n % 10 < 7 then 'ten_sandbox' else 'ten_' || n % 50 end as tenant_id,
      id_floor('msg', now()) || lpad(n::text, 20, '0') as msg_id
    from generate_series(1, 100000) n
  ) given;

  insert into sandbox_messages (tenant_id, message_id, channel, recipient, subject, body)
  select tenant_id, id, 'EMAIL', 'lead@example.org', '', 'Text'
  from messages
  on conflict do nothing;

  insert into contacts (tenant_id, user_id, phone, phone_confirmed_at)
  select 'ten_sandbox', 'usr_' || n, '+212600' || n, now()
  from generate_series(100000, 200000) n;

  insert into leads (tenant_id, id, name, phone, source)
  select 'ten_sandbox', 'lead_' || n, 'A lead', '+212600' || n, 'landing'
  from generate_series(100000, 200000) n;

  insert into message_replies (tenant_id, id, provider, provider_reply_id, channel, from_phone, lead_id, text, stop)
  select 'ten_sandbox', 'rpl_' || n, 'embedded', n::text, 'SMS', '+212600' || n, 'lead_' || n, 'Text', false
  from generate_series(100000, 200000) n;

  -- One statement: creating a temporary table would make every other connection plan anew.
  with made as materialized (
    select n, n % 100 as percent, case when n % 10 < 7 then 'ten_sandbox' else 'ten_' || n % 50 end as tenant_id,
      id_floor('evt', now()) || lpad(n::text, 20, '0') as event_id,
      case when n % 10 < 7 then :endpoint else 'whk_' || n % 100 end as endpoint_id
    from generate_series(1, 100000) n
  ),
  event as (
    insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
    select tenant_id, event_id, 'review.created', 'rev_1', '{}', '{}', now()
    from made
  ),
  delivery as (
    insert into webhook_deliveries (tenant_id, event_id, endpoint_id, state, next_at, attempt, finished_at)
    select tenant_id, event_id, endpoint_id, state,
      now() + case when percent < 60 then interval '-1 minute' else interval '1 day' end, 1,
      case when state in ('SUCCEEDED', 'FAILED') then now() end
    from made
    cross join lateral (
      select case
        when percent < 50 then 'SUCCEEDED'
        when percent < 80 then 'PENDING'
        when endpoint_id = :endpoint then 'FAILED'
        else 'HELD'
      end as state
    ) decided
  ),
  attempt as (
    insert into webhook_attempts (tenant_id, event_id, endpoint_id, n, attempt, id, started_at, duration_ms, ended_at)
    select tenant_id, event_id, endpoint_id, 0, 1, 'att_' || n, now(), 5, now() - interval '1 day'
    from made
  ),
  recovery as (
    insert into webhook_recoveries (tenant_id, endpoint_id, id, since, until, state, position, before_id, finished_at)
    select tenant_id, endpoint_id, 'rcv_' || n, now() - interval '1 hour', now(), 'DONE', '', '', now()
    from made
  )
  insert into webhook_notices (tenant_id, endpoint_id, kind, failing_since)
  select tenant_id, endpoint_id, 'FAILING', now() - n * interval '1 hour'
  from made;

  set session_replication_role = default`
