import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createService, newPractice } from '../../../../testing/practice.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { admin, doctor, dentist, patient, pharmacist } = practice

const post = (caller: Person, body: object) => call('POST', '/api/services', { token: caller.token, body })
const put = (caller: Person, id: string, body: object) =>
  call('PUT', `/api/services/${id}`, { token: caller.token, body })
const read = async (id: string, caller = patient) =>
  (await call('GET', `/api/services/${id}`, { token: caller.token })).body.service
const schedule = (caller: Person, id: string, priceMAD: number, from: Date | string) =>
  call('POST', `/api/services/${id}/prices`, { token: caller.token, body: { priceMAD, from } })
const withdraw = (caller: Person, id: string) => call('DELETE', `/api/services/prices/${id}`, { token: caller.token })
const pricesOf = async (id: string, caller = admin): Promise<{ id: string; priceMAD: number; status: string }[]> =>
  (await call('GET', `/api/services/${id}/prices`, { token: caller.token })).body.prices
const shortly = async (id: string) => (await pricesOf(id)).map(({ priceMAD, status }) => `${priceMAD} ${status}`)
const inSec = (sec: number) => new Date(platform.services.clock.nowMs() + sec * 1000)

describe('a service', () => {
  test('is created by an administrator with its first price, and visible to the whole organisation', async () => {
    const body = { name: 'Échographie · فحص', code: 'ECHO-1', priceMAD: 45_000, durationMin: 20 }
    for (const caller of [doctor, dentist, patient, pharmacist]) assert.equal((await post(caller, body)).status, 403)
    const created = await post(admin, body)
    assert.equal(created.status, 201)
    const { id, createdAt } = created.body.service
    assert.match(id, /^svc_[0-9a-f]{32}$/)
    assert.deepEqual(created.body, { service: { id, ...body, active: true, createdAt } })
    for (const caller of [admin, doctor, dentist, patient, pharmacist])
      assert.deepEqual(await read(id, caller), created.body.service)
    const [price, ...others] = (await call('GET', `/api/services/${id}/prices`, { token: patient.token })).body.prices
    assert.deepEqual(others, [])
    assert.match(price.id, /^prc_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(price, { serviceId: id, priceMAD: 45_000, status: 'IN_FORCE', from: createdAt })
  })

  test('can be free, and have neither code nor duration', async () => {
    const { service } = (await post(admin, { name: 'Contrôle', priceMAD: 0, active: false })).body
    assert.partialDeepStrictEqual(service, { priceMAD: 0, code: null, durationMin: null, active: false })
  })

  test('reports each invalid field', async () => {
    for (const [wrong, path] of [
      [{ name: ' ' }, 'name'],
      [{ name: 'A\r\nB' }, 'name'],
      [{ priceMAD: -1 }, 'priceMAD'],
      [{ priceMAD: 300.5 }, 'priceMAD'],
      [{ priceMAD: 100_000_001 }, 'priceMAD'],
      [{ durationMin: 0 }, 'durationMin'],
      [{ code: '' }, 'code'],
      [{ active: 'yes' }, 'active'],
    ] as const) {
      const refused = await post(admin, { name: 'Consultation', priceMAD: 30_000, ...wrong })
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, path])
    }
    assert.deepEqual(pathsOf(await post(admin, {})), ['name', 'priceMAD'])
  })

  test('is updated by the given fields; absent ones stay unchanged', async () => {
    const id = await createService(platform, admin, { code: 'CHANGE-1', durationMin: 30 })
    for (const caller of [doctor, patient, pharmacist])
      assert.equal((await put(caller, id, { active: false })).status, 403)
    const before = await read(id)
    const changed = await put(admin, id, { name: 'Téléconsultation', durationMin: null, active: false })
    assert.deepEqual(changed.body.service, { ...before, name: 'Téléconsultation', durationMin: null, active: false })
    assert.deepEqual((await put(admin, id, {})).body, changed.body)
    assert.equal((await put(admin, id, { code: null })).body.service.code, null)
    const listed = async (query: string) => {
      const { body } = await call('GET', `/api/services?pageSize=100&${query}`, { token: patient.token })
      return body.services.some((service: { id: string }) => service.id === id)
    }
    assert.deepEqual([await listed(''), await listed('active=false'), await listed('active=true')], [true, true, false])
  })

  test('has a unique code, ignoring case, also with concurrent requests', async () => {
    const body = { name: 'Consultation', code: 'RACE-1', priceMAD: 30_000 }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(admin, body)))
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    const { id } = won[0]!.body.service
    for (const lost of answers.filter((answer) => answer !== won[0])) {
      assert.equal(lost.status, 409)
      assert.deepEqual(lost.body.error.details, { service: { id } })
    }
    const other = await createService(platform, admin, { code: 'RACE-2' })
    assert.deepEqual((await put(admin, other, { code: 'race-1' })).body.error.details, { service: { id } })
    assert.equal((await put(admin, other, { code: 'race-2' })).body.service.code, 'race-2', 'its own code')
    const elsewhere = await newPractice(platform)
    assert.equal((await post(elsewhere.admin, body)).status, 201)
  })

  test('is hidden from other organisations', async () => {
    const id = await createService(platform, admin)
    const { id: priceId } = (await schedule(admin, id, 35_000, inSec(3600))).body.price
    const elsewhere = await newPractice(platform)
    for (const answer of [
      await call('GET', `/api/services/${id}`, { token: elsewhere.admin.token }),
      await put(elsewhere.admin, id, { priceMAD: 1 }),
      await call('GET', `/api/services/${id}/prices`, { token: elsewhere.admin.token }),
      await schedule(elsewhere.admin, id, 1, inSec(3600)),
      await withdraw(elsewhere.admin, priceId),
    ])
      assert.equal(answer.status, 404)
    assert.equal((await pricesOf(id)).length, 2)
  })
})

