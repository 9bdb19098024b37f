import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import type { Fault } from '../errors.ts'

const platform = await startPlatform()
const { admin, doctor, patient } = await newClinic(platform)

/** The code, and the limit if there is one, of the first fault of a call. */
async function codeOf(method: string, path: string, body?: object, token = admin.token) {
  const answer = await platform.call(method, path, { token, ...(body && { body }) })
  assert.equal(answer.status, 422, answer.text)
  const [{ code, limit }] = answer.body.error.details as [Fault]
  return limit === undefined ? code : [code, limit]
}

const register = (fields: object) =>
  codeOf('POST', '/api/patients', { name: 'Amina Alaoui', birthDate: '1984-05-17', ...fields })

const HOUR_MS = 3_600_000
const book = (fields: object, token = admin.token) => {
  const start = Date.now() + HOUR_MS
  const times = { startTime: new Date(start).toISOString(), endTime: new Date(start + HOUR_MS).toISOString() }
  const parties = { doctorId: doctor.id, patientId: patient.id }
  return codeOf('POST', '/api/appointments', { ...parties, ...times, ...fields }, token)
}

test('faults of fields have a code, with the limit that the value exceeds', async () => {
  const cases = [
    [register({ name: undefined }), 'required'],
    [register({ name: '  ' }), 'required'],
    [register({ name: '' }), 'required'],
    [register({ name: 'two\nlines' }), 'format'],
    [register({ name: 'x'.repeat(1000) }), ['too_long', 200]],
    [register({ name: 7 }), 'wrong_type'],
    [register({ phone: 'none' }), 'format'],
    [register({ email: 'none' }), 'format'],
    [register({ sex: 'X' }), 'not_a_choice'],
    [register({ birthday: '1984-05-17' }), 'unknown_field'],
    [register({ birthDate: '2999-01-01' }), 'not_past'],
    [register({ birthDate: '' }), 'required'],
    [book({ startTime: 'now' }), 'format'],
    [book({ patientId: 'usr_absent' }), 'unknown_record'],
    [book({ endTime: new Date(0).toISOString() }), 'not_after'],
    [book({ startTime: '2020-01-01T09:00:00Z', endTime: '2020-01-01T09:30:00Z' }, patient.token), 'not_future'],
    [codeOf('GET', '/api/patients?pageSize=101'), ['too_big', 100]],
    [codeOf('PUT', `/api/patients/${patient.id}/consents`, { consents: Array(5).fill('MARKETING') }), ['too_many', 4]],
  ] as const
  for (const [at, [found, expected]] of cases.entries()) assert.deepEqual(await found, expected, `case ${at}`)
})

test('rules without a code have only a message', async () => {
  const body = { consents: ['MARKETING', 'MARKETING'] }
  assert.equal(await codeOf('PUT', `/api/patients/${patient.id}/consents`, body), undefined)
})
