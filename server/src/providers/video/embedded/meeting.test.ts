import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { startVideo, until } from './testing.ts'

test('tells the ledger while practitioner and patient are together, and when they are not', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 20 } })
  const { heard } = scene.ledger
  const room = newId('room')
  await scene.join(room, 'host')
  await scene.join(room, 'observer')
  assert.deepEqual(heard, [])
  const patient = await scene.join(room, 'guest')
  await until(() => heard.length >= 3, 'two more words while it lasts')
  assert.deepEqual(new Set(heard), new Set([`together ${room}`]))

  // A line that breaks without a goodbye counts as well.
  patient.socket.terminate()
  await until(() => heard.at(-1) === `apart ${room}`)
  const heardBefore = heard.length
  const again = await scene.join(room, 'guest')
  await until(() => heard.length > heardBefore)
  assert.equal(heard[heardBefore], `together ${room}`)
  again.socket.close(1001)
  await until(() => heard.at(-1) === `apart ${room}`)
  const heardUntilNow = heard.length
  await scene.join(newId('room'), 'guest')
  assert.equal(heard.length, heardUntilNow)
})

test('tells a slow ledger everything in order and nothing twice', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 5 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  for (let times = 0; times < 2; times++) {
    // Only the first word is taken slowly.
    scene.ledger.listens = times === 0 ? promise : Promise.resolve()
    const patient = await scene.join(room, 'guest')
    scene.ledger.listens = Promise.resolve()
    patient.send({ type: 'leave' })
    await doctor.next('peer-left')
  }
  doctor.send({ type: 'leave' })
  await doctor.end
  // Whoever comes back now finds the same room, which still owes the ledger its words.
  await scene.join(room, 'host')
  await scene.join(room, 'guest')
  assert.deepEqual(scene.ledger.heard, [])
  resolve()
  await until(() => scene.ledger.heard.length >= 5)
  const [together, apart] = [`together ${room}`, `apart ${room}`]
  assert.deepEqual(scene.ledger.heard.slice(0, 5), [together, apart, together, apart, together])
})

test('goes on with a call when the ledger fails, and logs ids and nothing else', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 10 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'guest', 'usr_patient')
  await until(() => scene.ledger.heard.length > 0)
  scene.ledger.broken = true
  await until(() => scene.logged.some(({ level }) => level === 'error'))
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { sdp: 'secret-sdp' } })
  await patient.next('signal')

  const refused = await scene.knock(room, await scene.token(room))
  assert.equal((await refused.next('error')).code, 'service_unavailable')
  assert.equal(await refused.end, 1013)

  scene.ledger.broken = false
  await scene.join(room, 'guest')
  assert.ok(scene.logged.some(({ about }) => 'roomId' in about && about.roomId === room && 'tenantId' in about))
  assert.doesNotMatch(JSON.stringify(scene.logged), /secret-sdp|eyJ/)
})
