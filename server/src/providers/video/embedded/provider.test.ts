import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { Page, startVideo, until } from './testing.ts'

const quiet = { mic: false, cam: false, screen: false, hand: false }

test('introduces two people, and passes on what they say to each other in any script', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor', 'page-d')
  const patient = await scene.knock(room, await scene.token(room, 'guest', 'usr_patient'), 'page-p')

  const { startedAt, ...joined } = await patient.next('joined')
  assert.deepEqual(joined, {
    type: 'joined',
    peerId: 'usr_patient',
    role: 'guest',
    peers: [{ peerId: 'usr_doctor', sid: 'page-d', role: 'host', state: quiet }],
  })
  assert.ok(Math.abs(Date.parse(String(startedAt)) - Date.now()) < 5000)
  const view = { peerId: 'usr_patient', sid: 'page-p', role: 'guest', state: quiet }
  assert.deepEqual(await doctor.next('peer-joined'), { type: 'peer-joined', ...view })

  const data = { description: { type: 'offer', sdp: 'v=0\r\ns=موعد – rendez-vous 🩺\r\n' } }
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'page-p', data })
  assert.deepEqual(await patient.next('signal'), { type: 'signal', from: 'usr_doctor', fromSid: 'page-d', data })
  patient.send({ type: 'signal', to: 'usr_doctor', toSid: 'page-d', data: { candidate: null } })
  assert.deepEqual((await doctor.next('signal')).data, { candidate: null })

  patient.send({ type: 'state', ...quiet, mic: true, hand: true })
  assert.deepEqual(await doctor.next('peer-state'), {
    type: 'peer-state',
    peerId: 'usr_patient',
    sid: 'page-p',
    state: { ...quiet, mic: true, hand: true },
  })
  patient.send({ type: 'leave' })
  assert.equal(await patient.end, 1000)
  const left = { type: 'peer-left', peerId: 'usr_patient', sid: 'page-p', reason: 'left' }
  assert.deepEqual(await doctor.next('peer-left'), left)
})

test('tells a late joiner who is in, in what state, and since when the call runs', async (t) => {
  const scene = await startVideo(t)
  scene.clock.runAheadBy(86_400_000)
  const room = newId('room')
  const before = Date.now()
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'guest', 'usr_patient')
  const after = Date.now()
  patient.send({ type: 'state', ...quiet, cam: true })
  await doctor.next('peer-state')
  const observer = await scene.knock(room, await scene.token(room, 'observer', 'usr_admin'))
  const joined = await observer.next('joined')
  const peers = joined.peers as { peerId: string; state: object }[] // as the protocol says
  assert.deepEqual(
    peers.map(({ peerId, state }) => [peerId, state]),
    [
      ['usr_doctor', quiet],
      ['usr_patient', { ...quiet, cam: true }],
    ],
  )
  const startedAt = Date.parse(String(joined.startedAt))
  assert.ok(startedAt >= before && startedAt <= after)
})

test('keeps rooms apart', async (t) => {
  const scene = await startVideo(t)
  const here = newId('room')
  const there = newId('room')
  const [doctor, patient] = [
    await scene.join(here, 'host', 'usr_doctor'),
    await scene.join(here, 'guest', 'usr_patient'),
  ]
  const stranger = await scene.join(there, 'host', 'usr_stranger', 'page-s')
  // The same person may be in two rooms, and is somebody else in each.
  await scene.join(there, 'guest', 'usr_patient', 'page-there')

  stranger.send({ type: 'signal', to: 'usr_doctor', toSid: doctor.sid, data: { a: 1 } })
  stranger.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { a: 2 } })
  stranger.send({ type: 'state', ...quiet, hand: true })
  await stranger.everything()
  await scene.video.closeRoom(there)
  assert.equal(await stranger.end, 4410)
  for (const page of [doctor, patient]) {
    const kinds = (await page.everything()).map(({ type }) => type)
    assert.deepEqual(
      kinds.filter((type) => !['joined', 'peer-joined', 'pong'].includes(type)),
      [],
    )
  }
})

test('drops a signal for a page that is gone', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'guest', 'usr_patient')
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'page-of-yesterday', data: { late: true } })
  doctor.send({ type: 'signal', to: 'usr_nobody', toSid: patient.sid, data: { lost: true } })
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { arrives: true } })
  assert.deepEqual((await patient.next('signal')).data, { arrives: true })
})

