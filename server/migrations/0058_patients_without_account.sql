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

-- When the person gave back the code that was sent to an address. Null: nothing but a code is sent to it.
alter table users
  add email_confirmed_at timestamptz,
  add constraint users_email_confirmed check (email is not null or email_confirmed_at is null);
alter table contacts
  add phone_confirmed_at timestamptz,
  add constraint contacts_phone_confirmed check (phone is not null or phone_confirmed_at is null);
grant select (email_confirmed_at) on users to medina_worker;

-- Addresses that have had messages until now count as confirmed.
do $confirm$
begin
  alter table users no force row level security;
  alter table contacts no force row level security;
  update users set email_confirmed_at = created_at where email is not null;
  update contacts set phone_confirmed_at = app_now() where phone is not null;
  alter table users force row level security;
  alter table contacts force row level security;
end $confirm$;

-- A confirmation sends the messages that wait for it.
grant update (next_at) on messages to medina_app;

-- The address of the login, where there is no contact address.
create or replace function session_by_cookie(cookie_sha256 bytea)
returns table (
  tenant_id text, id text, user_id text, email text, name text, role text,
  last_seen_at timestamptz, ends_at timestamptz, expires_at timestamptz
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.tenant_id, s.id, u.id, coalesce(u.email, l.email), u.name, u.role, s.last_seen_at, s.ends_at, s.expires_at
  from sessions s
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  left join logins l on l.id = u.login_id
  where s.cookie_sha256 = session_by_cookie.cookie_sha256
    and s.ends_at > app_now()
    and u.disabled_at is null
$$;

-- The form in which two spellings of a person's name are the same: folded, with particles joined to the next word, so that
-- `El Fassi` is `ElFassi`, and in one order of words.
create function person_key(name text) returns text
language sql immutable parallel safe set search_path = public, pg_temp
as $$
  select string_agg(word, ' ' order by word collate "C")
  from unnest(string_to_array(
    regexp_replace(fold(name), '\m(el|al|ben|bel|bent|bint|ibn|abd|ait|bou|ould|بن|بنت|عبد|ايت|بو|ولد) ', '\1', 'g'),
    ' ')) word
$$;

-- Duplicates are looked for by both.
alter table patient_identities
  add national_id_key text collate "C" generated always as (nullif(replace(fold(national_id), ' ', ''), '')) stored;
create index patient_identities_national_id on patient_identities (tenant_id, national_id_key)
  where national_id_key is not null;
create index patient_identities_birth_date on patient_identities (tenant_id, birth_date) where birth_date is not null;

-- Counts a try of every claim that is open for an address and a birth date, before the tenant is known. A stranger who knows
-- the address alone uses no try.
create function try_claims(address bytea, born date)
returns table (tenant_id text, user_id text, kind text, code_key bytea)
language sql volatile security definer set search_path = public, pg_temp
as $$
  update confirmation_codes c
  set tries = c.tries + 1
  from patient_identities i
  where c.address_key = address
    and c.purpose = 'CLAIM'
    and c.tries < 5
    and c.expires_at > app_now()
    and i.tenant_id = c.tenant_id
    and i.patient_id = c.user_id
    and i.birth_date = born
  returning c.tenant_id, c.user_id, c.kind, c.code_key
$$;
grant select on confirmation_codes, patient_identities to medina_gate;
grant update (tries) on confirmation_codes to medina_gate;
call admit('medina_gate', 'confirmation_codes');
call admit('medina_gate', 'patient_identities');
grant create on schema public to medina_gate;
alter function try_claims owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function try_claims from public;
grant execute on function try_claims to medina_app;
