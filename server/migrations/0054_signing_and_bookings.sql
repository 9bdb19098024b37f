-- Clients that sign in a professional's name, and visits that are recorded afterwards. See docs/decisions/0062-signing-clients.md.

alter table clients
  -- Since when its user lets it sign and issue; null while it may not.
  add column signing_allowed_at timestamptz,
  -- When its user ended it, which an administrator cannot undo.
  add column ended_at timestamptz,
  add constraint clients_ended_are_disabled check (ended_at is null or disabled_at is not null);

create index clients_of_user on clients (tenant_id, acts_as);

-- Whether the visit was booked after it had taken place.
alter table appointments add column past_visit boolean not null default false;

-- Clients that signed or issued in the last 90 days go on; their users see them and can end it. All others must be allowed.
do $allow$
begin
  alter table clients no force row level security;
  alter table users no force row level security;
  alter table audit_log no force row level security;
  alter table documents no force row level security;
  update clients c
  set signing_allowed_at = now()
  from users u
  where u.tenant_id = c.tenant_id
    and u.id = c.acts_as
    and u.role in ('DOCTOR', 'DENTIST')
    and c.disabled_at is null
    and (
      -- The sandbox's fixed clients, which its seed restores.
      (c.tenant_id in ('ten_sandbox', 'ten_sandbox_b', 'ten_sandbox_starter') and c.id like 'sandbox-%')
      or exists (
        select from audit_log a
        where a.tenant_id = c.tenant_id
          and a.client_id = c.id
          and a.outcome = 'OK'
          and a.at > now() - interval '90 days'
          and (
            a.operation in ('issuePrescription', 'signPrescription', 'submitLabOrder')
            or (
              a.operation = 'generatePdf'
              and exists (
                select from documents d
                where d.tenant_id = a.tenant_id
                  and d.id = a.subject_id
                  and d.template = 'certificate')))));
  alter table clients force row level security;
  alter table users force row level security;
  alter table audit_log force row level security;
  alter table documents force row level security;
end $allow$;

-- Whether a client may sign: read with the status of its token, before the tenant is known.
create function client_may_sign(tenant text, client text)
returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.signing_allowed_at is not null
  from clients c
  where c.tenant_id = tenant
    and c.id = client
$$;
grant create on schema public to medina_gate;
alter function client_may_sign owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function client_may_sign from public;
grant execute on function client_may_sign to medina_app;
