-- The rows of the audit log that reveal a condition of their subject, for the list of a patient's rows.
create index audit_log_clinical on audit_log (tenant_id, subject_id) where operation = '/api/cron/recall';
