import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson } from '../../../../testing/factories.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { recordPlans } from '../../../../testing/plans.ts'

const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const platform = await startPlatform({ PATIENT_BOOKINGS: '5,2', PROPOSED_BOOKINGS: '20,2' }, ownerUrl)
const { tenantId, admin, doctor, patient } = await newClinic(platform)

test('a booking by a patient finds the patient’s appointments by index, among 20,000 of other patients', async () => {
  await book(platform, admin, doctor, patient, 50)
  const other = await newPerson(platform, tenantId, 'PATIENT')
  await platform.owner.query(
    `with made as (
       insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, status, video_room_id)
       select $1, 'apt_' || lpad(to_hex(n), 32, '0'), $2, $3, now() + n * interval '1 hour',
         now() + n * interval '1 hour' + interval '20 minutes', 'CANCELLED', 'room_' || lpad(to_hex(n), 32, '0')
       from generate_series(1, 20000) n
       returning tenant_id, video_room_id
     )
     insert into video_rooms (tenant_id, id) select tenant_id, video_room_id from made`,
    [tenantId, doctor.id, other.id],
  )
  await platform.owner.query('analyze appointments')
  executed.length = 0
  await book(platform, patient, doctor, patient, 300)
  const plan = JSON.stringify(executed.filter(({ statement }) => statement.includes('own_overlap_id')))
  assert.match(plan, /appointments_(of_)?patient/)
  assert.doesNotMatch(plan, /"Node Type":"Seq Scan"[^}]*"Relation Name":"appointments"/)
})

test('a booking by a professional counts their proposals by index, among 20,000 other bookings', async () => {
  await book(platform, doctor, doctor, await newPerson(platform, tenantId, 'PATIENT'), 310)
  await platform.owner.query('analyze appointments')
  executed.length = 0
  await book(platform, doctor, doctor, await newPerson(platform, tenantId, 'PATIENT'), 320)
  const plan = JSON.stringify(executed.filter(({ statement }) => statement.includes('with_patient')))
  assert.match(plan, /appointments_proposed/)
  assert.doesNotMatch(plan, /"Node Type":"Seq Scan"[^}]*"Relation Name":"(appointments|care_relationships)"/)
})
