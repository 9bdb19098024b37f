-- Search of patients by the words of their names: see docs/decisions/0087-search-of-patients.md.

-- The words by which a name is found, folded: each one, and each particle joined to the next word. `El Fassi` is found by
-- `fassi` and by `elfassi`; a particle alone is the beginning of the joined word. No real name has more than twelve.
create function name_words(name text) returns text[]
language sql immutable parallel safe set search_path = public, pg_temp
as $$
  select array(
    select word collate "C"
    from (
      select unnest(string_to_array(person_key(name), ' '))
      union
      select unnest(string_to_array(regexp_replace(
        fold(name), '\m(el|al|ben|bel|bent|bint|ibn|abd|ait|bou|ould|بن|بنت|عبد|ايت|بو|ولد) ', '', 'g'), ' '))
    ) words (word)
    where word <> ''
    order by 1
    limit 12)
$$;

-- The words of each patient's name, alone (`other` is empty) and in pairs in the order of the alphabet. Only the trigger
-- below writes it.
create table patient_words (
  tenant_id text collate "C" not null,
  patient_id text collate "C" not null,
  other text collate "C" not null,
  word text collate "C" not null,
  primary key (tenant_id, patient_id, other, word),
  check (other < word)
);
-- A look-up of one patient's words must use the key: it does not name this condition, which always holds.
create index patient_words_search on patient_words (tenant_id, other, word, patient_id) where word > '';
call isolate('patient_words');
grant select on patient_words to medina_app;
grant select, insert, delete on patient_words to medina_gate;
call admit('medina_gate', 'patient_words');

create function index_name() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then
    delete from patient_words w
    where w.tenant_id = old.tenant_id
      and w.patient_id = old.id;
  end if;
  if tg_op <> 'DELETE' and new.role = 'PATIENT' then
    insert into patient_words (tenant_id, patient_id, other, word)
    select new.tenant_id, new.id, other, word
    from unnest(name_words(new.name)) word
    join unnest(array_prepend('', name_words(new.name))) other on other < word collate "C";
  end if;
  return null;
end $$;

grant create on schema public to medina_gate;
alter function index_name owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function index_name from public;

create trigger name_indexed after insert or delete or update of name, role on users
for each row execute function index_name();

-- Patients of today.
do $index$
begin
  alter table users no force row level security;
  alter table patient_words no force row level security;
  insert into patient_words (tenant_id, patient_id, other, word)
  select u.tenant_id, u.id, other, word
  from users u
  cross join lateral (select name_words(u.name) as words offset 0) w
  cross join lateral unnest(w.words) word
  join lateral unnest(array_prepend('', w.words)) other on other < word collate "C"
  where u.role = 'PATIENT';
  alter table users force row level security;
  alter table patient_words force row level security;
end $index$;

-- Patients with one telephone number, national id or birth date, in the order of the list.
create index contacts_patient_phone on contacts (tenant_id, phone, user_id) where phone is not null;
drop index patient_identities_national_id;
create index patient_identities_national_id on patient_identities (tenant_id, national_id_key, patient_id)
  where national_id_key is not null;
drop index patient_identities_birth_date;
create index patient_identities_birth_date on patient_identities (tenant_id, birth_date, patient_id)
  where birth_date is not null;
