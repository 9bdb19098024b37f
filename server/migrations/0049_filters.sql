-- The filters of lists that had no index: see docs/decisions/0055-lists.md.

create index audit_log_user on audit_log (tenant_id, user_id, id);
create index audit_log_client on audit_log (tenant_id, client_id, id);
create index audit_log_operation on audit_log (tenant_id, operation, id);
create index audit_log_subject on audit_log (tenant_id, subject_id, id) where subject_id is not null;
-- Nearly all entries are `OK`: the primary key lists those.
create index audit_log_outcome on audit_log (tenant_id, outcome, id) where outcome <> 'OK';

-- Of messages that are settled, as `messages_settled`.
create index messages_template on messages (tenant_id, template_code, status, id) where next_at is null;

create index stock_lots_medication on stock_lots (tenant_id, medication_key, id);
create index stock_lots_pharmacy_medication on stock_lots (tenant_id, pharmacy_id, medication_key, id);
