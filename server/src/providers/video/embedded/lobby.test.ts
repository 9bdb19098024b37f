import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { IceServer } from '@medina-care/protocol/messages.ts'
import { newId } from '../../../lib/ids.ts'
import { startVideo, until } from './testing.ts'

const quiet = { mic: false, cam: false, screen: false, hand: false }

test('a patient waits, the doctor admits them, they talk, and the doctor ends the call for both', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const patient = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'), 'page-p')
  const { resumeToken, ...waiting } = await patient.next('waiting')
  assert.deepEqual(waiting, {
    type: 'waiting',
    peerId: 'usr_patient',
    role: 'patient',
    name: 'Name of usr_patient',
    hostPresent: false,
  })
  const doctor = await scene.knock(room, await scene.token(room, 'host', 'usr_doctor'), 'page-d')
  const joined = await doctor.next('joined')
  assert.deepEqual(joined.peers, [])
  assert.partialDeepStrictEqual(joined.lobby, [{ peerId: 'usr_patient', role: 'patient' }])
  assert.equal((await patient.next('host')).present, true)

  doctor.send({ type: 'admit', peerId: 'usr_patient' })
  const inside = await patient.next('joined')
  assert.partialDeepStrictEqual(inside, { resumed: false, iceServers: [], iceTransportPolicy: 'all' })
  assert.partialDeepStrictEqual(inside.peers, [{ peerId: 'usr_doctor', sid: 'page-d', isAway: false }])
  const seen = await doctor.next('peer-joined')
  assert.partialDeepStrictEqual(seen, { peerId: 'usr_patient', sid: 'page-p', role: 'patient', state: quiet })
  assert.deepEqual((await doctor.next('lobby')).waiting, [])

  doctor.send({ type: 'signal', to: 'usr_patient', toSid: 'page-p', data: { a: 1 } })
  assert.deepEqual((await patient.next('signal')).data, { a: 1 })
  for (const page of [doctor, patient]) page.send({ type: 'media', connected: true, forMs: 0 })
  assert.equal((await doctor.next('call')).startedAt, scene.ledger.startedAt.toISOString())
  assert.equal((await patient.next('call')).startedAt, scene.ledger.startedAt.toISOString())

  doctor.send({ type: 'end' })
  for (const page of [doctor, patient]) {
    assert.deepEqual(await page.next('ended'), { type: 'ended', reason: 'completed', durationSec: 754 })
    assert.equal(await page.end, 4410)
  }
  assert.equal(await (await scene.knock(room, String(resumeToken))).end, 4410)
})

test('participants in the lobby neither see nor reach peers, and only the practitioner decides', async (t) => {
  const scene = await startVideo(t, { turn: { urls: ['turn:turn.example.ma'], secret: 'secret' } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  const guest = await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))
  await guest.next('waiting')
  guest.send({ type: 'signal', to: 'usr_doctor', toSid: doctor.sid, data: { a: 1 } })
  guest.send({ type: 'state', ...quiet, mic: true })
  guest.send({ type: 'media', connected: true, forMs: 0 })
  doctor.send({ type: 'signal', to: 'usr_guest', toSid: guest.sid, data: { a: 1 } })
  await doctor.everything()
  const messages = await guest.everything()
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['waiting', 'pong'],
  )
  assert.doesNotMatch(JSON.stringify(messages), /usr_doctor|usr_patient|turn\.example|credential/)
  assert.ok(!doctor.frames.some(({ type }) => type === 'signal' || type === 'peer-state'))
  for (const verb of ['admit', 'deny', 'to-lobby', 'kick', 'allow']) {
    const page = await scene.join(room, 'patient', 'usr_patient')
    page.send({ type: verb, peerId: 'usr_guest' })
    assert.equal(await page.end, 4403, verb)
  }
  guest.send({ type: 'end' })
  assert.equal(await guest.end, 4403)
  assert.equal(await patient.end, 4409)
  assert.ok(!scene.ledger.reports.some((what) => /usr_guest|end/.test(what)))
})

