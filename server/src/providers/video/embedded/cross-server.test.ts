import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { LocalBus } from '../../bus/local-testing.ts'
import { MemoryLedger } from '../ledger-testing.ts'
import type { Limits } from './limits.ts'
import { startVideo, until } from './testing.ts'

const quiet = { mic: false, cam: false, screen: false, hand: false }

/** Two servers with a shared ledger and bus. */
async function startServers(t: TestContext, limits: Partial<Limits> = {}) {
  const ledger = new MemoryLedger()
  const busA = new LocalBus()
  const busB = new LocalBus(busA)
  const a = await startVideo(t, { ledger, limits, bus: busA })
  const b = await startVideo(t, { ledger, limits, bus: busB })
  return { a, b, ledger, busA, busB, room: newId('room') }
}

test('two servers share a room: lobby, admission, signals, states, departures and the end', async (t) => {
  const { a, b, room, ledger } = await startServers(t)
  const doctor = await a.join(room, 'host', 'usr_doctor', 'page-d')
  const patient = await b.knock(room, await b.token(room, 'patient', 'usr_patient'), 'page-p')
  await patient.next('waiting')
  if (!patient.frames.some(({ hostPresent }) => hostPresent === true))
    assert.equal((await patient.next('host')).present, true)
  assert.partialDeepStrictEqual((await doctor.next('lobby')).waiting, [{ peerId: 'usr_patient' }])

  doctor.send({ type: 'admit', peerId: 'usr_patient' })
  assert.partialDeepStrictEqual((await patient.next('joined')).peers, [{ peerId: 'usr_doctor', sid: 'page-d' }])
  assert.partialDeepStrictEqual(await doctor.next('peer-joined'), { peerId: 'usr_patient', sid: 'page-p' })
  for (let n = 0; n < 50; n++) doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'page-p', data: { n } })
  for (let n = 0; n < 50; n++) assert.deepEqual((await patient.next('signal')).data, { n })
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'another', data: {} })
  patient.send({ type: 'signal', to: 'usr_doctor', toSid: 'page-d', data: { back: 1 } })
  assert.deepEqual(await doctor.next('signal'), {
    type: 'signal',
    from: 'usr_patient',
    fromSid: 'page-p',
    data: { back: 1 },
  })
  patient.send({ type: 'state', ...quiet, mic: true })
  assert.equal((await doctor.next('peer-state')).peerId, 'usr_patient')

  for (const page of [patient, doctor]) page.send({ type: 'media', connected: true, forMs: 0 })
  for (const page of [patient, doctor])
    assert.equal((await page.next('call')).startedAt, ledger.startedAt.toISOString())
  assert.ok(ledger.heard.filter((what) => what.startsWith('together')).length === 1, 'one of the servers reports it')
  patient.send({ type: 'media', connected: false, forMs: 0 })
  for (const page of [patient, doctor]) assert.equal((await page.next('call')).startedAt, undefined)

  const guest = await b.join(room, 'guest', 'usr_guest')
  await doctor.next('peer-joined')
  doctor.send({ type: 'kick', peerId: 'usr_guest' })
  assert.equal(await guest.end, 4411)
  assert.equal((await doctor.next('peer-left')).reason, 'removed')
  doctor.send({ type: 'end' })
  for (const page of [doctor, patient]) {
    assert.deepEqual(await page.next('ended'), { type: 'ended', reason: 'completed', durationSec: 754 })
    assert.equal(await page.end, 4410)
  }
  assert.ok(!patient.frames.some(({ toSid }) => toSid === 'another'))
})

test('closing a room and removing a participant take effect on every server', async (t) => {
  const { a, b, room } = await startServers(t)
  const [doctor, guest] = [await b.join(room, 'host'), await b.join(room, 'guest', 'usr_guest')]
  await a.video.removeParticipant(a.id(room), 'usr_guest')
  assert.equal(await guest.end, 4411)
  await a.video.closeRoom(a.id(room), 'cancelled')
  assert.deepEqual(await doctor.next('ended'), { type: 'ended', reason: 'cancelled' })
  assert.equal(await doctor.end, 4410)
})

test('the latest page of a participant replaces the earlier one across servers', async (t) => {
  const { a, b, room } = await startServers(t)
  const doctor = await a.join(room, 'host', 'usr_doctor')
  const phone = await a.join(room, 'patient', 'usr_patient', 'phone')
  const tablet = await b.join(room, 'patient', 'usr_patient', 'tablet')
  assert.equal(await phone.end, 4409)
  await doctor.next('peer-joined')
  assert.deepEqual((await doctor.next('peer-left')).reason, 'replaced')
  assert.equal((await doctor.next('peer-joined')).sid, 'tablet')
  // A reconnection of the same page causes no messages.
  const back = await a.join(room, 'patient', 'usr_patient', 'tablet')
  assert.equal(await tablet.end, 1000)
  const kinds = (await doctor.everything()).slice(-1).map(({ type }) => type)
  assert.deepEqual(kinds, ['pong'])
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'tablet', data: { hello: 1 } })
  await back.next('signal')
})

