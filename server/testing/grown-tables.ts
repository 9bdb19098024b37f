import pg from 'pg'

/** Owners of a large share of the rows. */
export type Busy = { tenantId: string; doctorId: string; patientId: string; pharmacistId: string; laboratoryId: string }

/** Owners of few rows, which are the hardest to find. Fixed ids, the same in every tenant. */
export const quiet = {
  doctorId: 'usr_quiet_doctor',
  patientId: 'usr_quiet_patient',
  pharmacyId: 'usr_quiet_pharmacy',
  laboratoryId: 'usr_quiet_laboratory',
}

/** Rows of each quiet owner and each rare state. */
export const FEW_ROWS = 10

/** The most rows of one patient, and the most patients of a doctor. Neither grows with the organisation. */
const PATIENT_ROWS = 3_333

/** Patients with the birth date that most have. */
const BORN_ON_A_DAY = 250

/** The campaign of all enrolments. */
export const CAMPAIGN = 'cmp_growth'

/** The guardian of a third of all dependants. Not used as a caller, because a guardian has at most ten. */
export const GUARDIAN = 'usr_crowd_000000000'

/** The telephone number of a few patients. */
export const FAMILY_PHONE = '0600000007'

/** The tables to fill, in the order of their dependencies. */
export const kinds = [
  'people',
  'appointments',
  'prescriptions',
  'orders',
  'lab_orders',
  'invoices',
  'follow_ups',
  'waitlist_entries',
  'reviews',
  'documents',
  'messages',
  'leads',
  'enrolments',
  'stock_lots',
  'access_requests',
  'audit_log',
] as const
export type Kind = (typeof kinds)[number]

/**
 * Inserts rows as after years of use: most in two states, few in a third, none in the others; half of one doctor, up
 * to a third of one patient. The times of appointments are not in the order of their ids.
 * @param owner a superuser, because triggers and foreign keys are disabled to save time
 * @param people the number of rows of `people`: the patients of the other tables
 */
export async function grow(owner: pg.ClientBase, kind: Kind, rows: number, busy: Busy, people = rows): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  try {
    for (const statement of statementsFor(rows, busy, people)[kind])
      await (rows < MANY_ROWS ? owner.query(statement) : withoutIndexes(owner, statement))
  } finally {
    await owner.query('reset session_replication_role')
  }
}

/** From this number on, building the indexes afterwards takes a fraction of the time. */
const MANY_ROWS = 100_000

/** Runs an insert into a table without its indexes, and builds them again. */
async function withoutIndexes(owner: pg.ClientBase, insert: string): Promise<void> {
  const [, table] = /^\s*insert into (\w+)/.exec(insert) ?? []
  if (!table) return void (await owner.query(insert))
  await owner.query(`set maintenance_work_mem = '2GB'`)
  const { rows: indexes } = await owner.query<{ id: number }>(
    `update pg_index set indisready = false
     where indrelid in (select relid from pg_partition_tree($1) union select $1::regclass)
     returning indexrelid::int as id`,
    [table],
  )
  await owner.query(insert)
  await owner.query('update pg_index set indisready = true where indexrelid = any($1)', [indexes.map(({ id }) => id)])
  const { rows: parts } = await owner.query<{ name: string }>(
    `select relid::regclass::text as name from pg_partition_tree($1) where isleaf
     union select $1::regclass::text where not exists (select from pg_partition_tree($1))`,
    [table],
  )
  // Locked before its indexes: otherwise `reindex` deadlocks with a job that reads the table.
  for (const { name } of parts)
    await owner.query(`begin; lock table ${name} in access exclusive mode; reindex table ${name}; commit`)
}

