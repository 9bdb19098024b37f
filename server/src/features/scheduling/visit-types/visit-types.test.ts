import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createService } from '../../../../testing/practice.ts'
import { createVisitType } from '../../../../testing/scheduling.ts'

const platform = await startPlatform()
const { call } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)
const other = await newClinic(platform)
const serviceId = await createService(platform, admin)

const post = (by: Person, body: object) => call('POST', '/api/visit-types', { token: by.token, body })
const put = (id: string, body: object) => call('PUT', `/api/visit-types/${id}`, { token: admin.token, body })

describe('a visit type', () => {
  test('is created by an administrator with rules of offering, and visible to its organisation', async () => {
    const body = { name: 'Première consultation', serviceId, mode: 'IN_PERSON', durationMin: 20 }
    for (const by of [doctor, patient]) assert.equal((await post(by, body)).status, 403)
    const created = await post(admin, body)
    assert.equal(created.status, 201, created.text)
    const { id, createdAt } = created.body.visitType
    assert.match(id, /^vty_[0-9a-f]{32}$/)
    const rules = { stepMin: 20, bufferBeforeMin: 0, bufferAfterMin: 0, minNoticeMin: 0, horizonDays: 90 }
    const offer = { bookableBy: 'PATIENT', newPatientsOnly: false, doctorIds: null, active: true }
    assert.deepEqual(created.body.visitType, { id, ...body, ...rules, ...offer, createdAt })
    for (const by of [doctor, patient])
      assert.deepEqual((await call('GET', `/api/visit-types/${id}`, { token: by.token })).body, created.body)
    assert.equal((await call('GET', `/api/visit-types/${id}`, { token: other.admin.token })).status, 404)
  })

  test('names a service and professionals of its organisation', async () => {
    const foreign = await createService(platform, other.admin)
    const body = { name: 'Contrôle', mode: 'PHONE', durationMin: 15 }
    assert.deepEqual(pathsOf(await post(admin, { ...body, serviceId: foreign })), ['serviceId'])
    const doctorIds = [doctor.id, patient.id, other.doctor.id]
    assert.deepEqual(pathsOf(await post(admin, { ...body, serviceId, doctorIds })), ['doctorIds.1', 'doctorIds.2'])
    const dentist = await newPerson(platform, tenantId, 'DENTIST')
    const { id } = await createVisitType(platform, admin, { doctorIds: [doctor.id] })
    assert.deepEqual((await put(id, { doctorIds: [dentist.id] })).body.visitType.doctorIds, [dentist.id])
    assert.deepEqual(pathsOf(await put(id, { doctorIds: [patient.id] })), ['doctorIds.0'])
    assert.equal((await put(id, { doctorIds: null })).body.visitType.doctorIds, null)
  })

  test('lasts at most two hours if patients book it', async () => {
    const body = { name: 'Chirurgie', serviceId, mode: 'IN_PERSON', durationMin: 180 }
    assert.deepEqual(pathsOf(await post(admin, body)), ['durationMin'])
    const { id } = (await post(admin, { ...body, bookableBy: 'STAFF' })).body.visitType
    assert.deepEqual(pathsOf(await put(id, { bookableBy: 'PATIENT' })), ['durationMin'])
    assert.equal((await put(id, { bookableBy: 'PATIENT', durationMin: 120 })).status, 200)
  })

  test('keeps its service and mode', async () => {
    const type = await createVisitType(platform, admin)
    assert.deepEqual((await put(type.id, { mode: 'PHONE', serviceId })).body.visitType, type)
  })
})
