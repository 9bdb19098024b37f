import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { Page, startVideo, until } from './testing.ts'

const badFirstMessages: [string, string | Buffer][] = [
  ['no JSON', 'hello'],
  ['a bare value', '42'],
  ['null', 'null'],
  ['an unknown type', '{"type":"admin"}'],
  ['a signal', '{"type":"signal","to":"a","toSid":"b","data":{}}'],
  ['a ping', '{"type":"ping","ts":1}'],
  ['a leave', '{"type":"leave"}'],
  ['another version', '{"type":"join","v":2,"token":"t","sid":"s"}'],
  ['no sid', '{"type":"join","v":1,"token":"t"}'],
  ['an empty sid', '{"type":"join","v":1,"token":"t","sid":""}'],
  ['a field too many', '{"type":"join","v":1,"token":"t","sid":"s","role":"host"}'],
  ['a token of another kind', '{"type":"join","v":1,"token":{},"sid":"s"}'],
  ['a token too long', JSON.stringify({ type: 'join', v: 1, token: 'x'.repeat(4097), sid: 's' })],
  ['deep nesting', '['.repeat(60_000)],
  ['deep nesting that is closed', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ['bytes', Buffer.from('{"type":"join","v":1,"token":"t","sid":"s"}')],
]

test('closes with 4400 after an invalid first message', async (t) => {
  const scene = await startVideo(t)
  for (const [name, message] of badFirstMessages) {
    const page = await scene.open()
    page.socket.send(message)
    assert.equal(await page.end, 4400, name)
  }
})

const state = { type: 'state', mic: true, cam: true, screen: false, hand: false }
const badLaterMessages: [string, unknown][] = [
  ['a second join', { type: 'join', v: 1, token: 't', sid: 's' }],
  ['a state with more in it', { ...state, name: 'Dr' }],
  ['a state with less in it', { type: 'state', mic: true }],
  ['a state of other values', { ...state, mic: 'yes' }],
  ['a ping without a time', { type: 'ping' }],
  ['a signal without a recipient', { type: 'signal', toSid: 's', data: {} }],
  ['a signal that is text', { type: 'signal', to: 'a', toSid: 's', data: 'sdp' }],
  ['a signal that is a list', { type: 'signal', to: 'a', toSid: 's', data: [] }],
  [
    'a signal nested too deep',
    { type: 'signal', to: 'a', toSid: 's', data: { a: { b: { c: { d: { e: { f: {} } } } } } } },
  ],
  ['an address that is no id', { type: 'signal', to: '../a', toSid: 's', data: {} }],
]

test('closes with 4400 after an invalid message, and reports the peer as lost to the others', async (t) => {
  const scene = await startVideo(t, { limits: { graceMs: 5 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  for (const [name, message] of badLaterMessages) {
    const page = await scene.join(room)
    page.send(JSON.stringify(message))
    assert.equal(await page.end, 4400, name)
    assert.equal((await doctor.next('peer-left')).reason, 'lost', name)
  }
  const page = await scene.join(room)
  page.send('{"type":"signal","to":"a","toSid":"s","data":{"a":'.concat('['.repeat(30_000), ']'.repeat(30_000), '}}'))
  assert.equal(await page.end, 4400)
  await doctor.everything()
})

test('closes with 1009 after a message over 64 KiB', async (t) => {
  const scene = await startVideo(t, { limits: { graceMs: 5 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  const text = 'x'.repeat(60_000)
  patient.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { text } })
  assert.deepEqual((await patient.next('signal')).data, { text })
  patient.send('x'.repeat(64 * 1024 + 1))
  assert.equal(await patient.end, 1009)
  assert.equal((await doctor.next('peer-left')).reason, 'lost')
})

test('closes with 4403 for an observer who announces media; an observer may raise a hand', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const observer = await scene.join(room, 'observer')
  observer.send({ ...state, mic: false, cam: false, hand: true })
  await doctor.next('peer-state')
  observer.send(state)
  assert.equal(await observer.end, 4403)
})

test('closes with 4408 for a client that does not join in time, even if it answers pings', async (t) => {
  const scene = await startVideo(t, { limits: { joinMs: 100, pulseMs: 40 } })
  assert.equal(await (await scene.open()).end, 4408)
})

test('closes with 1013 a join that the ledger does not answer in time', async (t) => {
  const scene = await startVideo(t, { limits: { joinMs: 600 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.ledger.answers = promise
  const room = newId('room')
  const page = await scene.knock(room, await scene.token(room))
  page.send({ type: 'ping', ts: 7 })
  assert.equal((await page.next('pong')).ts, 7)
  assert.equal((await page.next('error')).code, 'service_unavailable')
  assert.equal(await page.end, 1013)
  // The answer comes after the page was closed.
  resolve()
  const other = await scene.knock(room, await scene.token(room))
  await other.next('waiting')
})

test('answers 4410 for a closed room, and 4401 for one that the ledger does not know', async (t) => {
  const scene = await startVideo(t)
  const [closed, unknown] = [newId('room'), newId('room')]
  scene.ledger.closed.add(closed)
  scene.ledger.unknown.add(unknown)
  assert.equal(await (await scene.knock(closed, await scene.token(closed))).end, 4410)
  assert.equal(await (await scene.knock(unknown, await scene.token(unknown))).end, 4401)
})

test('closes with 4423 for the fifth in a room and the eleventh in its lobby, but not on a reconnection', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  await scene.join(room, 'patient')
  for (const identity of ['usr_a', 'usr_b']) await scene.join(room, 'guest', identity)
  await scene.admitted(room, 'guest', 'usr_d')
  assert.equal(await (await scene.knock(room, await scene.token(room, 'guest', 'usr_d'))).end, 4423)
  await until(() => scene.ledger.reports.includes('full usr_d'))
  const again = await scene.join(room, 'host', 'usr_doctor')
  assert.equal(await doctor.end, 4409)

  for (let n = 0; n < 10; n++) {
    const page = await scene.knock(room, await scene.token(room, 'guest', `usr_w${n}`))
    await page.next('waiting')
  }
  assert.equal(await (await scene.knock(room, await scene.token(room))).end, 4423)
  const [waiting] = [await scene.knock(room, await scene.token(room, 'guest', 'usr_w0'))]
  await waiting!.next('waiting')
  again.send({ type: 'admit', peerId: 'usr_w0' })
  assert.equal(await waiting!.end, 4423, 'the room is full')
})

test('reserves a place each for practitioner and patient', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  for (const identity of ['usr_a', 'usr_b']) await scene.join(room, 'guest', identity)
  await scene.admitted(room, 'observer', 'usr_d')
  assert.equal(await (await scene.knock(room, await scene.token(room, 'observer', 'usr_d'))).end, 4423)
  await scene.join(room, 'patient')
  await scene.join(room, 'host')
})

test('tells the lobby about the end, without the duration', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const waiting = await scene.knock(room, await scene.token(room))
  await waiting.next('waiting')
  doctor.send({ type: 'end' })
  assert.deepEqual(await waiting.next('ended'), { type: 'ended', reason: 'completed' })
  assert.equal((await doctor.next('ended')).durationSec, 754)
})

test('closes with 4429 for a client that sends too much, without effect on others', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  const flooders = [await scene.join(room, 'guest'), await scene.join(newId('room'), 'guest')]
  for (let n = 0; n < 10_000; n++)
    flooders[0]!.send({ type: 'signal', to: 'usr_doctor', toSid: doctor.sid, data: { n } })
  for (let n = 0; n < 100; n++) flooders[1]!.socket.pong()
  for (const flooder of flooders) assert.equal(await flooder.end, 4429)
  const pinging = await scene.open()
  let pongs = 0
  pinging.socket.on('pong', () => pongs++)
  // In portions: the library itself closes a socket after sixty at once.
  for (let portion = 0; portion < 2; portion++) {
    for (let n = 0; n < 50; n++) pinging.socket.ping()
    await until(() => pongs >= 50)
  }
  assert.equal(await pinging.end, 4429)
  patient.send({ type: 'signal', to: 'usr_doctor', toSid: doctor.sid, data: { after: true } })
  const signals = (await doctor.everything()).filter(({ type }) => type === 'signal')
  await until(() => doctor.frames.some(({ data }) => data !== undefined && JSON.stringify(data) === '{"after":true}'))
  assert.ok(signals.length < 1000)
})

test('keeps a client that sends within its allowance', async (t) => {
  const scene = await startVideo(t, { limits: { burst: 3, perSec: 100 } })
  const page = await scene.join(newId('room'))
  for (let n = 0; n < 20; n++) {
    await delay(20)
    page.send({ type: 'ping', ts: n })
  }
  await page.everything()
})

test('terminates a peer with too large a backlog', async (t) => {
  const scene = await startVideo(t, { limits: { burst: 5000, backlogBytes: 100_000, graceMs: 5 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  patient.socket.pause()
  const data = { text: 'x'.repeat(60_000) }
  for (let n = 0; n < 400; n++) doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data })
  const leaveMessage = await doctor.next('peer-left')
  assert.deepEqual([leaveMessage.peerId, leaveMessage.reason], ['usr_patient', 'lost'])
  patient.socket.resume()
  assert.equal(await patient.end, 1006)
})

test('removes a silent peer, and keeps one that answers', async (t) => {
  const scene = await startVideo(t, { limits: { pulseMs: 600, graceMs: 5 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const page = new Page(scene.url(room), 'phone', { autoPong: false })
  await page.opened()
  await scene.admitted(room, 'patient', 'usr_silent')
  page.send({ type: 'join', v: 1, token: await scene.token(room, 'patient', 'usr_silent'), sid: 'phone' })
  const leaveMessage = await doctor.next('peer-left')
  assert.deepEqual([leaveMessage.peerId, leaveMessage.reason], ['usr_silent', 'lost'])
  assert.equal(await page.end, 1006)
  await doctor.everything()
})
