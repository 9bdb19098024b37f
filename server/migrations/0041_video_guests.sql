-- Whom a practitioner invites into the room of an appointment: family, an interpreter. They have no account; who has the
-- secret of an invitation is let into the lobby under its name.
create table video_guests (
  tenant_id text collate "C" not null,
  id text collate "C" not null check (id ~ '^gst_'),
  appointment_id text collate "C" not null,
  name text not null,
  kind text not null check (kind in ('FAMILY', 'INTERPRETER', 'OTHER')),
  secret_sha256 bytea not null check (length(secret_sha256) = 32),
  -- Without one, a day behind the end of the appointment, wherever that is moved.
  expires_at timestamptz,
  invited_by text collate "C" not null,
  created_at timestamptz not null default app_now(),
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, appointment_id) references appointments,
  foreign key (tenant_id, invited_by) references users
);
-- A secret names itself alone, before a tenant is known.
create unique index video_guests_secret on video_guests (secret_sha256);
create index video_guests_appointment on video_guests (tenant_id, appointment_id, id) where withdrawn_at is null;
call isolate('video_guests');
grant select, insert on video_guests to medina_app;
grant update (withdrawn_at) on video_guests to medina_app;

grant select (tenant_id, id, secret_sha256) on video_guests to medina_gate;
call admit('medina_gate', 'video_guests');
create function guest_by_secret(digest bytea) returns table (tenant_id text, id text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select g.tenant_id, g.id
  from video_guests g
  where g.secret_sha256 = digest
$$;
grant create on schema public to medina_gate;
alter function guest_by_secret owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function guest_by_secret from public;
grant execute on function guest_by_secret to medina_app;

-- Appointments that may not have taken place are looked for by their end, and are few among those that are over.
create index appointments_open on appointments (tenant_id, end_time, id)
  where status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and deleted_at is null;
