-- What it takes to send messages, and what people answer to them.

alter table messages
  -- Since when a request may have left whose outcome nobody has written down; null: what became of the last one is known.
  add column in_doubt_since timestamptz,
  -- Ids that providers had for it on channels which are given up: what they say of those comes too late.
  add column former_ids text[] not null default '{}';
grant update (in_doubt_since, former_ids) on messages to medina_worker;
-- Messages wait in a queue for each channel, and in one until it is known which; the urgent ones first.
drop index messages_due;
create index messages_due on messages (coalesce(channel, ''), purpose, next_at) where next_at is not null and lease is null;
-- Providers carry the id alone back.
create index messages_id on messages (id);

-- Whom messages are for, and by what they may be sent.
grant select (tenant_id, id, name, email, role, disabled_at) on users to medina_worker;
call admit('medina_worker', 'users');
grant select on consents_in_force to medina_worker;
call admit('medina_worker', 'consents_in_force');
grant select (tenant_id, id, phone) on leads to medina_worker;
call admit('medina_worker', 'leads');
-- Who answers a message is known by their number alone.
create index leads_number on leads (phone) where phone is not null;

-- What people answered to messages: a row for everybody who has the number, in every organisation.
create table message_replies (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^rpl_'),
  provider text not null,
  -- The provider's own: an answer that is told of twice is written down once.
  provider_reply_id text not null,
  channel text not null check (channel in ('WHATSAPP', 'SMS', 'EMAIL')),
  -- E.164
  from_phone text not null,
  user_id text collate "C",
  lead_id text collate "C",
  text text not null,
  -- Whether it says to write no more by this channel.
  stop boolean not null,
  at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users,
  foreign key (tenant_id, lead_id) references leads,
  check ((user_id is null) <> (lead_id is null))
);
create unique index message_replies_once
  on message_replies (tenant_id, provider, provider_reply_id, coalesce(user_id, lead_id));
create index message_replies_user on message_replies (tenant_id, user_id, at) where user_id is not null;
create index message_replies_lead on message_replies (tenant_id, lead_id, at) where lead_id is not null;
call isolate('message_replies');
grant select on message_replies to medina_app;
call admit('medina_worker', 'message_replies');
grant select, insert on message_replies to medina_worker;
