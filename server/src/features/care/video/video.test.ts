import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodeJwt } from 'jose'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { openFile } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const clinic = await newClinic(platform)
const { admin, doctor, patient } = clinic
await openFile(platform, admin, patient)

const grant = (caller: Person, appointmentId: string, identity = caller.id) =>
  call('POST', '/api/video/token', { token: caller.token, body: { appointmentId, identity } })
const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/appointments/${id}`, { token: caller.token, body })

describe('a token', () => {
  test('is valid for 15 minutes, for one room, with its own audience', async () => {
    const { id, videoRoomId } = await book(platform, admin, doctor, patient, 1)
    const { status, body } = await grant(doctor, id)
    assert.equal(status, 200)
    assert.equal(body.ok, true)
    assert.equal(body.roomId, videoRoomId)
    assert.equal(body.url, `ws://127.0.0.1:${platform.config.port}/video/ws/${videoRoomId}`)
    assert.ok(Math.abs(Date.parse(body.expiresAt) - platform.services.clock.nowMs() - 900_000) < 5000)
    assert.partialDeepStrictEqual(decodeJwt(body.token), { aud: 'video', sub: doctor.id, room: videoRoomId, apt: id })
    assert.equal((await call('GET', '/api/users/me', { token: body.token })).status, 401, 'it is no access token')
  })

  test('is issued to participants, and to administrators for a participant', async () => {
    const { id } = await book(platform, admin, doctor, patient, 2)
    const [otherDoctor, otherPatient] = [
      await newPerson(platform, clinic.tenantId, 'DOCTOR'),
      await newPerson(platform, clinic.tenantId, 'PATIENT'),
    ]
    const elsewhere = await newClinic(platform)
    const statusOf = async (caller: Person, identity?: string) => (await grant(caller, id, identity)).status
    assert.deepEqual(
      await Promise.all([
        statusOf(patient),
        statusOf(doctor),
        statusOf(admin),
        statusOf(admin, patient.id),
        statusOf(admin, doctor.id),
      ]),
      [200, 200, 200, 200, 200],
    )
    assert.deepEqual(
      await Promise.all([
        statusOf(otherDoctor),
        statusOf(otherPatient),
        statusOf(patient, doctor.id),
        statusOf(doctor, patient.id),
        statusOf(admin, otherPatient.id),
      ]),
      [403, 403, 403, 403, 403],
    )
    assert.match((await grant(otherPatient, id)).body.error.message, /not part of the appointment/)
    for (const caller of [otherPatient, otherDoctor]) {
      const unknown = await grant(caller, 'apt_absent')
      assert.deepEqual([unknown.status, unknown.text], [403, (await grant(caller, id)).text])
    }
    const foreign = await grant(elsewhere.admin, id)
    assert.equal(foreign.status, 422)
    assert.deepEqual(foreign.body.error.details[0].path, ['appointmentId'])
    assert.equal(foreign.text, (await grant(admin, 'apt_absent')).text)
  })

  test('contains role and name of its user, even if an administrator requests it', async () => {
    const { id } = await book(platform, admin, doctor, patient, 10)
    const nurse = await newPerson(platform, clinic.tenantId, 'ADMIN', undefined, 'Salma Idrissi')
    await openFile(platform, nurse, patient)
    const claimsOf = async (caller: Person, identity?: string) => {
      const { role, name } = decodeJwt((await grant(caller, id, identity)).body.token)
      return { role, name }
    }
    const named = async ({ id }: Person) =>
      (await platform.owner.query('select name from users where id = $1', [id])).rows[0].name
    assert.deepEqual(await claimsOf(doctor), { role: 'host', name: await named(doctor) })
    assert.deepEqual(await claimsOf(admin, patient.id), { role: 'patient', name: await named(patient) })
    assert.deepEqual(await claimsOf(nurse), { role: 'observer', name: 'Salma Idrissi' })
  })

  test('is refused for a disabled user', async () => {
    const former = await newPerson(platform, clinic.tenantId, 'PATIENT')
    const { id } = await book(platform, admin, doctor, former, 11)
    assert.equal((await grant(admin, id, former.id)).status, 200)
    await call('PUT', `/api/users/${former.id}`, { token: admin.token, body: { disabled: true } })
    const { status, body } = await grant(admin, id, former.id)
    assert.equal(status, 403)
    assert.match(body.error.message, /disabled/)
  })

  test('is refused for a cancelled or completed appointment', async () => {
    for (const [hours, status] of [
      [3, 'CANCELLED'],
      [4, 'COMPLETED'],
    ] as const) {
      const { id } = await book(platform, admin, doctor, patient, hours)
      await put(doctor, id, { status })
      assert.equal((await grant(doctor, id)).status, 409)
    }
  })

  test('is unknown for a deleted appointment', async () => {
    const { id } = await book(platform, admin, doctor, patient, 5)
    assert.equal((await call('DELETE', `/api/appointments/${id}`, { token: admin.token })).status, 200)
    assert.deepEqual(pathsOf(await grant(admin, id, patient.id)), ['appointmentId'])
    assert.equal((await grant(doctor, id)).status, 403, 'without saying whether it exists')
  })

  test('is only issued within the join window, if one is set', async () => {
    const strict = await startPlatform({ VIDEO_JOIN_WINDOW: '30,60' }, platform.ownerUrl)
    const { id } = await book(platform, admin, doctor, patient, 5)
    const credentials = { grant_type: 'client_credentials', client_id: doctor.clientId, client_secret: doctor.secret }
    const token = (await strict.call('POST', '/api/auth/token', { body: credentials })).body.access_token
    const requestToken = async () =>
      (await strict.call('POST', '/api/video/token', { token, body: { appointmentId: id, identity: doctor.id } }))
        .status
    assert.equal(await requestToken(), 409)
    await strict.owner.query(
      `update appointments set start_time = app_now() + interval '29 minutes', end_time = app_now() + interval '59 minutes' where id = $1`,
      [id],
    )
    assert.equal(await requestToken(), 200)
    await strict.owner.query(
      `update appointments set start_time = app_now() - interval '95 minutes', end_time = app_now() - interval '61 minutes' where id = $1`,
      [id],
    )
    assert.equal(await requestToken(), 409)
    await strict.stop()
  })
})
