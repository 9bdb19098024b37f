import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, callHook, doctorId, findFreeSlot, type Json, obtainToken, patientId, say, until } from './platform.ts'

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

/** Both join the room, talk, and the doctor completes the consultation. */
export async function meet(id: string, doctor: string, patient: string): Promise<void> {
  const grant = (token: string, identity: string) =>
    call('POST', '/api/video/token', { token, body: { appointmentId: id, identity }, expect: 200 })
  const [doctorGrant, patientGrant] = [await grant(doctor, doctorId), await grant(patient, patientId)]
  say('Both get a token for the room', { ...doctorGrant, token: '…' })
  assert.equal(doctorGrant.roomId, patientGrant.roomId)
  const stranger = await call('POST', '/api/video/token', {
    token: await obtainToken('sandbox-dentist'),
    body: { appointmentId: id, identity: 'usr_sandbox_dentist' },
    expect: 403,
  })
  say('Anyone else is refused', stranger)

  const doctorSide = await joinRoom(doctorGrant)
  await doctorSide.heard('joined')
  const patientSide = await joinRoom(patientGrant)
  const joined = await patientSide.heard('joined')
  say('They meet', joined)
  const peer = await doctorSide.heard('peer-joined')
  assert.equal(peer.peerId, patientId)
  const [host] = joined.peers
  patientSide.socket.send(
    JSON.stringify({ type: 'signal', to: host.peerId, toSid: host.sid, data: { text: 'السلام عليكم docteur 👋' } }),
  )
  const signal = await doctorSide.heard('signal')
  assert.equal(signal.from, patientId)
  assert.equal(signal.data.text, 'السلام عليكم docteur 👋')
  say('The patient’s message reaches the doctor', signal)
  await sleep(1500)

  say(
    'Under way',
    await call('PUT', `/api/appointments/${id}`, { token: doctor, body: { status: 'IN_PROGRESS' }, expect: 200 }),
  )
  say(
    'Completed by the doctor',
    await call('PUT', `/api/appointments/${id}`, { token: doctor, body: { status: 'COMPLETED' }, expect: 200 }),
  )
  say('The room is closed to both', await doctorSide.heard('ended'))
}

/** One participant's side of the room: joins by its first message, and keeps what it hears. */
async function joinRoom(grant: Json): Promise<{ socket: WebSocket; heard: (type: string) => Promise<Json> }> {
  const socket = new WebSocket(grant.url)
  const messages: Json[] = []
  socket.addEventListener('message', ({ data }) => messages.push(JSON.parse(String(data))))
  await new Promise<void>((open, failed) => {
    socket.addEventListener('open', () => open(), { once: true })
    socket.addEventListener('error', () => failed(new Error(`No connection to ${grant.url}`)), { once: true })
  })
  socket.send(JSON.stringify({ type: 'join', v: 1, token: grant.token, sid: crypto.randomUUID() }))
  const heard = (type: string) => until(`the message ${type}`, () => messages.find((message) => message.type === type))
  return { socket, heard }
}
