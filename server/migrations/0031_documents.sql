-- Certificates (X.509) that PDF documents are signed with: a practitioner's own, or, without a user, the organisation's. The
-- private key is encrypted under the master key and ends with the certificate's use; the chain stays with what it signed.
create table signing_certificates (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^crt_'),
  user_id text collate "C",
  -- PEM, the signer's own first.
  chain text not null,
  private_key_encrypted bytea,
  subject text not null,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  self_signed boolean not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null check (valid_until > valid_from),
  created_at timestamptz not null default app_now(),
  retired_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users,
  check ((retired_at is null) = (private_key_encrypted is not null))
);
create unique index signing_certificates_in_use on signing_certificates (tenant_id, coalesce(user_id, ''))
where retired_at is null;
call isolate('signing_certificates');
grant select, insert on signing_certificates to medina_app;
grant update (private_key_encrypted, retired_at) on signing_certificates to medina_app;

-- Documents that were asked for. A row is made before its file, so that whoever asks again after a crash goes on with the
-- same one; without a file it is not shown to anybody.
create table documents (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^doc_'),
  template text not null check (template in ('prescription', 'certificate', 'invoice', 'attestation')),
  -- 100 random bits in Crockford's base 32: whoever has it may ask whether the document is genuine.
  serial text collate "C" not null unique check (serial ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  -- All that it says, and the digest of that with the edition of the templates: the same again is the same document.
  content jsonb not null,
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  patient_id text collate "C" not null,
  practitioner_id text collate "C",
  prescription_id text collate "C",
  appointment_id text collate "C",
  invoice_id text collate "C",
  certificate_id text collate "C",
  created_by text collate "C" not null,
  -- When the file was made; until then, when it was asked for.
  created_at timestamptz not null default app_now(),
  -- The file, once it is stored.
  object_key text collate "C",
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  size int check (size > 0),
  ready_at timestamptz,
  cancelled_at timestamptz,
  cancel_reason text,
  primary key (tenant_id, id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, practitioner_id) references users,
  foreign key (tenant_id, prescription_id) references prescriptions,
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, invoice_id) references invoices,
  foreign key (tenant_id, certificate_id) references signing_certificates,
  check (num_nulls(object_key, pdf_sha256, size, ready_at) in (0, 4)),
  check (cancelled_at is null or ready_at is not null),
  check (case template
    when 'prescription' then prescription_id is not null and certificate_id is not null
    when 'invoice' then invoice_id is not null
    else appointment_id is not null
  end),
  check (template <> 'certificate' or certificate_id is not null)
);
create unique index documents_content on documents (tenant_id, content_sha256) where cancelled_at is null;
-- Lists are newest first, which is by id; each role has its own column to look by.
create index documents_patient on documents (tenant_id, patient_id, id);
create index documents_practitioner on documents (tenant_id, practitioner_id, id);
create index documents_prescription on documents (tenant_id, prescription_id, id);
call isolate('documents');
grant select, insert on documents to medina_app;
-- What a document says is never changed: it is cancelled, and made anew.
grant update (certificate_id, created_at, object_key, pdf_sha256, size, ready_at, cancelled_at, cancel_reason) on documents to medina_app;

-- Whoever checks a document names its serial number and no tenant.
grant select on documents to medina_gate;
call admit('medina_gate', 'documents');
create function document_by_serial(serial text) returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select d.tenant_id, d.id
  from documents d
  where d.serial = document_by_serial.serial
    and d.ready_at is not null
$$;
grant create on schema public to medina_gate;
alter function document_by_serial owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function document_by_serial from public;
grant execute on function document_by_serial to medina_app;
