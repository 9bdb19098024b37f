-- How long messages and entries of the audit log are kept: see docs/operating.md.
grant delete on messages, sandbox_messages to medina_worker;

-- Drops the oldest month of the audit log with its lists of patients, if all its entries are older than keep_days and in a seal. The
-- seals stay. A waiting lock would block all writes behind it, so it does not wait for long.
create or replace function end_audit_month(keep_days int)
returns table (ended text)
language plpgsql security definer
set search_path = public, pg_temp
set lock_timeout = '250ms'
as $$
declare
  month text;
  is_unsealed boolean;
begin
  for month in
    select right(c.relname, 7)
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass
      and c.relname ~ '_\d{4}_\d\d$'
      and to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC' + interval '1 month'
        <= now() - make_interval(days => keep_days)
    order by 1
  loop
    execute format('select exists (select from %I where xid >= (select xid from audit_position))', 'audit_log_' || month)
      into is_unsealed;
    continue when is_unsealed;
    ended := month;
    execute format('drop table %I, %I', 'audit_log_' || month, 'audit_of_patients_' || month);
    return next;
    return;
  end loop;
end $$;
revoke execute on function end_audit_month from public;
grant execute on function end_audit_month to medina_worker;
