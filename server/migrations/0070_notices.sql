-- Notices about accesses, and who may appoint, change addresses and fetch secrets. See docs/decisions/0077-notices.md.

-- A notice goes to every address of its recipient that is confirmed, and to those before it until the person confirms it in person.
grant select (email_proved_at) on users to medina_worker;
grant update (to_email, to_phone) on messages to medina_worker;
-- Of those who changed an address themselves and confirmed it, the former one gets none: it may be another person's by now.
do $fill$
begin
  alter table users no force row level security;
  alter table contacts no force row level security;
  update contacts c
  set earlier_email = case when u.email_confirmed_at is null then c.earlier_email end,
    earlier_phone = case when c.phone_confirmed_at is null then c.earlier_phone end
  from users u
  where u.tenant_id = c.tenant_id
    and u.id = c.user_id
    and c.address_changed_at is null
    and (c.earlier_email is not null or c.earlier_phone is not null);
  alter table contacts force row level security;
  alter table users force row level security;
end $fill$;

-- Who made a credential link: an unused one ends with their rights. Without one the platform made it, for a new organisation, or a
-- server of the version before.
alter table client_handovers add column created_by text collate "C";

-- Permissions that guardians gave to clients of a dependant in earlier versions: such a client would outlive the guardianship. Its
-- user decides anew.
do $guardians$
declare
  given record;
begin
  alter table clients no force row level security;
  alter table audit_log no force row level security;
  alter table merged_patients no force row level security;
  alter table messages no force row level security;
  for given in
    select c.tenant_id, c.id, c.acts_as, c.name
    from clients c
    where c.acting_allowed_at is not null
      and (
        select l.user_id <> all(ids_of_users(c.tenant_id, array[c.acts_as]))
        from audit_log l
        where l.tenant_id = c.tenant_id
          and l.subject_id = c.id
          and l.operation = 'allowActing'
          and l.outcome = 'OK'
        order by l.id desc
        limit 1)
  loop
    update clients
    set acting_allowed_at = null, signing_allowed_at = null
    where tenant_id = given.tenant_id
      and id = given.id;
    insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, about)
    values (given.tenant_id, new_id('msg'), given.acts_as, 'CLIENT_WAITS', jsonb_build_object('clientName', given.name),
      'CRITICAL', array[given.id]);
  end loop;
  alter table messages force row level security;
  alter table merged_patients force row level security;
  alter table audit_log force row level security;
  alter table clients force row level security;
end $guardians$;
