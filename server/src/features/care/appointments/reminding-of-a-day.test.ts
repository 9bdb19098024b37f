import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic } from '../../../../testing/factories.ts'
import { startWithoutDueItems } from '../../../../testing/nothing-due.ts'
import { allowNegativeClockOffset, jobResult, remindersTo, run, startReminding } from './reminding-testing.ts'

const { admin, bookWeekAgo, moveNearer, newPatient, owner, platform, put, reminders, startOf, timesIn } =
  await startReminding()

describe('reminders', () => {
  test('for one day in Morocco are one message with the earliest appointment, which lists the others', async () => {
    const patient = await newPatient()
    const [last, first, second] = [
      await bookWeekAgo(patient, 37),
      await bookWeekAgo(patient, 20),
      await bookWeekAgo(patient, 21),
    ]
    const dayAfter = await bookWeekAgo(patient, 39)
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(await reminders(patient), [['D1', first, second, last]])
    const { variables } = (await remindersTo(platform, patient.id))[0]!
    assert.equal(variables.startTime, (await startOf(first)).toISOString())
    const further = JSON.parse(variables.furtherVisits!)
    assert.deepEqual(
      further.map(({ startTime }: { startTime: string }) => startTime),
      [(await startOf(second)).toISOString(), (await startOf(last)).toISOString()],
    )
    assert.deepEqual(Object.keys(further[0]), ['withName', 'startTime'])
    assert.equal((await reminders(patient)).flat().includes(dayAfter), false)

    const late = await bookWeekAgo(patient, 22)
    await put(admin, second, timesIn(26))
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(
      (await reminders(patient)).slice(1),
      [['D1', late, second]],
      'later bookings and moves get a message of their own',
    )
  })

  test('do not list a deleted appointment', async () => {
    const patient = await newPatient()
    const [kept, deleted] = [await bookWeekAgo(patient, 20), await bookWeekAgo(patient, 21)]
    const answer = await platform.call('DELETE', `/api/appointments/${deleted}`, { token: admin.token })
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(await reminders(patient), [['D1', kept]])
  })

  test('two hours before include only appointments within two hours', async () => {
    const patient = await newPatient()
    const [near, nearer, far] = [
      await bookWeekAgo(patient, 1.9),
      await bookWeekAgo(patient, 1),
      await bookWeekAgo(patient, 6),
    ]
    assert.deepEqual(await run(platform), jobResult(2))
    const sent = await reminders(patient)
    assert.deepEqual(sent.toSorted(), [
      ['D1', far],
      ['H2', nearer, near],
    ])
  })

  test('of a late run are those two hours before, without those a day before', async () => {
    const patient = await newPatient()
    const [id, past] = [await bookWeekAgo(patient, 1.2), await bookWeekAgo(patient, 1.2)]
    await moveNearer(past, 2)
    assert.deepEqual(await run(platform), jobResult(1))
    assert.deepEqual(await reminders(patient), [['H2', id]])
    const { rows } = await owner.query(`select key from effects where key like '%' || $1 || '%' order by key`, [id])
    const start = (await startOf(id)).toISOString()
    assert.deepEqual(rows, [{ key: `D1 ${id} ${start}` }, { key: `H2 ${id} ${start}` }])
  })

  test('for 20 September 2026, a day of 25 hours, are one message, separate from the next day', async () => {
    const own = await startWithoutDueItems()
    await allowNegativeClockOffset(own)
    await own.advance((Date.UTC(2026, 8, 17, 12) - own.services.clock.nowMs()) / 1000)
    const { admin: caller, doctor: one, patient } = await newClinic(own)
    const at = async (startTime: string) => {
      const endTime = new Date(Date.parse(startTime) + 900_000).toISOString()
      const body = { doctorId: one.id, patientId: patient.id, startTime, endTime }
      return (await own.call('POST', '/api/appointments', { token: caller.token, body })).body.appointment.id as string
    }
    const before = await at('2026-09-19T22:30:00Z') // 23:30, still an hour ahead of UTC
    const first = await at('2026-09-19T23:10:00Z') // 00:10
    const last = await at('2026-09-20T23:50:00Z') // 23:50, no longer
    const next = await at('2026-09-21T00:10:00Z')
    await own.advance((Date.UTC(2026, 8, 19, 0) - own.services.clock.nowMs()) / 1000)
    assert.deepEqual(await run(own), jobResult(2))
    await own.advance(87_300)
    assert.deepEqual(await run(own), jobResult(1))
    assert.deepEqual(
      (await reminders(patient, own)).toSorted(),
      [
        ['D1', before],
        ['D1', first, last],
        ['D1', next],
      ].toSorted(),
    )
  })
})