test('of a participant’s concurrent joins on two servers one wins, repeatedly', async (t) => {
  const { a, b, room } = await startServers(t)
  const doctor = await a.join(room, 'host', 'usr_doctor')
  for (let round = 0; round < 10; round++) {
    await a.admitted(room, 'patient', `usr_${round}`)
    const token = await a.token(room, 'patient', `usr_${round}`)
    const pages = await Promise.all([a.knock(room, token, `a${round}`), b.knock(room, token, `b${round}`)])
    const loser = await Promise.race(pages.map((page) => page.end.then((code) => ({ page, code }))))
    assert.equal(loser.code, 4409)
    const winner = pages.find((page) => page !== loser.page)!
    doctor.send({ type: 'signal', to: `usr_${round}`, toSid: winner.sid, data: { round } })
    winner.send({ type: 'leave' })
    assert.equal(await winner.end, 1000)
  }
})

test('of two participants who get the last place concurrently one keeps it', async (t) => {
  const { a, b, room, ledger } = await startServers(t)
  await a.join(room, 'host', 'usr_doctor')
  await a.join(room, 'patient', 'usr_patient')
  await b.join(room, 'guest', 'usr_first')
  for (const who of ['usr_x', 'usr_y']) await a.admitted(room, 'guest', who)
  const pages = await Promise.all([
    a.knock(room, await a.token(room, 'guest', 'usr_x')),
    b.knock(room, await b.token(room, 'guest', 'usr_y')),
  ])
  assert.equal(await Promise.race(pages.map(({ end }) => end)), 4423)
  await delay(50)
  assert.equal(pages.filter(({ socket }) => socket.readyState === socket.OPEN).length, 1)
  await until(() => ledger.heard.some((what) => what.startsWith('full ')), 'a report to the ledger')
})

test('participants of a silent server are away, then lost, unless they return in time', async (t) => {
  const { a, b, room, busB, ledger } = await startServers(t, { beatMs: 40, graceMs: 500 })
  const doctor = await a.join(room, 'host', 'usr_doctor')
  await b.join(room, 'patient', 'usr_patient', 'page')
  await doctor.next('peer-joined')
  await delay(200)
  assert.ok(!doctor.frames.some(({ type }) => type === 'peer-away'), 'it sends heartbeats')

  busB.turn(false)
  await doctor.next('peer-away')
  const back = await a.join(room, 'patient', 'usr_patient', 'page')
  assert.deepEqual(await doctor.next('peer-back'), { type: 'peer-back', peerId: 'usr_patient', sid: 'page' })
  back.send({ type: 'leave' })
  await doctor.next('peer-left')
  assert.ok(!ledger.heard.includes('lost usr_patient'))
  const guest = await a.join(room, 'guest', 'usr_guest')
  await doctor.next('peer-joined')
  busB.turn(true)
  await b.join(room, 'observer', 'usr_admin')
  await doctor.next('peer-joined')
  busB.turn(false)
  await doctor.next('peer-away')
  assert.equal((await guest.next('peer-left')).reason, 'lost')
  await until(() => ledger.heard.includes('lost usr_admin'))
})

test('a server that was suspended catches up, and so do the others', async (t) => {
  const { a, b, room, busB } = await startServers(t, { beatMs: 40, graceMs: 5000 })
  const doctor = await a.join(room, 'host', 'usr_doctor')
  const patient = await b.join(room, 'patient', 'usr_patient')
  await doctor.next('peer-joined')
  const suspension = t.mock.method(busB, 'publish', () => {})
  await doctor.next('peer-away')
  doctor.send({ type: 'state', ...quiet, hand: true })
  patient.send({ type: 'state', ...quiet, mic: true })
  await patient.everything()
  suspension.mock.restore()
  await doctor.next('peer-back')
  assert.partialDeepStrictEqual((await doctor.next('peer-state')).state, { mic: true })
  assert.partialDeepStrictEqual((await patient.next('peer-state')).state, { hand: true })
})

test('participants of a stopping server are away at once, and may return on any server', async (t) => {
  const { a, b, room } = await startServers(t, { beatMs: 60_000 })
  const doctor = await a.join(room, 'host', 'usr_doctor')
  const patient = await b.join(room, 'patient', 'usr_patient', 'page')
  await doctor.next('peer-joined')
  await b.video.close()
  assert.equal(await patient.end, 1012)
  await doctor.next('peer-away')
  await a.join(room, 'patient', 'usr_patient', 'page')
  await doctor.next('peer-back')
})

