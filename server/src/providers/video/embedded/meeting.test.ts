import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from '../../../lib/ids.ts'
import { startVideo, until } from './testing.ts'

const connected = { type: 'media', connected: true, forMs: 0 }
const broken = { type: 'media', connected: false, forMs: 0 }

test('reports to the ledger while media flow between practitioner and patient, and when they stop', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 20 } })
  const { reports } = scene.ledger
  const room = newId('room')
  const doctor = await scene.join(room, 'host')
  const observer = await scene.join(room, 'observer')
  const patient = await scene.join(room, 'patient')
  reports.length = 0
  observer.send(connected)
  doctor.send(connected)
  await doctor.everything()
  await observer.everything()
  assert.equal(reports.length, 0, 'requires media of both practitioner and patient')
  patient.send(connected)
  for (const page of [doctor, patient, observer])
    assert.equal((await page.next('call')).startedAt, scene.ledger.startedAt.toISOString())
  await until(() => reports.length >= 3, 'two more reports while it lasts')
  assert.deepEqual(new Set(reports), new Set([`together ${room}`]))

  patient.send(broken)
  assert.equal((await doctor.next('call')).startedAt, undefined)
  await until(() => reports.at(-1) === `apart ${room}`)
  const reportCount = reports.length
  patient.send(connected)
  await doctor.next('call')
  assert.equal(reports[reportCount], `together ${room}`)
  patient.send({ type: 'leave' })
  await until(() => reports.lastIndexOf(`apart ${room}`) > reports.lastIndexOf(`together ${room}`))
})

test('one broken connection does not end the meeting, because media continue; two lost ones do', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 20, graceMs: 400 } })
  const { reports } = scene.ledger
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor', 'page-d')
  const patient = await scene.join(room, 'patient', 'usr_patient', 'page-p')
  for (const page of [doctor, patient]) page.send(connected)
  await doctor.next('call')
  patient.socket.terminate()
  await doctor.next('peer-away')
  await delay(60)
  assert.ok(!reports.includes(`apart ${room}`))
  const back = await scene.join(room, 'patient', 'usr_patient', 'page-p')
  await doctor.next('peer-back')
  back.socket.terminate()
  doctor.socket.terminate()
  await delay(100)
  const unseen = reports.length
  await delay(100)
  assert.equal(reports.length, unseen, 'no reports while both are disconnected')
  await until(() => reports.includes(`apart ${room}`), 'the end of the grace period')
})

test('reports to the ledger how long both have been connected: the shorter of the two durations', async (t) => {
  const scene = await startVideo(t)
  const room = newId('room')
  const [doctor, patient] = [await scene.join(room, 'host'), await scene.join(room, 'patient')]
  doctor.send({ type: 'media', connected: true, forMs: 3_600_000 })
  patient.send({ type: 'media', connected: true, forMs: 20_000 })
  await doctor.next('call')
  const [forMs] = scene.ledger.forMs
  assert.ok(forMs! >= 20_000 && forMs! < 25_000, String(forMs))
})

test('reports to a slow ledger in order, without repetition', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 5 } })
  const { promise, resolve } = Promise.withResolvers<void>()
  const room = newId('room')
  const [doctor, patient] = [await scene.join(room, 'host'), await scene.join(room, 'patient')]
  scene.ledger.listens = promise
  scene.ledger.reports.length = 0
  doctor.send(connected)
  for (const message of [connected, broken, connected, broken]) patient.send(message)
  await patient.everything()
  await doctor.everything()
  await delay(30)
  const { reports } = scene.ledger
  assert.equal(reports.length, 0)
  resolve()
  await until(() => reports.at(-1) === `apart ${room}`)
  patient.send(connected)
  await until(() => reports.at(-1) === `together ${room}`)
  await delay(30)
  assert.equal(reports.at(-1), `together ${room}`)
})

test('continues a call when the ledger fails, and logs ids only', async (t) => {
  const scene = await startVideo(t, { limits: { togetherMs: 10 } })
  const room = newId('room')
  const doctor = await scene.join(room, 'host', 'usr_doctor')
  const patient = await scene.join(room, 'patient', 'usr_patient')
  for (const page of [doctor, patient]) page.send(connected)
  await doctor.next('call')
  scene.ledger.broken = true
  await until(() => scene.logged.some(({ level }) => level === 'error'))
  doctor.send({ type: 'signal', to: 'usr_patient', toSid: patient.sid, data: { sdp: 'secret-sdp' } })
  await patient.next('signal')
  doctor.send({ type: 'end' })
  assert.equal((await doctor.next('error')).code, 'service_unavailable')

  const refused = await scene.knock(room, await scene.token(room))
  assert.equal((await refused.next('error')).code, 'service_unavailable')
  assert.equal(await refused.end, 1013)

  scene.ledger.broken = false
  await scene.join(room, 'patient')
  assert.ok(scene.logged.some(({ about }) => 'roomId' in about && about.roomId === room && 'tenantId' in about))
  assert.doesNotMatch(JSON.stringify(scene.logged), /secret-sdp|eyJ|Name of/)
})
