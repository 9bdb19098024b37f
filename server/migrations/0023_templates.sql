-- What an organisation writes to people: in place of the platform's own words, or under codes that it has made itself.

-- The codes that it has made, and what each takes. All texts of a code share this, and it never changes: messages
-- that wait were told of these variables.
create table notification_templates (
  tenant_id text collate "C" not null references tenants,
  code text collate "C" not null check (code ~ '^[A-Z][A-Z0-9_]{2,59}$'),
  purpose text not null check (purpose in ('SERVICE', 'MARKETING')),
  -- Kinds by name, in the order in which they were given: jsonb would forget it.
  variables json not null,
  primary key (tenant_id, code)
);
call isolate('notification_templates');
grant select, insert, delete on notification_templates to medina_app;
call admit('medina_worker', 'notification_templates');
grant select on notification_templates to medina_worker;

create table notification_texts (
  tenant_id text collate "C" not null references tenants,
  code text collate "C" not null,
  channel text not null check (channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  language text not null check (language in ('fr', 'ar', 'en')),
  -- Null: it stands in for the platform's own.
  own_code text collate "C" check (own_code = code),
  -- Of e-mails alone.
  subject text not null check ((subject <> '') = (channel = 'EMAIL')),
  text text not null,
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, code, channel, language),
  foreign key (tenant_id, own_code) references notification_templates
);
call isolate('notification_texts');
grant select, insert, update (subject, text, updated_at), delete on notification_texts to medina_app;
call admit('medina_worker', 'notification_texts');
grant select on notification_texts to medina_worker;

-- E-mails say whose they are.
grant select (name) on tenants to medina_worker;