test('gives the place to the page that came last, and lets the others know', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const phone = await scene.join(room, 'guest', 'usr_patient', 'phone')
  const tablet = await scene.join(room, 'guest', 'usr_patient', 'tablet')
  assert.equal(await phone.end, 4409)
  await doctor.next('peer-joined')
  assert.deepEqual(await doctor.next('peer-left'), {
    type: 'peer-left',
    peerId: 'usr_patient',
    sid: 'phone',
    reason: 'replaced',
  })
  assert.equal((await doctor.next('peer-joined')).sid, 'tablet')
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'tablet', data: { hello: 1 } })
  await tablet.next('signal')
  // They were never apart.
  await until(() => scene.ledger.heard.length > 0)
  assert.deepEqual(scene.ledger.heard, [`together ${room}`])
})

test('takes a page back on a new line without a word to the others', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const before = await scene.join(room, 'guest', 'usr_patient', 'phone')
  before.send({ type: 'state', ...quiet, mic: true })
  await doctor.next('peer-state')
  const after = await scene.join(room, 'guest', 'usr_patient', 'phone')
  assert.equal(await before.end, 1000)
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'phone', data: { again: 1 } })
  await after.next('signal')
  const kinds = (await doctor.everything()).map(({ type }) => type)
  assert.deepEqual(kinds, ['joined', 'peer-joined', 'peer-state', 'pong'])
  const late = await scene.knock(room, await scene.token(room, 'observer'))
  const peers = (await late.next('joined')).peers as { state: object }[] // as the protocol says
  assert.deepEqual(peers[1]?.state, { ...quiet, mic: true })
})

test('says who left on purpose and who was lost', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const [away, lost] = [await scene.join(room, 'guest', 'usr_away'), await scene.join(room, 'guest', 'usr_lost')]
  away.socket.close(1001)
  const first = await doctor.next('peer-left')
  assert.deepEqual([first.peerId, first.reason], ['usr_away', 'left'])
  lost.socket.terminate()
  const second = await doctor.next('peer-left')
  assert.deepEqual([second.peerId, second.reason], ['usr_lost', 'lost'])
})

test('closes a room: everyone hears it, leaves, and does not come back', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const pages = [await scene.join(room, 'host'), await scene.join(room, 'guest')]
  // One whose join has been asked about, but not answered, when the room closes.
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const between = await scene.knock(room, await scene.token(room))
  await until(() => scene.ledger.asked.length === 3)

  scene.ledger.closed.add(room)
  await scene.video.closeRoom(room)
  resolve()
  for (const page of [...pages, between]) {
    assert.equal(await page.end, 4410)
    assert.deepEqual(page.frames.at(-1), { type: 'ended', reason: 'closed' })
    assert.ok(page.frames.every(({ type }) => type !== 'peer-left'))
  }
  await until(() => scene.ledger.heard.at(-1) === `apart ${room}`)
  assert.equal(await (await scene.knock(room, await scene.token(room))).end, 4410)
  await scene.video.closeRoom(newId('room'))
})

test('sends everyone away with 1012 when the server stops, and waits until the ledger knows', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const pages = [await scene.join(room, 'host'), await scene.join(room, 'guest'), await scene.open()]
  await until(() => scene.ledger.heard.length > 0)
  scene.ledger.listens = delay(300)
  await scene.video.close()
  assert.equal(scene.ledger.heard.at(-1), `apart ${room}`)
  for (const page of pages) {
    assert.equal(await page.end, 1012)
    assert.ok(page.frames.every(({ type }) => type !== 'peer-left'))
  }
  assert.equal(await new Page(scene.url(room)).end, 503)
  await scene.video.close()
  scene.server.close()
  await once(scene.server, 'close')
})

test('stops without those who do not answer, participants or ledger', async (t) => {
  const scene = await startVideo(t, { limits: { farewellMs: 300 } })
  const room = newId('room')
  scene.ledger.listens = new Promise(() => {})
  const [doctor] = [await scene.join(room, 'host'), await scene.join(room, 'guest')]
  doctor.socket.pause()
  await scene.video.close()
  doctor.socket.resume()
  await doctor.end
})
