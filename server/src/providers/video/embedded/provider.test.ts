import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { Page, startVideo, until } from './testing.ts'

const quiet = { mic: false, cam: false, screen: false, hand: false }

test('introduces two participants, and forwards their signals in any script', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor', 'page-d')
  await scene.admitted(room, 'patient', 'usr_patient')
  const patient = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'), 'page-p')

  const { resumeToken, now, ...joined } = await patient.next('joined')
  assert.match(String(resumeToken), /^eyJ/)
  assert.ok(Math.abs(Date.parse(String(now)) - Date.now()) < 60_000)
  const host = { peerId: 'usr_doctor', role: 'host', name: 'Name of usr_doctor' }
  assert.deepEqual(joined, {
    type: 'joined',
    peerId: 'usr_patient',
    role: 'patient',
    name: 'Name of usr_patient',
    resumed: false,
    iceServers: [],
    iceTransportPolicy: 'all',
    peers: [{ ...host, sid: 'page-d', state: quiet, isAway: false }],
  })
  const person = { peerId: 'usr_patient', role: 'patient', name: 'Name of usr_patient' }
  const view = { ...person, sid: 'page-p', state: quiet, isAway: false }
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
  const leaveMessage = { type: 'peer-left', peerId: 'usr_patient', sid: 'page-p', reason: 'left' }
  assert.deepEqual(await doctor.next('peer-left'), leaveMessage)
  await until(() => scene.ledger.reports.includes('left usr_patient'))
})

test('a late joiner receives the peers, their states and the start of the call', async (t) => {
  const scene = await startVideo(t)
  scene.clock.runAheadBy(86_400_000)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  patient.send({ type: 'state', ...quiet, cam: true })
  await doctor.next('peer-state')
  for (const page of [doctor, patient]) page.send({ type: 'media', connected: true, forMs: 0 })
  await doctor.next('call')
  await scene.admitted(room, 'observer', 'usr_admin')
  const observer = await scene.knock(room, await scene.token(room, 'observer', 'usr_admin'))
  const joined = await observer.next('joined')
  const peers = joined.peers as { peerId: string; state: object }[] // by the protocol
  assert.deepEqual(
    peers.map(({ peerId, state }) => [peerId, state]),
    [
      ['usr_doctor', quiet],
      ['usr_patient', { ...quiet, cam: true }],
    ],
  )
  assert.equal(joined.startedAt, scene.ledger.startedAt.toISOString())
})

test('separates rooms', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const otherRoom = newId('room')
  const [doctor, patient] = [
    await scene.join(room, 'host', 'usr_doctor'),
    await scene.join(room, 'patient', 'usr_patient'),
  ]
  const stranger = await scene.join(otherRoom, 'host', 'usr_stranger', 'page-s')
  // The same user may be in two rooms, as a separate participant in each.
  await scene.join(otherRoom, 'patient', 'usr_patient', 'page-there')

  stranger.send({ type: 'signal', to: 'usr_doctor', toSid: doctor.sid, data: { a: 1 } })
  stranger.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { a: 2 } })
  stranger.send({ type: 'state', ...quiet, hand: true })
  await stranger.everything()
  await scene.video.closeRoom(scene.id(otherRoom), 'closed')
  assert.equal(await stranger.end, 4410)
  for (const page of [doctor, patient]) {
    const kinds = (await page.everything()).map(({ type }) => type)
    assert.deepEqual(
      kinds.filter((type) => !['joined', 'peer-joined', 'lobby', 'pong'].includes(type)),
      [],
    )
  }
})

test('drops a signal for a page that has gone', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'page-of-yesterday', data: { late: true } })
  doctor.send({ type: 'signal', to: 'usr_unknown', toSid: patient.sid, data: { lost: true } })
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { arrives: true } })
  assert.deepEqual((await patient.next('signal')).data, { arrives: true })
})

test('the latest page of a participant replaces the earlier one, and the others are informed', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const phone = await scene.join(room, 'patient', 'usr_patient', 'phone')
  const tablet = await scene.join(room, 'patient', 'usr_patient', 'tablet')
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
})

