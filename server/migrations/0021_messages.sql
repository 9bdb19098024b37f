-- How somebody is reached. Without a row: in French, by e-mail.
create table contacts (
  tenant_id text collate "C" not null,
  user_id text collate "C" not null,
  -- E.164
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  language text not null default 'fr' check (language in ('fr', 'ar', 'en')),
  -- Null: WhatsApp where there is a number, else e-mail.
  preferred_channel text check (preferred_channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  -- Channels that nothing but critical messages may use.
  opt_outs text[] not null default '{}' check (opt_outs <@ '{WHATSAPP,SMS,EMAIL}'),
  -- Moroccan time; through midnight where `quiet_from` is the later one. Null: at any time.
  quiet_from time,
  quiet_to time,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users,
  check ((quiet_from is null) = (quiet_to is null)),
  check (quiet_from <> quiet_to)
);
-- Who answers a message is known by their number alone.
create index contacts_phone on contacts (phone) where phone is not null;
call isolate('contacts');
grant select, insert, update, delete on contacts to medina_app;
call admit('medina_worker', 'contacts');
grant select, update (opt_outs) on contacts to medina_worker;

-- A message to somebody, written in the transaction of its cause and sent outside any.
create table messages (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^msg_'),
  -- A person of the organisation, or somebody who is none: a lead, whoever asked for access.
  recipient_user_id text collate "C",
  lead_id text collate "C",
  to_name text,
  to_email text,
  to_phone text,
  to_language text check (to_language in ('fr', 'ar', 'en')),
  template_code text collate "C" not null,
  -- By name, as text: what a template makes of it depends on the kind that it declares.
  variables jsonb not null,
  -- CRITICAL passes opt-outs and quiet hours; MARKETING is sent with consent alone.
  purpose text not null check (purpose in ('CRITICAL', 'SERVICE', 'MARKETING')),
  -- Ids of what it is about.
  about text[] not null default '{}',
  -- Null: whichever the recipient prefers.
  wanted_channel text check (wanted_channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED')),
  -- By which it was sent last, or is being sent.
  channel text check (channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  language text check (language in ('fr', 'ar', 'en')),
  provider text,
  provider_message_id text,
  -- Tries on this channel so far, and channels that are given up.
  attempt smallint not null default 0,
  given_up text[] not null default '{}',
  last_error text,
  -- When it is to be sent; null: it has been, or is given up.
  next_at timestamptz default app_now(),
  -- From then on it is of no use to anybody: what it reminds of has begun. Null: it always is.
  useless_at timestamptz,
  -- Who is sending it. A lease that ends without an outcome leaves in doubt whether it was sent.
  lease uuid,
  lease_until timestamptz,
  created_at timestamptz not null default app_now(),
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, recipient_user_id) references users,
  foreign key (tenant_id, lead_id) references leads,
  check ((recipient_user_id is null) = (to_language is not null)),
  check ((recipient_user_id is null) = (to_name is not null)),
  check (recipient_user_id is not null or to_email is not null or to_phone is not null),
  check (status in ('QUEUED', 'SENT') or next_at is null),
  check ((lease is null) = (lease_until is null))
);
create index messages_due on messages (next_at, id) where next_at is not null;
create index messages_leased on messages (lease_until) where lease is not null;
create index messages_recipient on messages (tenant_id, recipient_user_id, id);
create unique index messages_provider on messages (provider, provider_message_id) where provider_message_id is not null;
call isolate('messages');
grant select, insert on messages to medina_app;
call admit('medina_worker', 'messages');
grant select on messages to medina_worker;
grant update (
  status, channel, language, provider, provider_message_id, attempt, given_up, last_error, next_at, lease, lease_until,
  sent_at, delivered_at, read_at, failed_at
) on messages to medina_worker;

-- The sandbox's outbox: what would have been sent, kept instead.
create table sandbox_messages (
  tenant_id text collate "C" not null,
  message_id text collate "C" not null,
  channel text not null check (channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  recipient text not null,
  subject text not null,
  body text not null,
  -- What somebody answered to it, as a provider would tell later; told once.
  receipt text check (receipt in ('DELIVERED', 'READ', 'FAILED')),
  receipt_at timestamptz,
  at timestamptz not null default app_now(),
  primary key (tenant_id, message_id, channel),
  foreign key (tenant_id, message_id) references messages
);
create index sandbox_messages_newest on sandbox_messages (tenant_id, at, message_id);
create index sandbox_messages_receipt on sandbox_messages (receipt_at) where receipt_at is not null;
call isolate('sandbox_messages');
grant select, insert on sandbox_messages to medina_app;
call admit('medina_worker', 'sandbox_messages');
grant select, insert, update (receipt_at) on sandbox_messages to medina_worker;

-- What jobs have brought about, each thing once: written in the transaction that brings it about, whatever is repeated.
create table effects (
  tenant_id text collate "C" not null references tenants,
  -- The job, and what of which occasion: 'D1 apt_… 2026-12-01T09:00:00.000Z'.
  job text collate "C" not null,
  key text collate "C" not null,
  at timestamptz not null default app_now(),
  primary key (tenant_id, job, key)
);
call isolate('effects');
grant select, insert on effects to medina_app;

-- The sandbox's fixed clients may hold the scopes of messages and of the records that jobs act on too.
alter table clients no force row level security;
update clients
set scopes = scopes || '{notifications:read,campaigns:read,campaigns:write,stock:read,stock:write,services:read,services:write}'
where tenant_id like 'ten\_sandbox%'
  and id like 'sandbox-%';
alter table clients force row level security;