test('a refusal holds until it is revoked; sending to the lobby or removing a peer informs the others', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const guest = await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))
  await guest.next('waiting')
  doctor.send({ type: 'deny', peerId: 'usr_guest' })
  assert.equal(await guest.end, 4411)
  const update = await doctor.next('lobby')
  const person = { peerId: 'usr_guest', role: 'guest', name: 'Name of usr_guest' }
  assert.deepEqual((await doctor.next('lobby')).denied, [person])
  assert.partialDeepStrictEqual(update.waiting, [person])
  assert.equal(await (await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))).end, 4411)
  // After a reload the practitioner still sees denied participants.
  const reloaded = await scene.knock(room, await scene.token(room, 'host', 'usr_doctor'))
  assert.deepEqual((await reloaded.next('joined')).denied, [person])

  reloaded.send({ type: 'allow', peerId: 'usr_guest' })
  assert.deepEqual((await reloaded.next('lobby')).denied, [])
  const again = await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))
  await again.next('waiting')
  reloaded.send({ type: 'admit', peerId: 'usr_guest' })
  await again.next('joined')
  await reloaded.next('peer-joined')
  reloaded.send({ type: 'to-lobby', peerId: 'usr_guest' })
  assert.equal((await again.next('waiting')).hostPresent, true)
  assert.equal((await reloaded.next('peer-left')).reason, 'removed')
  again.socket.terminate()
  const waiting = await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))
  await waiting.next('waiting')
  reloaded.send({ type: 'admit', peerId: 'usr_guest' })
  await waiting.next('joined')
  reloaded.send({ type: 'kick', peerId: 'usr_guest' })
  assert.equal(await waiting.end, 4411)
  for (const peerId of ['usr_unknown', 'usr_doctor']) {
    reloaded.send({ type: 'kick', peerId })
    assert.equal((await reloaded.next('error')).code, 'not_there')
  }
  reloaded.send({ type: 'to-lobby', peerId: 'usr_guest' })
  assert.equal((await reloaded.next('error')).code, 'not_there', 'the refusal still holds')
})

test('a decision during an arrival applies to it', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const first = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'))
  await first.next('waiting')
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const askedBefore = scene.ledger.asked.length
  const second = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'))
  await until(() => scene.ledger.asked.length > askedBefore)
  doctor.send({ type: 'admit', peerId: 'usr_patient' })
  await first.next('joined')
  resolve()
  await second.next('joined')
  assert.equal(await first.end, 4409)
})

test('a participant admitted while disconnected joins on reconnection', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const page = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'), 'page')
  await page.next('waiting')
  page.socket.terminate()
  await page.end
  doctor.send({ type: 'admit', peerId: 'usr_patient' })
  await until(() => scene.ledger.reports.includes('ADMITTED usr_patient'))
  const back = await scene.knock(room, await scene.token(room, 'patient', 'usr_patient'), 'page')
  await back.next('joined')
  assert.equal((await doctor.next('peer-joined')).peerId, 'usr_patient')
})

test('a participant whose access was revoked is removed, also while joining', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const guest = await scene.join(room, 'guest', 'usr_guest')
  await scene.video.removeParticipant(scene.id(room), 'usr_guest')
  assert.equal(await guest.end, 4411)
  assert.equal((await doctor.next('peer-left')).reason, 'removed')
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const askedBefore = scene.ledger.asked.length
  const late = await scene.knock(room, await scene.token(room, 'guest', 'usr_guest'))
  await until(() => scene.ledger.asked.length > askedBefore)
  await scene.video.removeParticipant(scene.id(room), 'usr_guest')
  resolve()
  assert.equal(await late.end, 4411)
})

test('TURN credentials have anonymous usernames and are renewed in time', async (t) => {
  const turn = { urls: ['turn:turn.example.ma:3478', 'turns:turn.example.ma'], secret: 'shared secret' }
  const scene = await startVideo(t, { turn, forceRelay: true, limits: { turnSec: 1 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const joined = doctor.frames.find(({ type }) => type === 'joined')!
  assert.equal(joined.iceTransportPolicy, 'relay')
  const renewed = await doctor.next('ice')
  for (const { iceServers } of [joined, renewed] as unknown as { iceServers: IceServer[] }[]) {
    const [server] = iceServers
    assert.deepEqual(server!.urls, turn.urls)
    const [ends, name] = server!.username!.split(':')
    assert.ok(Math.abs(Number(ends) - Date.now() / 1000 - 1) < 5)
    assert.match(name!, /^[\w-]{12}$/)
    assert.equal(server!.credential, createHmac('sha1', turn.secret).update(server!.username!).digest('base64'))
  }
})
