import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createPlace } from '../../../../testing/scheduling.ts'

const platform = await startPlatform()
const { call } = platform
const { admin, doctor, patient } = await newClinic(platform)
const other = await newClinic(platform)

const post = (by: Person, body: object) => call('POST', '/api/places', { token: by.token, body })
const put = (by: Person, id: string, body: object) => call('PUT', `/api/places/${id}`, { token: by.token, body })

describe('a place', () => {
  test('is created by an administrator, and visible to its organisation', async () => {
    const body = { name: 'Cabinet · عيادة', address: '12, rue Abou Inane', city: 'Fès', phone: '05 22 00 00 00' }
    for (const by of [doctor, patient]) assert.equal((await post(by, body)).status, 403)
    const created = await post(admin, body)
    assert.equal(created.status, 201, created.text)
    const { id, createdAt } = created.body.place
    assert.match(id, /^plc_[0-9a-f]{32}$/)
    const expected = { id, ...body, phone: '+212522000000', timeZone: 'Africa/Casablanca', active: true, createdAt }
    assert.deepEqual(created.body.place, expected)
    for (const by of [admin, doctor, patient])
      assert.deepEqual((await call('GET', `/api/places/${id}`, { token: by.token })).body.place, expected)
    assert.equal((await call('GET', `/api/places/${id}`, { token: other.admin.token })).status, 404)
  })

  test('changes only the given fields, and never its time zone', async () => {
    const id = await createPlace(platform, admin, { address: 'Rue 1', timeZone: 'Europe/Paris' })
    const { place } = (await put(admin, id, { active: false, address: null })).body
    assert.partialDeepStrictEqual(place, { active: false, address: null, city: 'Casablanca', timeZone: 'Europe/Paris' })
    assert.equal((await put(admin, id, { timeZone: 'UTC' })).body.place.timeZone, 'Europe/Paris')
    assert.equal((await put(other.admin, id, { active: true })).status, 404)
    const { places } = (await call('GET', '/api/places?active=false', { token: patient.token })).body
    assert.deepEqual(
      places.map((one: { id: string }) => one.id),
      [id],
    )
  })

  test('has a time zone by region', async () => {
    for (const timeZone of ['Africa/Casablanca', 'UTC', 'America/Argentina/Buenos_Aires'])
      assert.equal((await post(admin, { name: 'Cabinet', city: 'Rabat', timeZone })).status, 201, timeZone)
    for (const timeZone of ['+01:00', 'GMT+1', 'Africa/Atlantis', 'casablanca', ''])
      assert.deepEqual(pathsOf(await post(admin, { name: 'Cabinet', city: 'Rabat', timeZone })), ['timeZone'], timeZone)
  })
})
