-- What stands at the head of an organisation's documents; without a row, its name alone.
create table letterheads (
  tenant_id text collate "C" primary key references tenants,
  name text not null,
  name_ar text,
  -- Up to four lines.
  address text,
  address_ar text,
  city text,
  city_ar text,
  phone text,
  email text,
  -- What authorities know it by, in the order in which it is shown: [{label, value}]
  identifiers jsonb not null check (jsonb_typeof(identifiers) = 'array' and jsonb_array_length(identifiers) <= 8),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- As it was given; only what has been read and found to be a drawing gets here.
  logo_svg text check (octet_length(logo_svg) <= 32768),
  updated_by text collate "C" not null,
  updated_at timestamptz not null default app_now(),
  foreign key (tenant_id, updated_by) references users
);
call isolate('letterheads');
grant select, insert on letterheads to medina_app;
grant update (name, name_ar, address, address_ar, city, city_ar, phone, email, identifiers, color, logo_svg, updated_by,
  updated_at) on letterheads to medina_app;

-- Who a patient is by their papers, and who insures them: what documents state beside the name.
create table patient_identities (
  tenant_id text collate "C" not null,
  patient_id text collate "C" not null,
  birth_date date check (birth_date >= '1900-01-01'),
  sex text check (sex in ('F', 'M')),
  national_id text,
  insurer text,
  insurance_number text,
  -- Who of the staff wrote down what the papers say. From then on the patient cannot change that.
  attested_by text collate "C",
  updated_by text collate "C" not null,
  updated_at timestamptz not null default app_now(),
  primary key (tenant_id, patient_id),
  foreign key (tenant_id, patient_id) references users,
  foreign key (tenant_id, attested_by) references users,
  foreign key (tenant_id, updated_by) references users,
  check (attested_by is null or num_nonnulls(birth_date, sex, national_id) > 0)
);
call isolate('patient_identities');
grant select, insert on patient_identities to medina_app;
grant update (birth_date, sex, national_id, insurer, insurance_number, attested_by, updated_by, updated_at)
on patient_identities to medina_app;
