import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, booking, messagesTo, newClinic, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'

const platform = await startPlatform()
const { call, owner } = platform

async function newVisit(hours: number) {
  const clinic = await newClinic(platform)
  const { doctor, patient } = clinic
  const { id } = await book(platform, doctor, doctor, patient, hours)
  const move = async (caller: Person, hoursAhead: number) => {
    const { startTime, endTime } = booking(platform, doctor, patient, hoursAhead)
    const answer = await call('PUT', `/api/appointments/${id}`, { token: caller.token, body: { startTime, endTime } })
    assert.equal(answer.status, 200, answer.text)
    return startTime
  }
  const moves = () => messagesTo(platform, patient.id, 'APPOINTMENT_MOVED')
  const stateOf = async (messageId: string) =>
    (await owner.query('select status, last_error, sent_at from messages where id = $1', [messageId])).rows[0]
  const sent = (messageId: string) => eventually(async () => (await stateOf(messageId)).sent_at !== null)
  return { ...clinic, id, move, moves, sent, stateOf }
}

test('fifteen moves send two messages in ten minutes: the first, and the last state after the interval', async () => {
  const visit = await newVisit(48)
  const first = await visit.move(visit.doctor, 60)
  await visit.sent((await visit.moves())[0]!.id)
  let last = ''
  for (let at = 61; at < 75; at++) last = await visit.move(visit.doctor, at)
  const [one, two, ...more] = await visit.moves()
  assert.deepEqual(more, [])
  assert.equal(one!.variables.startTime, first)
  assert.deepEqual([two!.variables.previousTime, two!.variables.startTime], [first, last])
  assert.equal((await visit.stateOf(two!.id)).status, 'QUEUED')
  await platform.advance(590)
  assert.equal((await visit.stateOf(two!.id)).status, 'QUEUED', 'ten minutes have not passed')
  await platform.advance(20)
  await visit.sent(two!.id)
})

for (const [state, changes] of [
  ['is being sent', `lease = gen_random_uuid(), lease_until = app_now() + interval '1 minute'`],
  ['was attempted', 'attempt = 1'],
  ['may have been sent', 'in_doubt_since = app_now()'],
  ['failed in a channel', `given_up = '{EMAIL}'`],
] as const)
  test(`a move while the message about the last one ${state} gets a message of its own`, async () => {
    const visit = await newVisit(48)
    await visit.move(visit.doctor, 60)
    await visit.sent((await visit.moves())[0]!.id)
    const second = await visit.move(visit.doctor, 61)
    const [, waiting] = await visit.moves()
    await owner.query(`update messages set ${changes} where id = $1`, [waiting!.id])
    const third = await visit.move(visit.doctor, 62)
    const starts = (await visit.moves()).map(({ variables }) => variables.startTime)
    assert.deepEqual(starts.slice(1), [second, third])
  })

test('each appointment and each recipient has its own messages', async () => {
  const visit = await newVisit(100)
  await visit.move(visit.admin, 110)
  assert.equal((await visit.moves()).length, 1)
  assert.equal((await messagesTo(platform, visit.doctor.id, 'APPOINTMENT_MOVED')).length, 1)
  const other = await book(platform, visit.doctor, visit.doctor, visit.patient, 130)
  const { startTime, endTime } = booking(platform, visit.doctor, visit.patient, 131)
  await call('PUT', `/api/appointments/${other.id}`, { token: visit.doctor.token, body: { startTime, endTime } })
  assert.equal((await visit.moves()).length, 2)
})

test('a cancellation is the last message: a waiting message about a move is not sent', async () => {
  const visit = await newVisit(200)
  await visit.move(visit.doctor, 210)
  await visit.sent((await visit.moves())[0]!.id)
  await visit.move(visit.doctor, 220)
  const body = { status: 'CANCELLED' }
  assert.equal((await call('PUT', `/api/appointments/${visit.id}`, { token: visit.doctor.token, body })).status, 200)
  await platform.advance(620)
  const waiting = (await visit.moves())[1]!
  await eventually(async () => (await visit.stateOf(waiting.id)).status === 'FAILED')
  assert.equal((await visit.stateOf(waiting.id)).sent_at, null)
})

test('a repeated cancellation sends one message', async () => {
  const visit = await newVisit(300)
  const body = { status: 'CANCELLED' }
  for (const caller of [visit.doctor, visit.doctor, visit.admin])
    assert.equal((await call('PUT', `/api/appointments/${visit.id}`, { token: caller.token, body })).status, 200)
  assert.equal((await messagesTo(platform, visit.patient.id, 'APPOINTMENT_CANCELLED')).length, 1)
  assert.equal((await messagesTo(platform, visit.doctor.id, 'APPOINTMENT_CANCELLED')).length, 0)
})

test('the other participant is notified of an extension, once in ten minutes, but not of a shorter appointment', async () => {
  const visit = await newVisit(300)
  const end = async (minutes: number) => {
    const body = {
      endTime: new Date(Date.parse(booking(platform, visit.doctor, visit.patient, 300).startTime) + minutes * 60_000),
    }
    const answer = await call('PUT', `/api/appointments/${visit.id}`, { token: visit.doctor.token, body })
    assert.equal(answer.status, 200, answer.text)
    return body.endTime.toISOString()
  }
  const extensions = () => messagesTo(platform, visit.patient.id, 'APPOINTMENT_EXTENDED')
  await end(20)
  assert.deepEqual(await extensions(), [])
  const first = await end(120)
  const [message] = await extensions()
  assert.equal(message!.variables.endTime, first)
  await visit.sent(message!.id)
  await end(150)
  const last = await end(180)
  const [, second, ...more] = await extensions()
  assert.deepEqual([second!.variables.endTime, more], [last, []])
  assert.deepEqual(await visit.moves(), [])
  await call('PUT', `/api/appointments/${visit.id}`, { token: visit.doctor.token, body: { status: 'CANCELLED' } })
  await platform.advance(610)
  await eventually(async () => (await visit.stateOf(second!.id)).status === 'FAILED', 'the waiting message to end')
})

test('changes of a past appointment send no messages', async () => {
  const clinic = await newClinic(platform)
  const { admin, doctor, patient } = clinic
  const { id } = await book(platform, admin, doctor, patient, -20)
  const change = async (body: object) => {
    const answer = await call('PUT', `/api/appointments/${id}`, { token: admin.token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  const { startTime, endTime } = booking(platform, doctor, patient, -10)
  await change({ startTime, endTime })
  await change({ endTime: new Date(Date.parse(endTime) + 600_000).toISOString() })
  await change({ status: 'CONFIRMED' })
  await change({ status: 'CANCELLED' })
  for (const { id: userId } of [doctor, patient])
    assert.deepEqual(
      (await messagesTo(platform, userId)).filter(({ about }) => about.includes(id)),
      [],
    )
})
