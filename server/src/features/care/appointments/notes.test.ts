import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { openFile } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)

let hours = 1
const write = async (caller: Person, id: string, notes: string | null) =>
  (await call('PUT', `/api/appointments/${id}`, { token: caller.token, body: { notes } })).status
const notesOf = async (id: string) =>
  (await call('GET', `/api/appointments/${id}`, { token: doctor.token })).body.appointment.notes

test('an administrator cannot overwrite notes of another user, even after reading them', async () => {
  const { id } = await book(platform, patient, doctor, patient, hours++, 'Chest pain')
  assert.equal(await write(admin, id, null), 403)
  assert.equal(await write(doctor, id, 'Angina suspected'), 200)
  await openFile(platform, admin, patient)
  for (const notes of ['Healthy', 'Angina suspected', null]) assert.equal(await write(admin, id, notes), 403)
  const moved = await call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CONFIRMED' } })
  assert.equal(moved.status, 200, 'the rest stays theirs to change')
  assert.equal(await notesOf(id), 'Angina suspected')
})

test('an administrator can write notes if there are none, and change their own', async () => {
  const { id } = await book(platform, patient, doctor, patient, hours++)
  const other = await newPerson(platform, tenantId, 'ADMIN')
  assert.deepEqual(
    [await write(admin, id, 'Wheelchair'), await write(admin, id, 'Lift'), await write(other, id, 'None')],
    [200, 200, 403],
  )
  assert.equal(await write(admin, id, null), 200)
  assert.equal(await write(other, id, 'None'), 200)
})

test('a patient can change their own notes, but not those of the professional', async () => {
  const { id } = await book(platform, patient, doctor, patient, hours++, 'Cough')
  assert.equal(await write(patient, id, 'Cough and fever'), 200)
  assert.equal(await write(doctor, id, 'Bronchitis'), 200)
  assert.equal(await write(patient, id, 'Nothing'), 403)
  assert.equal(await notesOf(id), 'Bronchitis')
})