function statementsFor(rows: number, busy: Busy, people: number): Record<Kind, string[]> {
  const rare = Math.floor(rows / FEW_ROWS)
  const ofPatient = Math.max(3, Math.floor(rows / PATIENT_ROWS))
  const oneDay = Math.ceil(rows / BORN_ON_A_DAY)
  const tenant = pg.escapeLiteral(busy.tenantId)
  const oneOf = (often: string, half: string, few: string, at: number) =>
    `case when g % ${rare} = ${at} then ${few} when g % 10 < 4 then ${half} else ${often} end`
  const state = (often: string, half: string, few: string) => oneOf(`'${often}'`, `'${half}'`, `'${few}'`, 3)
  const id = (prefix: string) => `id_floor('${prefix}', at) || lpad(to_hex(g), 20, '0')`
  const crowd = `'usr_crowd_' || lpad((g % ${people})::text, 9, '0')`
  const doctor = `case when g % ${rare} = 1 then '${quiet.doctorId}' when g % 2 = 0 then ${pg.escapeLiteral(busy.doctorId)} else 'usr_other_doctor' end`
  // A person is enrolled in a campaign once.
  const isPatient = `(g % 2 = 0 and g <= ${people})`
  const patient = `case when g % ${rare} = 2 then '${quiet.patientId}' when g % ${ofPatient} = 0 then ${pg.escapeLiteral(busy.patientId)} else ${crowd} end`
  const pharmacy = `case when g % ${rare} = 4 then '${quiet.pharmacyId}' when g % 2 = 0 then ${pg.escapeLiteral(busy.pharmacistId)} else 'usr_other_pharmacy' end`
  const laboratory = `case when g % ${rare} = 4 then '${quiet.laboratoryId}' when g % 2 = 0 then ${pg.escapeLiteral(busy.laboratoryId)} end`
  // Ids contain the time: counted from the tenant's creation, row g of one table refers to row g of another.
  const from = `from (
    select g, t.created_at - (${rows} - g) * interval '1 minute' as at
    from tenants t, generate_series(1, ${rows}) g
    where t.tenant_id = ${tenant}) made`
  // Partitions exist only from the current month on.
  const fromFuture = `from (select g, now() + g * interval '20 days' / ${rows} as at from generate_series(1, ${rows}) g) made`
  const scattered = `(g::bigint * 7919 % ${rows})`
  const user = (name: string, role: string) =>
    `(${tenant}, '${name}', '${name}@${busy.tenantId}.example', '${name}', '${role}', now())`

  return {
    people: [
      `insert into users (tenant_id, id, email, name, role, verified_at) values
        ${user(quiet.doctorId, 'DOCTOR')}, ${user('usr_other_doctor', 'DOCTOR')}, ${user(quiet.patientId, 'PATIENT')},
        ${user(quiet.pharmacyId, 'PHARMACIST')}, ${user(quiet.laboratoryId, 'LABORATORY')}, ${user('usr_other_pharmacy', 'PHARMACIST')}`,
      `insert into users (tenant_id, id, email, name, role, created_at)
       select ${tenant}, 'usr_unverified_' || g, g || '@unverified.${busy.tenantId}.example', 'Dentist ' || g, 'DENTIST', now()
       from generate_series(1, ${FEW_ROWS}) g`,
      `insert into users (tenant_id, id, email, name, role, created_at)
       select ${tenant}, ${crowd}, g || '@${busy.tenantId}.example', ${oneOf("'Mohamed El Alaoui Crowd'", "'Fatima Zahra Crowd'", "'Rare Crowd'", 6)}, 'PATIENT', at ${from}`,
      // What the disabled trigger of `users` would do. There are three names, so words are computed once for each.
      `insert into patient_words (tenant_id, patient_id, other, word)
       with names as (select distinct name from users where tenant_id = ${tenant} and role = 'PATIENT'),
       words as materialized (
         select name, other, word
         from names
         cross join lateral unnest(name_words(name)) word
         join lateral unnest(array_prepend('', name_words(name))) other on other < word collate "C"
       )
       select u.tenant_id, u.id, w.other, w.word
       from users u
       join words w on w.name = u.name
       where u.tenant_id = ${tenant} and u.role = 'PATIENT'
         and not exists (select from patient_words p where p.tenant_id = u.tenant_id and p.patient_id = u.id)`,
      `insert into care_relationships (tenant_id, professional_id, patient_id, source_id, basis, until)
       select ${tenant}, ${pg.escapeLiteral(busy.doctorId)}, ${crowd}, 'VISITED', 'VISITED', now() + interval '1 year' ${from} where g % ${ofPatient} = 0`,
      `insert into contacts (tenant_id, user_id, phone)
       select ${tenant}, ${crowd}, '+2126' || lpad(case when g <= ${FEW_ROWS} then '7' else g::text end, 8, '0') ${from}`,
      `insert into patient_identities (tenant_id, patient_id, birth_date, national_id, updated_by)
       select ${tenant}, ${crowd}, date '1980-01-01' + case when g % ${oneDay} = 0 then 0 else g % 5000 + 1 end, 'N' || g, 'growth' ${from}`,
      `insert into patient_consents (tenant_id, patient_id, name, version, granted, decided_by, client_id, at)
       select ${tenant}, ${crowd}, case when g % ${rare} = 1 then 'RECORDING' else 'MARKETING' end, 1, true, ${crowd}, 'growth', at ${from}`,
      `insert into consents_in_force (tenant_id, name, patient_id, version)
       select tenant_id, name, patient_id, version from patient_consents where tenant_id = ${tenant}`,
      `insert into possible_duplicates (tenant_id, newer_id, older_id, same_national_id, same_name_and_birth_date)
       select ${tenant}, ${crowd}, 'usr_crowd_000000000', true, false ${from} where g < ${rows}`,
      `insert into guardianships (tenant_id, id, guardian_id, dependant_id, kind, created_by)
       select ${tenant}, ${id('gua')}, case when g % ${rare} = 2 then '${quiet.patientId}' when g % 3 = 0 then '${GUARDIAN}' else ${crowd} end,
         case when g % ${rare} = 3 then '${quiet.patientId}' else 'usr_crowd_' || lpad((g + 1)::text, 9, '0') end, 'CARER', 'growth' ${from}
       where g < ${rows} - 1 and (g % ${rare} <> 3 or g % 3 <> 0)`,
      `insert into invitations (tenant_id, id, email, name, role, language, invited_by, token_sha256, expires_at)
       select ${tenant}, ${id('itn')}, g || '@invited.example', 'Invited ' || g, 'DOCTOR', 'fr', 'growth', sha256((${tenant} || g)::bytea), at ${from}`,
    ],
    appointments: [
      `insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, status, video_room_id, created_at, unconfirmed_since)
       select ${tenant}, ${id('apt')}, ${doctor}, ${patient}, start, start + interval '9 minutes', ${state('CONFIRMED', 'COMPLETED', 'NO_SHOW')}, ${id('room')}, at, at
       from (select *, date_trunc('day', now()) + (${scattered} - ${rows} * 0.9) * interval '10 minutes' as start ${from}) timed`,
    ],
    prescriptions: [
      `insert into prescriptions (tenant_id, id, doctor_id, patient_id, appointment_id, items, issued_at, status, cancelled_at)
       select ${tenant}, ${id('rx')}, ${doctor}, ${patient}, ${id('apt')}, '[{"medication": "Amoxicilline 500 mg", "dosage": "3 x 1", "instructions": null, "durationDays": 7, "substanceTable": null}]', at,
         case when g % ${rare} = 3 then 'CANCELLED' else 'ISSUED' end, case when g % ${rare} = 3 then at end ${from}`,
    ],
    orders: [
      `insert into orders (tenant_id, id, prescription_id, pharmacy_id, delivery_requested, status, created_at, patient_id, doctor_id,
         prescription_status, prescription_issued_at)
       select ${tenant}, ${id('ord')}, ${id('rx')}, ${pharmacy}, false, ${state('DELIVERED', 'CANCELLED', 'PENDING')}, at, ${patient}, ${doctor},
         case when g % ${rare} = 3 then 'CANCELLED' else 'ISSUED' end, at ${from}`,
    ],
    lab_orders: [
      `insert into lab_orders (tenant_id, id, patient_id, doctor_id, laboratory_id, tests, status, created_at, released_at)
       select ${tenant}, ${id('lab')}, ${patient}, ${doctor}, ${laboratory}, '{TSH}', status, at, case status when 'RELEASED' then at end
       from (select *, ${state('RELEASED', 'CANCELLED', 'ORDERED')} as status ${from}) stated`,
    ],
    invoices: [
      `insert into invoices (tenant_id, id, year, serial, patient_id, doctor_id, amount, created_by, created_at, paid, cancelled_at)
       select ${tenant}, ${id('inv')}, 2020, g, ${patient}, ${doctor}, 100, 'growth', at,
         case when g % ${rare} = 3 or g % 10 < 4 then 0 else 100 end, case when g % ${rare} = 3 then at end ${from}`,
    ],
    follow_ups: [
      `insert into follow_ups (tenant_id, id, doctor_id, patient_id, status, created_at, settled_at)
       select ${tenant}, ${id('fu')}, ${doctor}, ${patient}, status, at, case when status <> 'PROPOSED' then at end
       from (select *, ${state('DECLINED', 'CANCELLED', 'PROPOSED')} as status ${from}) stated`,
    ],
    waitlist_entries: [
      `insert into waitlist_entries (tenant_id, id, patient_id, visit_type_id, doctor_id, first_day, last_day, status, by_patient, created_at)
       select ${tenant}, ${id('wle')}, ${patient}, 'vty_growth', ${doctor}, at::date, at::date + 30,
         ${state('BOOKED', 'EXPIRED', 'WAITING')}, false, at ${from}`,
    ],
    reviews: [
      `insert into reviews (tenant_id, id, appointment_id, doctor_id, patient_id, rating, created_at)
       select ${tenant}, ${id('rev')}, ${id('apt')}, ${doctor}, ${patient}, 5, at ${from}`,
    ],
    documents: [
      `insert into documents (tenant_id, id, template, serial, content, content_sha256, patient_id, practitioner_id, prescription_id,
         appointment_id, invoice_id, certificate_id, created_by, created_at, object_key, pdf_sha256, size, ready_at)
       select ${tenant}, ${id('doc')}, ${state('prescription', 'invoice', 'attestation')},
         upper(substr(md5(${tenant}), 1, 8) || lpad(to_hex(g), 12, '0')), '{"language": "fr"}', sha256(g::text::bytea), ${patient}, ${doctor},
         ${id('rx')}, ${id('apt')}, ${id('inv')}, 'crt_growth', ${doctor}, at, 'growth/' || g, repeat('0', 64), 1, at ${from}`,
      `insert into documents_of_pharmacies (tenant_id, pharmacy_id, created_at, document_id)
       select d.tenant_id, o.pharmacy_id, d.created_at, d.id
       from documents d
       join orders o on o.tenant_id = d.tenant_id and o.prescription_id = d.prescription_id and o.status <> 'CANCELLED'
       where d.tenant_id = ${tenant}`,
    ],
    messages: [
      `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, about, status, channel, language, next_at, created_at)
       select ${tenant}, ${id('msg')}, ${patient}, ${state('APPOINTMENT_CONFIRMED', 'PRESCRIPTION_ISSUED', 'INVOICE_ISSUED')}, '{}', 'SERVICE', '{}',
         ${state('SENT', 'DELIVERED', 'FAILED')}, ${oneOf("'WHATSAPP'", "'EMAIL'", "'SMS'", 5)}, 'fr', null, at ${from}`,
    ],
    leads: [
      `insert into leads (tenant_id, id, name, email, source, created_at)
       select ${tenant}, ${id('lead')}, 'Lead ' || g, g || '@lead.example', ${state('DEMO_FORM', 'NEWSLETTER', 'PARTNER')}, at ${from}`,
    ],
    enrolments: [
      `insert into campaigns (tenant_id, id, name, steps, steps_made) values (${tenant}, '${CAMPAIGN}', 'Growth', '[{"step": 1, "delayHours": 1000000, "templateCode": "WELCOME"}]', 1)`,
      `insert into campaign_enrolments (tenant_id, id, campaign_id, patient_id, lead_id, state, stop_reason, since, enrolled_by, ended_at)
       select ${tenant}, ${id('enr')}, '${CAMPAIGN}', case when ${isPatient} then ${crowd} end, case when not ${isPatient} then ${id('lead')} end,
         state, case state when 'STOPPED' then 'REPLIED' end, at, 'growth', case when state <> 'ACTIVE' then at end
       from (select *, ${state('COMPLETED', 'STOPPED', 'ACTIVE')} as state ${from}) stated`,
    ],
    stock_lots: [
      `insert into stock_lots (tenant_id, id, pharmacy_id, medication, lot_number, quantity, expires_on)
       select ${tenant}, ${id('lot')}, ${pharmacy}, ${oneOf("'Medicine ' || g % 50", "'Syrup ' || g % 50", "'Rare medicament'", 6)}, 'L' || g, case when g % ${rare} = 5 then 5 else 0 end,
         current_date - 1000 + (${scattered} * 2000 / ${rows})::int ${from}`,
    ],
    access_requests: [
      `insert into access_requests (tenant_id, id, organization, contact_name, email, purpose, sandbox_only, status, created_at, decided_at, granted_tenant_id, granted_client_id)
       select ${tenant}, ${id('acr')}, 'Clinic ' || g, 'Contact', g || '@clinic.example', 'Booking', true, status, at,
         case when status <> 'PENDING' then at end, case status when 'GRANTED' then 'ten_x' end, case status when 'GRANTED' then 'cli_x' end
       from (select *, ${state('REFUSED', 'PENDING', 'GRANTED')} as status ${from}) stated`,
    ],
    audit_log: [
      `insert into audit_log (tenant_id, id, at, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id, xid)
       select ${tenant}, ${id('aud')}, at, ${doctor}, ${state('growth', 'growth-console', 'growth-rare')},
         ${state('readAppointment', 'listAppointments', 'createOrder')}, case when g % ${rare} = 3 then 'FORBIDDEN' else 'OK' end,
         ${oneOf(`'apt_busy'`, 'null', `'apt_' || g`, 5)}, array[${patient}], 'growth', 1 ${fromFuture}`,
      `insert into audit_of_patients (tenant_id, patient_id, audit_id)
       select tenant_id, patient_ids[1], id from audit_log where tenant_id = ${tenant} and xid = 1`,
      'update audit_position set xid = greatest(xid, 2)', // these rows count as sealed
    ],
  }
}
