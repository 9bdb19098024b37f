import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Medina } from '../../clients/javascript/src/index.ts'
import {
  base,
  callHook,
  connect,
  doctorId,
  findFreeSlot,
  type Json,
  patientId,
  printStep,
  refusalOf,
  summaryOf,
  until,
} from './platform.ts'

/** Books an appointment, and confirms it. @returns its id */
export async function book(admin: Medina): Promise<string> {
  const request = { doctorId, patientId, notes: 'Consultation de suivi' }
  const { answer: booked, slot } = await findFreeSlot((slot) => admin.appointments.book({ ...request, ...slot }))
  printStep(`Booked ${doctorId} for ${patientId} at ${booked.startTime}`, booked)
  const { id } = booked
  const second = await refusalOf(admin.appointments.book({ ...request, ...slot }), 409)
  assert.deepEqual(second.details, { overlap: { id } })
  printStep('A second booking of the slot is refused, with the id of the first', summaryOf(second))
  printStep('Read back', await admin.appointments.get(id))

  printStep("The doctor's application confirms", await callHook('appointment-confirmed', { appointmentId: id }))
  return id
}

/** Both join the room, the doctor admits the patient, and ends the consultation. */
export async function meet(id: string, doctor: Medina, patient: Medina): Promise<void> {
  const [doctorGrant, patientGrant] = [await grant(id, doctor, doctorId), await grant(id, patient, patientId)]
  printStep('Both get a token for the room', { ...doctorGrant, token: '…' })
  assert.equal(doctorGrant.roomId, patientGrant.roomId)
  const stranger = await refusalOf(grant(id, connect('sandbox-dentist'), 'usr_sandbox_dentist'), 403)
  printStep('Others are refused', summaryOf(stranger))

  const doctorSide = await joinRoom(doctorGrant)
  const host = await doctorSide.heard('joined')
  const patientSide = await joinRoom(patientGrant)
  await patientSide.heard('waiting')
  const lobby = await doctorSide.heard('lobby')
  printStep('The patient waits in the lobby', lobby)
  doctorSide.send({ type: 'admit', peerId: patientId })
  const joined = await patientSide.heard('joined')
  printStep('The doctor admits the patient', { ...joined, resumeToken: '…' })
  const [peer] = joined.peers
  assert.equal(peer.peerId, host.peerId)
  patientSide.send({ type: 'signal', to: peer.peerId, toSid: peer.sid, data: { text: 'السلام عليكم docteur 👋' } })
  const signal = await doctorSide.heard('signal')
  assert.equal(signal.from, patientId)
  assert.equal(signal.data.text, 'السلام عليكم docteur 👋')
  printStep('A signal reaches the other participant', signal)

  // Pages report when media flows between them.
  for (const side of [doctorSide, patientSide]) side.send({ type: 'media', connected: true, forMs: 0 })
  printStep('Both are connected, and the timer runs', await patientSide.heard('call'))
  await sleep(1500)
  const appointment = await doctor.appointments.get(id)
  assert.equal(appointment.status, 'IN_PROGRESS')
  printStep('The appointment is IN_PROGRESS', appointment)
  doctorSide.send({ type: 'end' })
  printStep('The doctor ends the consultation for both', await patientSide.heard('ended'))
}

/** Prints the URLs of a consultation for two browser windows, valid for 15 minutes; the guest's is valid longer. */
export async function openRoom(admin: Medina, doctor: Medina, patient: Medina): Promise<void> {
  const { answer } = await findFreeSlot((slot) => admin.appointments.book({ doctorId, patientId, ...slot }))
  const { id, videoRoomId } = answer
  const { guest } = await doctor.appointments.guests.invite(id, { name: 'Khadija Alaoui', kind: 'FAMILY' })
  assert.ok(guest.url)
  const address = async (caller: Medina, identity: string) =>
    `${base}/room/${videoRoomId}#token=${(await grant(id, caller, identity)).token}`
  const [forDoctor, forPatient] = [await address(doctor, doctorId), await address(patient, patientId)]
  for (const page of [forDoctor, guest.url]) assert.equal((await fetch(page)).status, 200)
  printStep('Try it: open these URLs in two windows, with or without a camera')
  console.log(`    the doctor    ${forDoctor}\n    the patient   ${forPatient}`)
  console.log(`    a relative, invited by the doctor   ${guest.url}`)
}

const grant = (appointmentId: string, caller: Medina, identity: string) =>
  caller.video.issueToken({ appointmentId, identity })

/** A participant without a browser: joins and records all messages. */
async function joinRoom(grant: {
  url: string
  token: string
}): Promise<{ send: (message: Json) => void; heard: (type: string) => Promise<Json> }> {
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