test('while the bus is disconnected the others are away; decisions made meanwhile apply afterwards', async (t) => {
  const { a, b, room, busA, busB } = await startServers(t, { graceMs: 5000 })
  const doctor = await a.join(room, 'host', 'usr_doctor')
  const patient = await b.join(room, 'patient', 'usr_patient')
  const guest = await b.knock(room, await b.token(room, 'guest', 'usr_guest'))
  await guest.next('waiting')
  await doctor.next('peer-joined')
  await doctor.next('lobby')
  for (const bus of [busA, busB]) bus.turn(false)
  await doctor.next('peer-away')
  await patient.next('peer-away')
  doctor.send({ type: 'admit', peerId: 'usr_guest' })
  await delay(50)
  assert.ok(!guest.frames.some(({ type }) => type === 'joined'))
  for (const bus of [busA, busB]) bus.turn(true)
  await doctor.next('peer-back')
  await patient.next('peer-back')
  await guest.next('joined')
  assert.equal((await doctor.next('peer-joined')).peerId, 'usr_guest')
})

test('a room closed while the bus is disconnected is closed everywhere on reconnection', async (t) => {
  const { a, b, room, busA, busB, ledger } = await startServers(t)
  const [doctor, patient] = [await a.join(room, 'host'), await b.join(room, 'patient')]
  for (const bus of [busA, busB]) bus.turn(false)
  ledger.closed.add(room)
  await a.video.closeRoom(a.id(room), 'cancelled')
  assert.equal(await doctor.end, 4410)
  for (const bus of [busA, busB]) bus.turn(true)
  assert.equal((await patient.next('ended')).reason, 'closed')
  assert.equal(await patient.end, 4410)
})

test('polling the ledger reveals closings and removals by a disconnected server', async (t) => {
  const { a, b, room, busA, ledger } = await startServers(t, { patrolMs: 100 })
  const [patient, guest] = [await b.join(room, 'patient'), await b.join(room, 'guest', 'gst_1')]
  const waiting = await b.knock(room, await b.token(room, 'guest', 'gst_2'))
  await waiting.next('waiting')
  busA.turn(false)
  ledger.barred.add('gst_1')
  await a.video.removeParticipant(a.id(room), 'gst_1')
  assert.equal(await guest.end, 4411)
  ledger.closed.add(room)
  await a.video.closeRoom(a.id(room), 'cancelled')
  for (const page of [patient, waiting]) assert.equal(await page.end, 4410)
})

test('a participant removed while the bus is disconnected is removed on reconnection', async (t) => {
  const { a, b, room, busA, busB, ledger } = await startServers(t, { graceMs: 5000 })
  const guest = await b.join(room, 'guest', 'gst_1')
  for (const bus of [busA, busB]) bus.turn(false)
  ledger.barred.add('gst_1')
  await a.video.removeParticipant(a.id(room), 'gst_1')
  busB.turn(true)
  assert.equal(await guest.end, 4411)
})

test('a first join while the bus reconnects does not report the room as closed', async (t) => {
  const { a, room, busA, ledger } = await startServers(t)
  const gate = Promise.withResolvers<void>()
  ledger.answers = gate.promise
  busA.turn(false)
  const patient = await a.knock(room, await a.token(room))
  await until(() => ledger.asked.length > 0)
  busA.turn(true)
  await delay(50)
  gate.resolve()
  await patient.next('waiting')
})

test('servers share a room again after both directions were interrupted', async (t) => {
  const { a, b, room, busA, busB } = await startServers(t, { beatMs: 40, graceMs: 5000 })
  const doctor = await a.join(room, 'host', 'usr_doctor')
  const patient = await b.join(room, 'patient', 'usr_patient')
  await doctor.next('peer-joined')
  const silences = [busA, busB].map((bus) => t.mock.method(bus, 'publish', () => {}))
  for (const page of [doctor, patient]) await page.next('peer-away')
  for (const silence of silences) silence.mock.restore()
  for (const page of [doctor, patient]) await page.next('peer-back')
})

test('servers without a part in a room receive nothing about it', async (t) => {
  const { a, room, busA } = await startServers(t)
  const published: string[] = []
  t.mock.method(busA, 'publish', (_: string, text: string) => published.push(text))
  const [doctor, patient] = [await a.join(room, 'host', 'usr_doctor'), await a.join(room, 'patient', 'usr_patient')]
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { a: 1 } })
  await patient.next('signal')
  await until(() => published.length > 0)
  assert.deepEqual(
    published.map((text) => JSON.parse(text).kind),
    ['hello'],
  )
})
