import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  base,
  call,
  callHook,
  doctorId,
  findFreeSlot,
  type Json,
  obtainToken,
  patientId,
  say,
  until,
} from './platform.ts'

/** Books the doctor for the patient, and has it confirmed. @returns the appointment's id */
export async function book(admin: string): Promise<string> {
  const wanted = { doctorId, patientId, notes: 'Consultation de suivi' }
  const { answer: booked, body } = await findFreeSlot('/api/appointments', admin, wanted)
  say(`Booked ${doctorId} for ${patientId} at ${body.startTime}`, booked.appointment)
  const id = booked.appointment.id
  const second = await call('POST', '/api/appointments', { token: admin, body, expect: 409 })
  assert.equal(second.error.details.overlap.id, id)
  say('The same slot again is refused, and says who has it', second)
  say('Read back', await call('GET', `/api/appointments/${id}`, { token: admin, expect: 200 }))

  say("The doctor's application confirms", await callHook('appointment-confirmed', { appointmentId: id }))
  return id
}

/** Both join the room, the doctor lets the patient in, they talk, and the doctor ends the consultation. */
export async function meet(id: string, doctor: string, patient: string): Promise<void> {
  const [doctorGrant, patientGrant] = [await grant(id, doctor, doctorId), await grant(id, patient, patientId)]
  say('Both get a token for the room', { ...doctorGrant, token: '…' })
  assert.equal(doctorGrant.roomId, patientGrant.roomId)
  const stranger = await call('POST', '/api/video/token', {
    token: await obtainToken('sandbox-dentist'),
    body: { appointmentId: id, identity: 'usr_sandbox_dentist' },
    expect: 403,
  })
  say('Anyone else is refused', stranger)

  const doctorSide = await joinRoom(doctorGrant)
  const host = await doctorSide.heard('joined')
  const patientSide = await joinRoom(patientGrant)
  await patientSide.heard('waiting')
  const lobby = await doctorSide.heard('lobby')
  say('The patient waits in the lobby', lobby)
  doctorSide.send({ type: 'admit', peerId: patientId })
  const joined = await patientSide.heard('joined')
  say('The doctor lets the patient in', { ...joined, resumeToken: '…' })
  const [peer] = joined.peers
  assert.equal(peer.peerId, host.peerId)
  patientSide.send({ type: 'signal', to: peer.peerId, toSid: peer.sid, data: { text: 'السلام عليكم docteur 👋' } })
  const signal = await doctorSide.heard('signal')
  assert.equal(signal.from, patientId)
  assert.equal(signal.data.text, 'السلام عليكم docteur 👋')
  say('What one page has for the other reaches it', signal)

  // Their pages say so when pictures and sound go between them.
  for (const side of [doctorSide, patientSide]) side.send({ type: 'media', connected: true, forMs: 0 })
  say('They are together, and the clock of the consultation runs', await patientSide.heard('call'))
  await sleep(1500)
  const { appointment } = await call('GET', `/api/appointments/${id}`, { token: doctor, expect: 200 })
  assert.equal(appointment.status, 'IN_PROGRESS')
  say('Under way, because they met', appointment)
  doctorSide.send({ type: 'end' })
  say('The doctor ends the consultation, for both', await patientSide.heard('ended'))
}

/** A consultation for two windows of a browser: the addresses are good for a quarter of an hour, the guest's for longer. */
export async function openRoom(admin: string, doctor: string, patient: string): Promise<void> {
  const { answer } = await findFreeSlot('/api/appointments', admin, { doctorId, patientId })
  const { id, videoRoomId } = answer.appointment
  const { guest } = await call('POST', `/api/appointments/${id}/guests`, {
    token: doctor,
    body: { name: 'Khadija Alaoui', kind: 'FAMILY' },
    expect: 201,
  })
  const address = async (token: string, identity: string) =>
    `${base}/room/${videoRoomId}#token=${(await grant(id, token, identity)).token}`
  const [forDoctor, forPatient] = [await address(doctor, doctorId), await address(patient, patientId)]
  for (const page of [forDoctor, guest.url]) assert.equal((await fetch(page)).status, 200)
  say('Now yourself: open these in two windows, each with a camera or without')
  console.log(`    the doctor    ${forDoctor}\n    the patient   ${forPatient}`)
  console.log(`    a relative, invited by the doctor   ${guest.url}`)
}

const grant = (id: string, token: string, identity: string): Promise<Json> =>
  call('POST', '/api/video/token', { token, body: { appointmentId: id, identity }, expect: 200 })

/** One participant's side of the room: joins by its first message, and keeps what it hears. */
async function joinRoom(
  grant: Json,
): Promise<{ send: (message: Json) => void; heard: (type: string) => Promise<Json> }> {
  const socket = new WebSocket(grant.url)
  const messages: Json[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await new Promise<void>((open, failed) => {
    socket.addEventListener('open', () => open(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`No connection to ${grant.url}`)), { once: true })
  })
  socket.send(JSON.stringify({ type: 'join', v: 1, token: grant.token, sid: crypto.randomUUID() }))
  const heard = (type: string) => until(`the message ${type}`, () => messages.find((message) => message.type === type))
  return { send: (message) => socket.send(JSON.stringify(message)), heard }
}
