import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { startVideo, until } from './testing.ts'

test('of a participant’s concurrent joins one wins, repeatedly', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  for (let round = 0; round < 10; round++) {
    const identity = `usr_${round}`
    await scene.admitted(room, 'patient', identity)
    const token = await scene.token(room, 'patient', identity)
    const pages = await Promise.all([scene.knock(room, token, `a${round}`), scene.knock(room, token, `b${round}`)])
    const loser = await Promise.race(pages.map((page) => page.end.then((code) => ({ page, code }))))
    assert.equal(loser.code, 4409)
    const winner = pages.find((page) => page !== loser.page)!
    doctor.send({ type: 'signal', to: identity, toSid: winner.sid, data: { round } })
    assert.deepEqual((await winner.next('signal')).data, { round })
    winner.send({ type: 'leave' })
    assert.equal(await winner.end, 1000)
  }
})

test('of two joins that the ledger answers in the opposite order, the later arrival wins', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  await scene.admitted(room, 'patient', 'usr_patient')
  const token = await scene.token(room, 'patient', 'usr_patient')
  const gate = Promise.withResolvers<void>()
  scene.ledger.answers = gate.promise
  const earlier = await scene.knock(room, token, 'earlier')
  await until(() => scene.ledger.asked.length === 1)
  scene.ledger.answers = Promise.resolve()
  const later = await scene.knock(room, token, 'later')
  await later.next('joined')
  gate.resolve()
  assert.equal(await earlier.end, 4409)
  await later.everything()
})

test('of two participants who ask for the last place concurrently one gets it', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  for (const [role, identity] of [
    ['host', 'usr_doctor'],
    ['patient', 'usr_patient'],
    ['guest', 'usr_first'],
  ] as const)
    await scene.join(room, role, identity)
  for (const identity of ['usr_x', 'usr_y']) await scene.admitted(room, 'guest', identity)
  const pages = await Promise.all([
    scene.knock(room, await scene.token(room, 'guest', 'usr_x')),
    scene.knock(room, await scene.token(room, 'guest', 'usr_y')),
  ])
  assert.equal(await Promise.race(pages.map(({ end }) => end)), 4423)
  await delay(50)
  assert.equal(pages.filter(({ socket }) => socket.readyState === socket.OPEN).length, 1)
  await until(() => scene.ledger.reports.some((what) => what.startsWith('full ')), 'a report to the ledger')
})

test('polling the ledger reveals closings and removals that did not reach the room', async (t) => {
  const scene = await startVideo(t, { limits: { pollMs: 50 } })
  const room = newId('room')
  const [patient, guest] = [await scene.join(room, 'patient'), await scene.join(room, 'guest', 'gst_1')]
  const waiting = await scene.knock(room, await scene.token(room, 'guest', 'gst_2'))
  await waiting.next('waiting')
  scene.ledger.barred.add('gst_1')
  assert.equal(await guest.end, 4411)
  scene.ledger.closed.add(room)
  for (const page of [patient, waiting]) {
    assert.equal((await page.next('ended')).reason, 'closed')
    assert.equal(await page.end, 4410)
  }
})

test('a closed room is forgotten: the ledger is not polled about it', async (t) => {
  const scene = await startVideo(t, { limits: { pollMs: 20 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const polls = t.mock.method(scene.ledger, 'participants')
  await until(() => polls.mock.callCount() > 1, 'polls of an open room')
  scene.ledger.closed.add(room)
  await scene.video.closeRoom(scene.id(room), 'cancelled')
  assert.equal(await doctor.end, 4410)
  await delay(50)
  const before = polls.mock.callCount()
  await delay(100)
  assert.equal(polls.mock.callCount(), before)
})
