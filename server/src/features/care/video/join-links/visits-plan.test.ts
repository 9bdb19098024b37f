import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { book, newClinic } from '../../../../../testing/factories.ts'
import { asOwner, newDatabase, startPlatform } from '../../../../../testing/harness.ts'
import { excessReads, recordPlans, rowsRead } from '../../../../../testing/plans.ts'

const OTHER_VISITS = 5000
/** Messages to patient and doctor about a booking. */
const MESSAGES = 2

for (const [state, statement] of [
  ['never analysed', 'select'],
  ['analysed', 'analyze'],
])
  test(`a message about an appointment reads no other appointments, with plans made for a small table: ${state}`, async () => {
    const ownerUrl = await newDatabase()
    await asOwner(ownerUrl, async (db) => {
      for (const table of ['appointments', 'join_links', 'users'])
        await db.query(`alter table ${table} set (autovacuum_enabled = false)`)
    })
    const executed = await recordPlans(ownerUrl)
    const platform = await startPlatform({}, ownerUrl)
    const { owner } = platform
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const lookUps = () => executed.filter(({ statement }) => statement.includes('jsonb_array_elements_text(m.about)'))
    const bookAndSend = async (hours: number) => {
      const { id } = await book(platform, admin, doctor, patient, hours)
      await eventually(async () => {
        const { rows } = await owner.query(
          `select count(*)::int as sent
         from sandbox_messages s
         join messages m on m.tenant_id = s.tenant_id and m.id = s.message_id
         where $1 = any(m.about)`,
          [id],
        )
        return rows[0].sent === MESSAGES
      }, 'the messages')
    }
    await owner.query(statement!)
    await bookAndSend(48)
    await owner.query(
      `with visit as (
       insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
       select $1, new_id('apt'), $2, $3, at, at + interval '30 minutes', new_id('room')
       from generate_series(timestamptz '2001-01-01', timestamptz '2001-01-01' + $4 * interval '1 hour', interval '1 hour') at
       returning tenant_id, video_room_id)
     insert into video_rooms (tenant_id, id) select * from visit`,
      [tenantId, doctor.id, patient.id, OTHER_VISITS],
    )
    executed.length = 0
    await bookAndSend(96)
    assert.ok(lookUps().length > 0)
    for (const { plan } of lookUps()) {
      assert.deepEqual(
        excessReads(plan, (table) => table === 'appointments', MESSAGES),
        [],
      )
      assert.ok(rowsRead(plan, 'appointments') <= MESSAGES)
    }
  })
