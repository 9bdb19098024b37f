-- A merge keeps what a professional stated alone only beside a regular ground: no emergency, and no booking of the staff, which opens a
-- file for the days of a visit. Such a booking does not begin again what the patient ended with the other record.
do $$
declare
  def text := pg_get_functiondef('merge_patients'::regproc);
  changed text;
begin
  changed := replace(def,
    'r.until > app_now() as in_force',
    'r.until > app_now() and r.opens_at is null and r.basis not in (''EMERGENCY'', ''ADMINISTRATION'') as in_force,
      r.until > app_now() as reaches');
  changed := replace(changed,
    'and o.patient_id <> n.patient_id
        and o.in_force)',
    'and o.patient_id <> n.patient_id
        and (o.in_force or (o.basis = n.basis and o.reaches)))');
  changed := replace(changed,
    'r.basis in (''REGISTERED'', ''EMERGENCY'', ''ADMINISTRATION'')',
    'r.basis in (''REGISTERED'', ''EMERGENCY'', ''ADMINISTRATION'')
      or (r.opens_at is not null and exists (
        select from care_relationships e
        join users u on u.tenant_id = e.tenant_id and u.id = e.ended_by and u.role = ''PATIENT''
        where e.tenant_id = tenant
          and e.professional_id = r.professional_id
          and e.patient_id in (gone, stays)
          and e.patient_id <> r.patient_id))');
  if changed not like '%opens_at is null and r.basis%' or changed not like '%e.ended_by and%'
    or changed not like '%n.basis and o.reaches%' then
    raise 'merge_patients is not as 0065_proofs_of_addresses.sql left it';
  end if;
  execute changed;
end $$;
