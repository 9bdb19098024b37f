-- Reception registers patients who have no e-mail address.
alter table users alter email drop not null;

-- Codes of six digits, sent to an address to prove that it is the person's. One row for each purpose and kind of address:
-- a new code replaces the earlier one, and a used one is deleted.
create table confirmation_codes (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  purpose text not null check (purpose in ('CONTACT', 'CLAIM', 'GUARDIAN')),
  -- What else it is bound to, such as the guardian who asks; empty if nothing.
  about text collate "C" not null default '',
  kind text not null check (kind in ('EMAIL', 'PHONE')),
  -- Keyed hashes: of the address, and of the code with all to which it is bound.
  address_key bytea not null check (length(address_key) = 32),
  code_key bytea not null check (length(code_key) = 32),
  tries smallint not null default 0 check (tries between 0 and 5),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  primary key (tenant_id, user_id, purpose, about, kind),
  foreign key (tenant_id, user_id) references users
);
-- A claim names the address, before a tenant is known.
create index confirmation_codes_address on confirmation_codes (address_key) where purpose = 'CLAIM';
create index confirmation_codes_expired on confirmation_codes (expires_at);
call isolate('confirmation_codes');
grant select, insert, update, delete on confirmation_codes to medina_app;
call admit('medina_worker', 'confirmation_codes');
grant select (expires_at), delete on confirmation_codes to medina_worker;

-- How many codes were sent to an address, or asked for by a person or a network, in a period. Subjects are keyed hashes, so
-- the table belongs to no tenant and names no person.
create table code_limits (
  subject bytea primary key check (length(subject) = 32),
  sent int not null default 1 check (sent > 0),
  since timestamptz not null default app_now()
);
grant select, insert, update on code_limits to medina_app;
grant select, delete on code_limits to medina_worker;