test('a page that reconnects causes no messages to the others', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const before = await scene.join(room, 'patient', 'usr_patient', 'phone')
  before.send({ type: 'state', ...quiet, mic: true })
  await doctor.next('peer-state')
  const after = await scene.join(room, 'patient', 'usr_patient', 'phone')
  assert.equal(await before.end, 1000)
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'phone', data: { again: 1 } })
  await after.next('signal')
  const kinds = (await doctor.everything()).map(({ type }) => type)
  assert.deepEqual(kinds, ['joined', 'peer-joined', 'peer-state', 'pong'])
  await scene.admitted(room, 'observer', 'usr_admin')
  const late = await scene.knock(room, await scene.token(room, 'observer', 'usr_admin'))
  const peers = (await late.next('joined')).peers as { state: object }[] // by the protocol
  assert.deepEqual(peers[1]?.state, { ...quiet, mic: true })
})

test('reports who left and who is away; a peer that is away is lost only after the grace period', async (t) => {
  const scene = await startVideo(t, { limits: { graceMs: 300 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const leaving = await scene.join(room, 'patient', 'usr_leaving')
  const losing = await scene.join(room, 'guest', 'usr_losing', 'page')
  leaving.socket.close(1001)
  const first = await doctor.next('peer-left')
  assert.deepEqual([first.peerId, first.reason], ['usr_leaving', 'left'])
  losing.socket.terminate()
  assert.deepEqual(await doctor.next('peer-away'), { type: 'peer-away', peerId: 'usr_losing', sid: 'page' })
  const back = await scene.knock(room, await scene.token(room, 'guest', 'usr_losing'), 'page')
  assert.equal((await back.next('joined')).resumed, true)
  assert.deepEqual(await doctor.next('peer-back'), { type: 'peer-back', peerId: 'usr_losing', sid: 'page' })
  back.socket.terminate()
  await doctor.next('peer-away')
  const second = await doctor.next('peer-left')
  assert.deepEqual([second.peerId, second.reason], ['usr_losing', 'lost'])
  await until(() => scene.ledger.reports.includes('lost usr_losing'))
  assert.ok(!scene.ledger.reports.includes('left usr_losing'))
})

test('closes a room: all participants are informed, disconnected and refused afterwards', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const pages = [await scene.join(room, 'host'), await scene.join(room, 'patient')]
  // A join that the ledger has not answered yet when the room closes.
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const between = await scene.knock(room, await scene.token(room))
  await until(() => scene.ledger.asked.length === 2)

  scene.ledger.closed.add(room)
  await scene.video.closeRoom(scene.id(room), 'closed')
  resolve()
  for (const page of [...pages, between]) {
    assert.equal(await page.end, 4410)
    assert.deepEqual(page.frames.at(-1), { type: 'ended', reason: 'closed' })
    assert.ok(page.frames.every(({ type }) => type !== 'peer-left'))
  }
  assert.equal(await (await scene.knock(room, await scene.token(room))).end, 4410)
  await scene.video.closeRoom(scene.id(newId('room')), 'closed')
})

test('closes all connections with 1012 when the server stops, and waits for the ledger', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const pages = [await scene.join(room, 'host'), await scene.join(room, 'patient'), await scene.open()]
  scene.ledger.listens = delay(300)
  for (const page of pages.slice(0, 2)) page.send({ type: 'media', connected: true, forMs: 0 })
  await pages[0]!.everything()
  await pages[1]!.everything()
  await scene.video.close()
  // The meeting is not over: participants may continue it on another server.
  assert.equal(scene.ledger.reports.at(-1), `together ${room}`)
  for (const page of pages) {
    assert.equal(await page.end, 1012)
    assert.ok(page.frames.every(({ type }) => type !== 'peer-left'))
  }
  assert.equal(await new Page(scene.url(room)).end, 503)
  await scene.video.close()
  scene.server.close()
  await once(scene.server, 'close')
})

test('stops even if a participant or the ledger does not answer', async (t) => {
  const scene = await startVideo(t, { limits: { farewellMs: 300 } })
  const room = newId('room')
  const [doctor, patient] = [await scene.join(room, 'host'), await scene.join(room, 'patient')]
  scene.ledger.listens = new Promise(() => {})
  patient.send({ type: 'leave' })
  await patient.end
  doctor.socket.pause()
  await scene.video.close()
  doctor.socket.resume()
  await doctor.end
})

test('a participant who disconnects during the join is recorded as lost', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const page = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'))
  await until(() => scene.ledger.asked.length === 1)
  page.socket.terminate()
  await delay(30)
  resolve()
  await until(() => scene.ledger.reports.includes('lost usr_patient'))
})
