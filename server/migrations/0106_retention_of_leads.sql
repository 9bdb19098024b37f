-- Leads and effects beyond their retention are deleted by the worker (LEAD_RETENTION_DAYS, EFFECT_RETENTION_DAYS).
grant select on leads to medina_worker;
grant delete on leads, message_replies to medina_worker;
drop policy if exists medina_worker on campaign_enrolments;
call admit('medina_worker', 'campaign_enrolments');
grant select (tenant_id, lead_id, ended_at, stop_reason), delete on campaign_enrolments to medina_worker;
drop policy if exists medina_worker on effects;
call admit('medina_worker', 'effects');
grant select, delete on effects to medina_worker;

-- Only leads have it, so other messages do not pay for it.
create index if not exists messages_lead on messages (tenant_id, lead_id) where lead_id is not null;
-- Effects are recorded in the order of time.
create index if not exists effects_time on effects using brin (at);
