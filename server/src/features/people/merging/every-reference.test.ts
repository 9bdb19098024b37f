import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callEveryOperation } from '../../../../testing/call-every-operation.ts'
import { newPerson, newSession } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform
const rowsOf = async <R extends object>(text: string, ...values: unknown[]) => (await owner.query<R>(text, values)).rows

/** Columns that keep the old id after a merge, and why. */
const keptReferences: Record<string, string> = {
  'audit_log.*': 'append-only and sealed; the log is searched by all ids of a patient',
  'audit_of_patients.*': 'the index of the log',
  'events.*': 'the signed bytes are never changed; events are searched by all ids of a patient',
  'merged_patients.*': 'the merge itself',
  'prescriptions.signed_patient_id': 'what was signed',
  'idempotency_keys.*': 'the client of a browser, for a day; no answer of an ended session is repeated',
  'patient_consents.client_id': 'the browser of an answer, as proof',
  'messages.about': 'for messages to others; an id that was merged means the surviving record',
  'effects.key': 'what a job did, so that it is done once; the surviving id is added',
}

test('a merge can move every foreign key to users, and handles every unique index on one', async () => {
  const unmovable = await rowsOf(`
    select r.tbl::text || '.' || r.col as reference
    from user_references() r
    where not has_column_privilege('medina_gate', r.tbl, r.col, 'update')
      or not exists (select from pg_policy p where p.polrelid = r.tbl and 'medina_gate'::regrole = any(p.polroles))`)
  assert.deepEqual(unmovable, [], 'call let_merge(table) in the migration of a new table')
  const unique = await rowsOf<{ reference: string }>(`
    select distinct r.tbl::text || '.' || r.col as reference
    from user_references() r
    join pg_attribute a on a.attrelid = r.tbl and a.attname = r.col
    join pg_index i on i.indrelid = r.tbl and i.indisunique and a.attnum = any(i.indkey)
    order by 1`)
  const mergeable = [
    'care_relationships.patient_id',
    'confirmation_codes.user_id',
    'contacts.user_id',
    'guardianships.dependant_id',
    'guardianships.guardian_id',
    'identity_disputes.patient_id',
    'join_links.user_id',
    'patient_consents.patient_id',
    'patient_identities.patient_id',
    'possible_duplicates.newer_id',
    'possible_duplicates.older_id',
  ]
  const professionalReferences = [
    'care_relationships.professional_id',
    'doctors.user_id',
    'prescriber_keys.user_id',
    'schedules.doctor_id',
    'signing_certificates.user_id',
    'stock_lots.pharmacy_id',
  ]
  assert.deepEqual(
    unique.map(({ reference }) => reference).filter((reference) => !professionalReferences.includes(reference)),
    mergeable,
    'merge_patients must say which row of both patients stays',
  )
})

test('every column that may contain the id of a patient without a foreign key is covered', async () => {
  const loose = await rowsOf<{ reference: string }>(`
    select c.relname || '.' || a.attname as reference
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p')
      and not c.relispartition
      and format_type(a.atttypid, a.atttypmod) in ('text', 'text[]')
      and a.attname ~ '(patient|user|person|recipient|identity|audience|about|subject)|_by$'
      and not exists (select from user_references() r where r.tbl = c.oid and r.col = a.attname)
    order by 1`)
  const covered = [
    'appointments.booked_by',
    'appointments.notes_by',
    'campaign_enrolments.person_id', // generated
    'care_relationships.ended_by',
    'confirmation_codes.about',
    'consents_in_force.patient_id',
    'documents.created_by',
    'guardianships.created_by',
    'guardianships.ended_by',
    'guardianships.verified_by',
    'invoices.created_by',
    'orders.patient_id',
    'patient_words.patient_id', // by the trigger on users, which deletes them with the record
    'payments.created_by',
    'refunds.created_by',
    'video_participants.identity',
  ]
  const neverPatients = [
    'access_requests.decided_by', // administrators
    'client_handovers.created_by', // administrators
    'contacts.address_changed_by', // the staff
    'join_links.fetched_by', // administrators
    'notification_texts.subject', // of an e-mail
    'sandbox_messages.recipient', // an address
    'sandbox_messages.subject',
    'sessions.user_agent', // a header
    'sign_in_failures.subject',
    'signing_certificates.subject',
    'test_clock.bound_by', // a call
    'users.verified_by', // administrators
    'video_participants.issued_by', // administrators: they alone fetch tokens for others
    'visit_types.bookable_by', // PATIENT or STAFF
  ]
  const isKept = (reference: string) => reference in keptReferences || `${reference.split('.')[0]}.*` in keptReferences
  assert.deepEqual(
    loose
      .map(({ reference }) => reference)
      .filter((reference) => !isKept(reference) && !neverPatients.includes(reference)),
    covered,
  )
})

test('after every operation of a patient, a merge leaves their old id in no other column', async () => {
  const { tenantId, involved } = await callEveryOperation(platform)
  const { ADMIN: admin, PATIENT: mergedPatient } = involved
  const survivor = await newPerson(platform, tenantId, 'PATIENT')
  const { token } = await newSession(platform, survivor)
  for (const [path, body] of [
    ['contact', { phone: '06 12 34 56 79', optOuts: ['WHATSAPP'] }],
    ['consents', { consents: ['MARKETING'] }],
    ['identity', { insurer: 'CNOPS' }],
  ] as const) {
    const area = path === 'contact' ? 'users' : 'patients'
    const answer = await call('PUT', `/api/${area}/${survivor.id}/${path}`, { token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  // Patients in a waiting room are not merged.
  await platform.owner.query('update video_participants set left_at = now() where identity = $1', [mergedPatient.id])
  const answer = await call('POST', `/api/patients/${survivor.id}/merge`, {
    token: admin.token,
    body: { otherId: mergedPatient.id, reason: 'Registered twice', loginOf: survivor.id, identityOf: survivor.id },
  })
  assert.equal(answer.status, 200, answer.text)
  // Read from the table, because the answer omits clinical content.
  const [merge] = await rowsOf<{ moved: object }>('select moved from merged_patients where id = $1', mergedPatient.id)
  assert.ok(Object.keys(merge!.moved).length >= 14, Object.keys(merge!.moved).join())

  const columns = await rowsOf<{ tbl: string; col: string }>(`
    select c.relname as tbl, a.attname as col
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  const remaining: string[] = []
  for (const { tbl, col } of columns) {
    if (`${tbl}.${col}` in keptReferences || `${tbl}.*` in keptReferences) continue
    // As a whole word, because the names and addresses of test clients contain the id of their user.
    const [{ found } = { found: 0 }] = await rowsOf<{ found: number }>(
      `select count(*)::int as found from ${tbl} where ${col}::text ~ ('(^|[^-])\\m' || $1 || '\\M(?!@)')`,
      mergedPatient.id,
    )
    if (found > 0) remaining.push(`${tbl}.${col}: ${found}`)
  }
  assert.deepEqual(remaining, [])
})
