import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { callerRoles } from '../../../actor.ts'
import { specialDays } from './actions.ts'

const platform = await startPlatform()
const { call, services } = platform

const list = (by: Person, query = '') => call('GET', `/api/holidays${query}`, { token: by.token })
const put = (by: Person, id: string, body: unknown) => call('PUT', `/api/holidays/${id}`, { token: by.token, body })
const EID = 'hol_eid_al_fitr_1448'
const eid = {
  id: EID,
  kind: 'HOLIDAY',
  code: 'EID_AL_FITR',
  names: { fr: 'Aïd Al-Fitr', ar: 'عيد الفطر', en: 'Eid al-Fitr' },
  firstDay: '2027-03-10',
  lastDay: '2027-03-11',
  calculatedDay: '2027-03-10',
  dependsOnMoon: true,
  confirmed: false,
  observed: true,
}
const moved = { ...eid, firstDay: '2027-03-11', lastDay: '2027-03-12', confirmed: true }

describe('holidays', () => {
  test('are listed to every role, with Ramadan, for a range of at most two years', async () => {
    const { tenantId, admin } = await newPractice(platform)
    for (const role of callerRoles.filter((one) => one !== 'PENDING')) {
      const { status, body } = await list(await newPerson(platform, tenantId, role), '?from=2027-03-01&to=2027-03-10')
      assert.equal(status, 200, role)
      assert.deepEqual(body.holidays[1], eid)
      assert.partialDeepStrictEqual(body.holidays[0], {
        id: 'hol_ramadan_1448',
        kind: 'RAMADAN',
        firstDay: '2027-02-08',
        lastDay: '2027-03-09',
      })
      assert.equal(body.holidays.length, 2)
    }
    assert.equal((await list(admin, '?from=2027-01-01&to=2028-12-31')).status, 200)
    for (const query of ['from=2027-01-01&to=2029-01-01', 'from=2027-01-02&to=2027-01-01']) {
      const answer = await list(admin, `?${query}`)
      assert.deepEqual([answer.status, pathsOf(answer)], [422, ['to']])
    }
  })

  test('are listed for a year from today by default', async () => {
    const { body } = await list((await newPractice(platform)).patient)
    const names = body.holidays.map(({ code }: { code: string }) => code)
    assert.equal(names.filter((code: string) => code === 'THRONE_DAY').length, 1)
    const today = new Date(services.clock.nowMs() - 86_400_000).toISOString().slice(0, 10)
    assert.ok(body.holidays[0].lastDay >= today)
  })

  test('are confirmed and moved by administrators, for their organisation only', async () => {
    const { admin, doctor } = await newPractice(platform)
    const confirmed = { ...eid, confirmed: true }
    assert.deepEqual((await put(admin, EID, { confirmed: true })).body.holiday, confirmed)
    assert.deepEqual((await put(admin, EID, { firstDay: '2027-03-11' })).body.holiday, moved)
    assert.deepEqual((await put(admin, EID, {})).body.holiday, moved, 'an empty body changes nothing')
    assert.deepEqual((await put(admin, EID, moved)).body.holiday, moved, 'a holiday can be sent as it was read')
    const { holidays } = (await list(doctor, '?from=2027-03-10&to=2027-03-11')).body
    assert.deepEqual([holidays[0].id, holidays[0].lastDay, holidays[1]], ['hol_ramadan_1448', '2027-03-10', moved])
    const other = await newPractice(platform)
    assert.deepEqual((await list(other.doctor, '?from=2027-03-10&to=2027-03-11')).body.holidays, [eid])
    assert.deepEqual((await put(admin, EID, { firstDay: null })).body.holiday, eid)
    await put(admin, EID, { firstDay: '2027-03-11' })
    assert.deepEqual((await put(admin, EID, { confirmed: false })).body.holiday, eid)
    assert.deepEqual((await put(admin, EID, eid)).body.holiday, eid, 'a provisional one too')
    for (const by of [doctor, other.patient]) assert.equal((await put(by, EID, { confirmed: true })).status, 403)
  })

  test('are observed or not from a year on', async () => {
    const { admin, patient } = await newPractice(platform)
    const observed = async () => {
      const years = [2027, 2028, 2029, 2030].map((year) => list(patient, `?from=${year}-08-14&to=${year}-08-14`))
      return (await Promise.all(years)).map(({ body }) => body.holidays[0].observed)
    }
    assert.deepEqual(await observed(), [true, true, true, true])
    const answer = await put(admin, 'hol_oued_ed_dahab_2028', { observed: false })
    assert.partialDeepStrictEqual(answer.body.holiday, { observed: false, confirmed: true })
    assert.deepEqual(await observed(), [true, false, false, false])
    await put(admin, 'hol_oued_ed_dahab_2030', { observed: true })
    assert.deepEqual(await observed(), [true, false, false, true])
    await put(admin, 'hol_oued_ed_dahab_2028', { observed: null })
    await put(admin, 'hol_oued_ed_dahab_2029', { observed: true }) // sent as it was read: no decision
    await put(admin, 'hol_oued_ed_dahab_2027', { observed: false })
    assert.deepEqual(await observed(), [false, false, false, true])
    await put(admin, 'hol_oued_ed_dahab_2027', { observed: null })
    assert.deepEqual(await observed(), [true, true, true, true])
  })

  test('that are confirmed do not keep what another year decided on observing them', async () => {
    const { admin } = await newPractice(platform)
    const next = 'hol_eid_al_fitr_1449'
    await put(admin, EID, { observed: false })
    assert.equal((await put(admin, next, { confirmed: true })).body.holiday.observed, false, 'as the year before')
    await put(admin, EID, { observed: null })
    assert.equal((await put(admin, next, {})).body.holiday.observed, true)
  })

  test('keep concurrent changes of different fields', async () => {
    const { admin } = await newPractice(platform)
    await Promise.all([put(admin, EID, { observed: false }), put(admin, EID, { firstDay: '2027-03-11' })])
    assert.deepEqual((await put(admin, EID, {})).body.holiday, { ...moved, observed: false })
  })

  test('refuse days that they cannot have', async () => {
    const { admin } = await newPractice(platform)
    for (const [id, body, path] of [
      [EID, { firstDay: '2027-03-13' }, 'firstDay'],
      [EID, { firstDay: '2027-03-07' }, 'firstDay'],
      [EID, { firstDay: '2027-03-11', confirmed: false }, 'confirmed'],
      ['hol_throne_day_2027', { firstDay: '2027-07-31' }, 'firstDay'],
      ['hol_throne_day_2027', { confirmed: false }, 'confirmed'],
    ] as const) {
      const answer = await put(admin, id, body)
      assert.deepEqual([answer.status, pathsOf(answer)], [422, [path]], answer.text)
    }
    for (const id of ['hol_unity_day_2025', 'hol_eid_al_fitr_2027', 'hol_easter_2027'])
      assert.equal((await put(admin, id, { confirmed: true })).status, 404)
  })

  test('move by at most two days', async () => {
    const { admin } = await newPractice(platform)
    for (const firstDay of ['2027-03-08', '2027-03-12'])
      assert.equal((await put(admin, EID, { firstDay })).body.holiday?.firstDay, firstDay)
  })

  test('are special days of the organisation', async () => {
    const { tenantId, admin } = await newPractice(platform)
    const range = ['2027-03-08', '2027-03-12'] as const
    const days = () => specialDays(services.database.reader(tenantId), tenantId, ...range)
    await put(admin, EID, { firstDay: '2027-03-11' })
    const { closed, ramadan } = await days()
    assert.deepEqual([...closed], ['2027-03-11', '2027-03-12'])
    assert.deepEqual([...ramadan], ['2027-03-08', '2027-03-09', '2027-03-10'])
    await put(admin, EID, { observed: false })
    assert.deepEqual([...(await days()).closed], [])
  })

  test('are audited', async () => {
    const { admin } = await newPractice(platform)
    await put(admin, EID, { confirmed: true })
    const { rows } = await platform.owner.query(
      `select operation, outcome, patient_ids from audit_log where subject_id = $1 and user_id = $2`,
      [EID, admin.id],
    )
    assert.deepEqual(rows, [{ operation: 'updateHoliday', outcome: 'OK', patient_ids: [] }])
  })
})
