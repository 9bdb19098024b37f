-- The templates of documents are listed in the code (server/src/pdf/content.ts). The database checks the form of their names,
-- and what it knows of the first four: their record, and the certificate that signs prescriptions and medical certificates.
alter table documents
  drop constraint documents_template_check,
  add constraint documents_template_check check (template ~ '^[a-z][a-z-]*$'),
  drop constraint documents_check2,
  add constraint documents_record_check check (case template
    when 'prescription' then prescription_id is not null and certificate_id is not null
    when 'invoice' then invoice_id is not null
    when 'certificate' then appointment_id is not null
    when 'attestation' then appointment_id is not null
    else true
  end);
