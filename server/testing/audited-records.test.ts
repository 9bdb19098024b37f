import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations } from '../src/app.ts'
import { callEveryOperation } from './call-every-operation.ts'
import { startPlatform } from './harness.ts'

/** Operations about the organisation, its staff, accounts and clients, and lists that are empty in this test. */
const NOT_ABOUT_PATIENTS =
  /AccessRequest|requestAccess|handOver|Client|Acting|Signing|verifyUser|Invitation|Doctor|Lot|Stock|Movement|Service|Price|Lead|Template|Letterhead|Statistics|verifyAudit|Campaigns?$|Webhook|Deliver|Recover|listDuplicates|listDependants|listRequests|Usage|Clock|Sessions?$|changePassword|SecondFactors|Totp|Passkey|leaveOrganization|Place|VisitType|Opening|Exception|Holiday|listSlots|Hold|BookingPolicy$/

/** Operations about patients whose names match `NOT_ABOUT_PATIENTS`. */
const ABOUT_PATIENTS = ['enrolInCampaign']

test('the audit log names the record and the patients of every call', async () => {
  const platform = await startPlatform()
  await callEveryOperation(platform)
  const { rows } = await platform.owner.query<{ operation: string; subject: boolean; patient: boolean }>(
    `select operation, bool_or(subject_id is not null) as subject, bool_or(patient_ids <> '{}') as patient
     from audit_log
     where outcome = 'OK'
     group by operation`,
  )
  const named = new Map(rows.map((row) => [row.operation, row]))
  const audited = allOperations().filter(({ operation }) => named.has(operation.name))
  assert.ok(audited.length > 190, 'nearly every operation is called')

  const ofRecord = audited.filter(({ operation }) => operation.params || operation.method !== 'GET')
  const withoutRecord = ofRecord.filter(({ operation }) => !named.get(operation.name)!.subject)
  assert.deepEqual(
    withoutRecord.map(({ operation }) => operation.name),
    [],
  )

  const withoutPatient = audited
    .map(({ operation }) => operation.name)
    .filter((name) => ABOUT_PATIENTS.includes(name) || !NOT_ABOUT_PATIENTS.test(name))
    .filter((name) => !named.get(name)!.patient)
  assert.deepEqual(withoutPatient, [])
})
