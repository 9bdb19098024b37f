-- The form in which two spellings of a word are the same. lib/fold.ts makes the same; a test holds the two together.
-- Letters are named by their numbers, so that no locale of the database has a say.
create function fold(given text) returns text
language sql immutable strict parallel safe
as $$
  select btrim(
    regexp_replace(
      regexp_replace(
        translate(
          replace(replace(replace(
            lower(regexp_replace(normalize(given, NFKD),
              '[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0640\u0621''`\u02bb-\u02bf\u2018\u2019\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]',
              '', 'g')),
            U&'\0153', 'oe'), U&'\00e6', 'ae'), U&'\00df', 'ss'),
          U&'\00f8\0142\0111\0131\03c2\0671\0629\0649\06cc\06a9\06ad\06af\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9',
          U&'oldi\03c3\0627\0647\064a\064a\0643\0643\064301234567890123456789'),
        '[\t\n\v\f\r\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u2e00-\u2e7f\u3000-\u303f]+',
        ' ', 'g'),
      '(^| )\u0627\u0644(?=[^ ]{3})', '\1', 'g'),
    ' ')
$$;

-- What staff see of a practitioner beyond the public directory.
alter table doctors add licence_number text;
alter table doctors add phone text check (phone ~ '^\+[1-9][0-9]{6,14}$');
-- Filters compare these. No path can leave one behind its text.
alter table doctors add city_key text collate "C" generated always as (fold(city)) stored;
alter table doctors add specialty_key text collate "C" generated always as (fold(specialty)) stored;

-- A slug names a doctor over the whole installation. Of those that share one, the first keeps it; the others take the
-- end of their id along, as a new profile does.
alter table doctors no force row level security;
update doctors d
set slug = d.slug || '-' || right(d.user_id, 6)
where exists (
  select from doctors other
  where other.slug = d.slug
    and (other.tenant_id, other.user_id) < (d.tenant_id, d.user_id));
create unique index doctors_slug on doctors (slug);
alter table doctors drop constraint doctors_tenant_id_slug_key;

-- Staff list practitioners by name, those without a profile too.
create index users_practitioners on users (tenant_id, fold(name) collate "C", id)
where role in ('DOCTOR', 'DENTIST') and disabled_at is null;

-- The public directory: what anybody may see of all tenants' doctors, and what filters and order need. It has no
-- policies, under which its filters could use no index; nobody but the triggers below writes it, and the application
-- cannot read which tenant an entry is of.
create table public_doctors (
  tenant_id text collate "C" not null,
  id text collate "C" not null,
  slug text not null unique,
  name text not null,
  specialty text not null,
  city text not null,
  rating numeric(2, 1) not null,
  is_tele boolean not null,
  languages text[] not null,
  name_key text collate "C" not null generated always as (fold(name)) stored,
  city_key text collate "C" not null generated always as (fold(city)) stored,
  specialty_key text collate "C" not null generated always as (fold(specialty)) stored,
  primary key (tenant_id, id)
);
-- Each filter by equality has its entries in the order in which they are shown.
create index public_doctors_order on public_doctors (rating desc, name_key, id);
create index public_doctors_city on public_doctors (city_key, rating desc, name_key, id);
create index public_doctors_specialty on public_doctors (specialty_key, rating desc, name_key, id);
create index public_doctors_both on public_doctors (city_key, specialty_key, rating desc, name_key, id);
create index public_doctors_languages on public_doctors using gin (languages);
grant select (id, slug, name, specialty, city, rating, is_tele, languages, name_key, city_key, specialty_key)
  on public_doctors to medina_app;

grant select on doctors to medina_gate;
grant select, insert, update, delete on public_doctors to medina_gate;
-- To lock a row one must be allowed to change something of it.
grant update (created_at) on users to medina_gate;
call admit('medina_gate', 'doctors');

-- Brings one entry of the directory to what its doctor is now: there while a verified, enabled practitioner has a profile.
create function publish_doctor(tenant text, doctor text) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- Profile and user may change at once. Whoever comes second waits here, and the statements below see the first.
  perform from users u
  where u.tenant_id = tenant
    and u.id = doctor
  for share;

  delete from public_doctors p
  where p.tenant_id = tenant
    and p.id = doctor
    and not exists (
      select from users u
      join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
      where u.tenant_id = tenant
        and u.id = doctor
        and u.role in ('DOCTOR', 'DENTIST')
        and u.verified_at is not null
        and u.disabled_at is null);

  insert into public_doctors as p (tenant_id, id, slug, name, specialty, city, rating, is_tele, languages)
  select u.tenant_id, u.id, d.slug, u.name, d.specialty, d.city, d.rating, d.is_tele, d.languages
  from users u
  join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
  where u.tenant_id = tenant
    and u.id = doctor
    and u.role in ('DOCTOR', 'DENTIST')
    and u.verified_at is not null
    and u.disabled_at is null
  on conflict (tenant_id, id) do update
  set slug = excluded.slug,
    name = excluded.name,
    specialty = excluded.specialty,
    city = excluded.city,
    rating = excluded.rating,
    is_tele = excluded.is_tele,
    languages = excluded.languages
  where (p.slug, p.name, p.specialty, p.city, p.rating, p.is_tele, p.languages)
    is distinct from (excluded.slug, excluded.name, excluded.specialty, excluded.city, excluded.rating,
      excluded.is_tele, excluded.languages);
end $$;

create function publish_profile() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'INSERT' then perform publish_doctor(old.tenant_id, old.user_id); end if;
  if tg_op <> 'DELETE' then perform publish_doctor(new.tenant_id, new.user_id); end if;
  return null;
end $$;

create function publish_user() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform publish_doctor(new.tenant_id, new.id);
  return null;
end $$;

grant create on schema public to medina_gate;
alter function publish_doctor owner to medina_gate;
alter function publish_profile owner to medina_gate;
alter function publish_user owner to medina_gate;
revoke create on schema public from medina_gate;
revoke execute on function publish_doctor, publish_profile, publish_user from public;

create trigger published after insert or update or delete on doctors
for each row execute function publish_profile();

create trigger published after update of name, role, verified_at, disabled_at on users
for each row
when ((old.name, old.role, old.verified_at, old.disabled_at)
  is distinct from (new.name, new.role, new.verified_at, new.disabled_at))
execute function publish_user();

-- Those who are there already.
alter table users no force row level security;
insert into public_doctors (tenant_id, id, slug, name, specialty, city, rating, is_tele, languages)
select u.tenant_id, u.id, d.slug, u.name, d.specialty, d.city, d.rating, d.is_tele, d.languages
from users u
join doctors d on d.tenant_id = u.tenant_id and d.user_id = u.id
where u.role in ('DOCTOR', 'DENTIST')
  and u.verified_at is not null
  and u.disabled_at is null;
alter table users force row level security;
alter table doctors force row level security;

-- Interest shown on the marketing site. Nobody changes what somebody said.
create table leads (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null check (id ~ '^lead_'),
  name text not null,
  email text,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  source text not null,
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default app_now(),
  primary key (tenant_id, id),
  check (email is not null or phone is not null)
);
create index leads_newest on leads (tenant_id, created_at desc, id desc);
create index leads_source on leads (tenant_id, source, created_at desc, id desc);
-- Who submitted the same a moment ago.
create index leads_email on leads (tenant_id, lower(email), created_at) where email is not null;
create index leads_phone on leads (tenant_id, phone, created_at) where phone is not null;
call isolate('leads');
grant select, insert on leads to medina_app;
