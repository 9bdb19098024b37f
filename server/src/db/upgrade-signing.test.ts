import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { applyEarlier, newPlainDatabase } from '../../testing/earlier.ts'
import { asOwner } from '../../testing/harness.ts'
import { newSerial } from '../lib/serial.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS, readMigrations } from './migration-files.ts'

/** The last call of a client before the upgrade. */
type Call = {
  operation?: string
  ago: string
  outcome?: string
  /** The template of the document that it generated. */
  template?: string
  actsAs?: string
  disabled?: boolean
  /** The client that the audit row names; by default the client itself. */
  as?: string
}

const within = '90 days -10 minutes'
const before = '90 days 1 second'

/** By client: its call, and whether it may sign after the upgrade. */
const clients: Record<string, [Call, boolean]> = {
  within: [{ ago: within }, true],
  before: [{ ago: before }, false],
  signed: [{ operation: 'signPrescription', ago: within }, true],
  ordered: [{ operation: 'submitLabOrder', ago: within }, true],
  certified: [{ operation: 'generatePdf', template: 'certificate', ago: within }, true],
  certified_before: [{ operation: 'generatePdf', template: 'certificate', ago: before }, false],
  attested: [{ operation: 'generatePdf', template: 'attestation', ago: within }, false],
  read: [{ operation: 'readPrescription', ago: '1 day' }, false],
  refused: [{ ago: '1 day', outcome: 'FORBIDDEN' }, false],
  dentist: [{ ago: within, actsAs: 'usr_dentist' }, true],
  administrator: [{ operation: 'submitLabOrder', ago: '1 day', actsAs: 'usr_admin' }, false],
  disabled: [{ ago: '1 day', disabled: true }, false],
  other: [{ ago: '1 day', as: 'elsewhere' }, false],
}

async function fill(app: pg.Client, tenantId: string): Promise<void> {
  await app.query(`insert into tenants (tenant_id, name, plan) values ($1, 'Clinic', 'PRO')`, [tenantId])
  await app.query(
    `insert into users (tenant_id, id, email, name, role)
     select $1, 'usr_' || lower(role), role || $1 || '@test.example', role, role
     from unnest(array['DOCTOR', 'DENTIST', 'PATIENT', 'ADMIN']) as role`,
    [tenantId],
  )
  await app.query(
    `insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
     values ($1, 'apt_1', 'usr_doctor', 'usr_patient', now(), now() + interval '1 hour', 'room_1')`,
    [tenantId],
  )
}

test('clients that signed within 90 days before the upgrade may sign after it, and no others', async () => {
  const { url, superuserUrl } = await newPlainDatabase()
  const earlier = (await readMigrations(MIGRATIONS)).filter(({ name }) => name < '0054')
  await applyEarlier(url, new Map(earlier.map(({ name, text }) => [name, text])))
  await asOwner(superuserUrl, async (app) => {
    await fill(app, 'ten_first')
    await app.query(
      `insert into signing_certificates
         (tenant_id, id, chain, subject, fingerprint, self_signed, valid_from, valid_until, retired_at)
       values ('ten_first', 'crt_1', '', 'CN=Signer', repeat('a', 64), true, '2026-01-01', '2030-01-01', now())`,
    )
    for (const [id, [call]] of Object.entries(clients)) {
      const { operation = 'issuePrescription', ago, outcome = 'OK', template, actsAs = 'usr_doctor' } = call
      await app.query(
        `insert into clients (tenant_id, id, acts_as, name, scopes, disabled_at)
         values ('ten_first', $1, $2, $1, '{users:read}', case when $3 then now() end)`,
        [id, actsAs, call.disabled ?? false],
      )
      if (template)
        await app.query(
          `insert into documents (tenant_id, id, template, serial, content, content_sha256, patient_id, appointment_id,
             certificate_id, created_by)
           values ('ten_first', 'doc_' || $1::text, $2, $3, '{}', sha256($1::bytea), 'usr_patient', 'apt_1', 'crt_1', 'usr_doctor')`,
          [id, template, newSerial()],
        )
      await app.query(
        `insert into audit_log (tenant_id, id, at, user_id, client_id, operation, outcome, subject_id, request_id)
         values ('ten_first', new_id('aud'), now() - $1::interval, $2, $3, $4, $5, 'doc_' || $6::text, 'r')`,
        [ago, actsAs, call.as ?? id, operation, outcome, id],
      )
    }
  })
  // The same client id in another organisation, and a fixed client of the sandbox that never signed.
  for (const [tenantId, client] of [
    ['ten_second', 'within'],
    ['ten_sandbox', 'sandbox-doctor'],
    ['ten_sandbox', 'own'],
  ] as const)
    await asOwner(superuserUrl, async (app) => {
      const { rows } = await app.query('select from tenants where tenant_id = $1', [tenantId])
      if (rows.length === 0) await fill(app, tenantId)
      await app.query(
        `insert into clients (tenant_id, id, acts_as, name, scopes)
         values ($1, $2, 'usr_doctor', $2, '{users:read}')`,
        [tenantId, `${client}${tenantId === 'ten_second' ? '_2' : ''}`],
      )
    })
  await migrate(url, 'production', undefined)

  const allowed = (tenantId: string) =>
    asOwner(superuserUrl, async (app) => {
      const { rows } = await app.query(
        'select id from clients where tenant_id = $1 and signing_allowed_at is not null order by id',
        [tenantId],
      )
      return rows.map(({ id }) => id)
    })
  const expected = Object.keys(clients).filter((id) => clients[id]![1])
  assert.deepEqual(await allowed('ten_first'), expected.sort())
  assert.deepEqual(await allowed('ten_second'), [])
  assert.deepEqual(await allowed('ten_sandbox'), ['sandbox-doctor'])
  // Integrations that run go on: every enabled client still acts as its user.
  const stopped = await asOwner(superuserUrl, async (app) => {
    const { rows } = await app.query('select id from clients where acting_allowed_at is null')
    return rows.map(({ id }) => id)
  })
  assert.deepEqual(stopped, ['disabled'])
})