describe('prices', () => {
  test('that are changed with the service take effect at once, and earlier prices stay in the history', async () => {
    const id = await createService(platform, admin)
    assert.equal((await put(admin, id, { priceMAD: 35_000 })).body.service.priceMAD, 35_000)
    await put(admin, id, { priceMAD: 35_000 })
    await put(admin, id, { priceMAD: 32_000 })
    assert.equal((await read(id)).priceMAD, 32_000)
    assert.deepEqual(await shortly(id), ['32000 IN_FORCE', '35000 PAST', '30000 PAST'])
  })

  test('can be scheduled by administrators for an unused time in the future', async () => {
    const id = await createService(platform, admin)
    const from = inSec(3600)
    for (const caller of [doctor, patient, pharmacist]) assert.equal((await schedule(caller, id, 1, from)).status, 403)
    const elsewhere = await createService(platform, admin)
    assert.equal((await schedule(admin, elsewhere, 36_000, from)).status, 201, 'another service at that time')
    const created = await schedule(admin, id, 35_000, from)
    assert.equal(created.status, 201)
    const { id: priceId, createdAt } = created.body.price
    const expected = {
      id: priceId,
      serviceId: id,
      priceMAD: 35_000,
      from: from.toISOString(),
      status: 'TO_COME',
      createdAt,
    }
    assert.deepEqual(created.body, { price: expected })
    assert.deepEqual((await pricesOf(id))[0], expected)
    assert.equal((await read(id)).priceMAD, 30_000)
    for (const other of [inSec(1800), inSec(7200)]) await schedule(admin, id, 34_000, other)
    const again = await schedule(admin, id, 36_000, from)
    assert.deepEqual([again.status, again.body.error.details], [409, { price: { id: priceId } }])
    for (const wrong of [inSec(-1), '2031-01-01T00:00:00', '2101-01-01T00:00:00Z', 'tomorrow']) {
      const refused = await schedule(admin, id, 35_000, wrong)
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, 'from'])
    }
  })

  test('are withdrawn once in ten concurrent requests', async () => {
    const id = await createService(platform, admin)
    const priceId = (await schedule(admin, id, 35_000, inSec(3600))).body.price.id
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(admin, priceId)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(404)])
  })

  test('are scheduled once for one time in twenty concurrent requests', async () => {
    const id = await createService(platform, admin)
    const from = inSec(3600)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => schedule(admin, id, 100 * n, from)))
    const [won, ...more] = answers.filter(({ status }) => status === 201)
    assert.deepEqual(more, [])
    for (const lost of answers.filter((answer) => answer !== won))
      assert.deepEqual([lost.status, lost.body.error.details], [409, { price: { id: won!.body.price.id } }])
  })

  test('can be withdrawn, and leave no trace', async () => {
    const id = await createService(platform, admin)
    const { id: priceId } = (await schedule(admin, id, 35_000, inSec(3600))).body.price
    for (const caller of [doctor, patient]) assert.equal((await withdraw(caller, priceId)).status, 403)
    assert.deepEqual((await withdraw(admin, priceId)).body, { ok: true })
    assert.equal((await withdraw(admin, priceId)).status, 404)
    assert.deepEqual(await shortly(id), ['30000 IN_FORCE'])
  })

  test('that are already in effect cannot be withdrawn', async () => {
    const id = await createService(platform, admin)
    await put(admin, id, { priceMAD: 35_000 })
    for (const price of await pricesOf(id)) assert.equal((await withdraw(admin, price.id)).status, 409)
    assert.equal((await pricesOf(id)).length, 2)
  })
})
