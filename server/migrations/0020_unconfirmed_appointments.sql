-- What the job auto-cancel looks for, in every tenant: appointments that nobody has confirmed for long, the oldest first.
-- The index holds those that wait for it, or for a confirmation, and no others.
create index appointments_unconfirmed on appointments (unconfirmed_since, tenant_id, id)
  where status = 'SCHEDULED' and deleted_at is null;

-- A room that was used speaks for its appointment: the two have met, whoever forgot to confirm.
grant select (tenant_id, id, together_ms, together_since) on video_rooms to medina_gate;
call admit('medina_gate', 'video_rooms');

-- The job is nobody's call and comes before any tenant. It goes on behind the last one that it was given.
create function unconfirmed_appointments(until timestamptz, after_since timestamptz, after_tenant text, after_id text, at_most int)
returns table (tenant_id text, id text, unconfirmed_since timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.tenant_id, a.id, a.unconfirmed_since
  from appointments a
  where a.status = 'SCHEDULED'
    and a.deleted_at is null
    and a.unconfirmed_since <= until
    and (a.unconfirmed_since, a.tenant_id, a.id) > (after_since, after_tenant, after_id)
    and not exists (
      select from video_rooms r
      where r.tenant_id = a.tenant_id
        and r.id = a.video_room_id
        and (r.together_ms > 0 or r.together_since is not null)
    )
  order by a.unconfirmed_since, a.tenant_id, a.id
  limit at_most
$$;
grant create on schema public to medina_gate;
alter function unconfirmed_appointments owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function unconfirmed_appointments from public;
grant execute on function unconfirmed_appointments to medina_app;
