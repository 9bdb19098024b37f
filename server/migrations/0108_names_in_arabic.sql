-- The patient's name in Arabic, as the national identity card writes it. The staff attests it like the other fields of the card.
alter table patient_identities add column if not exists name_ar text;
alter table patient_identities drop constraint if exists patient_identities_check;
alter table patient_identities add constraint patient_identities_check
  check (attested_by is null or num_nonnulls(birth_date, sex, national_id, name_ar) > 0);
grant update (name_ar) on patient_identities to medina_app, medina_gate;

-- Disputes have all fields that the card proves.
alter table identity_disputes no force row level security;
update identity_disputes
set recorded = recorded || '{"nameAr": null}', stated = stated || '{"nameAr": null}'
where not recorded ? 'nameAr';
alter table identity_disputes force row level security;

-- A merge fills it like the other fields.
do $$
declare
  def text := pg_get_functiondef('merge_patients'::regproc);
  changed text;
begin
  if def like '%name_ar%' then
    return;
  end if;
  changed := replace(def,
    'set (birth_date, sex, national_id, insurer, insurance_number, attested_by) = (',
    'set (birth_date, sex, national_id, name_ar, insurer, insurance_number, attested_by) = (');
  changed := replace(changed,
    'r.birth_date, r.sex, r.national_id, r.insurer, r.insurance_number',
    'r.birth_date, r.sex, r.national_id, r.name_ar, r.insurer, r.insurance_number');
  changed := replace(changed,
    'b.birth_date, b.sex, b.national_id, b.insurer, b.insurance_number',
    'b.birth_date, b.sex, b.national_id, b.name_ar, b.insurer, b.insurance_number');
  changed := replace(changed,
    'coalesce(a.insurer, case when fills then b.insurer end) as insurer',
    'coalesce(a.name_ar, case when fills then b.name_ar end) as name_ar,
        coalesce(a.insurer, case when fills then b.insurer end) as insurer');
  if (length(changed) - length(replace(changed, 'name_ar', ''))) / length('name_ar') <> 7 then
    raise 'merge_patients is not as 0072_merges_and_windows.sql left it';
  end if;
  execute changed;
end $$;
