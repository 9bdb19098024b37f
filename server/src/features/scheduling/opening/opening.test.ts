import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { createPlace, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'

const platform = await startPlatform()
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)
const other = await newClinic(platform)
const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
const colleague = await newPerson(platform, tenantId, 'DENTIST')
await ignoreHolidays(platform, tenantId)
const placeId = await createPlace(platform, admin)

const put = (by: Person, professional: Person, rules: object[]) =>
  call('PUT', `/api/doctors/${professional.id}/opening`, { token: by.token, body: { rules } })
const add = (by: Person, professional: Person, body: object) =>
  call('POST', `/api/doctors/${professional.id}/exceptions`, { token: by.token, body })
const dayIn = (days: number) => new Date(platform.services.clock.nowMs() + days * 86_400_000).toISOString().slice(0, 10)
const keptDays = async ({ id }: Person) =>
  (
    await owner.query<{ day: string; open: string; longest: number }>(
      'select day::text, open::text, longest from days where doctor_id = $1 order by day',
      [id],
    )
  ).rows

describe('opening hours', () => {
  test('are replaced by the professional, the front desk and administrators', async () => {
    const rule = { placeId, weekday: 1, from: '22:00', to: '26:00', modes: ['VIDEO', 'PHONE'] }
    const expected = [{ ...rule, validFrom: null, validUntil: null, season: null }]
    for (const by of [doctor, desk, admin]) {
      const answer = await put(by, doctor, [rule])
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(answer.body, { opening: { doctorId: doctor.id, rules: expected } })
    }
    for (const by of [colleague, patient]) assert.equal((await put(by, doctor, [])).status, 403)
    for (const [by, user] of [
      [other.admin, doctor],
      [admin, patient],
    ] as const)
      assert.equal((await put(by, user, [])).status, 404)
    const read = (by: Person) => call('GET', `/api/doctors/${doctor.id}/opening`, { token: by.token })
    assert.deepEqual((await read(colleague)).body.opening.rules, expected)
    assert.equal((await read(patient)).status, 403)
    const former = await newPerson(platform, tenantId, 'DOCTOR')
    await owner.query('update users set disabled_at = now() where id = $1', [former.id])
    assert.equal((await call('GET', `/api/doctors/${former.id}/opening`, { token: admin.token })).status, 404)
  })

  test('are read of doctors and dentists only', async () => {
    const read = (id: string) => call('GET', `/api/doctors/${id}/opening`, { token: admin.token })
    assert.equal((await read(doctor.id)).status, 200)
    const left = await newPerson(platform, tenantId, 'DOCTOR')
    await owner.query('update users set disabled_at = now() where id = $1', [left.id])
    for (const { id } of [patient, desk, other.doctor, left]) assert.equal((await read(id)).status, 404)
  })

  test('are at places of the organisation, and end after they begin', async () => {
    const foreign = await createPlace(platform, other.admin)
    const rule = { placeId, weekday: 1, from: '09:00', to: '12:00', modes: ['VIDEO'] }
    const answer = await put(admin, doctor, [
      { ...rule, placeId: foreign },
      { ...rule, to: '09:00' },
      { ...rule, validFrom: '2027-02-01', validUntil: '2027-01-01' },
    ])
    assert.deepEqual(pathsOf(answer).sort(), ['rules.0.placeId', 'rules.1.to', 'rules.2.validUntil'])
    assert.deepEqual(pathsOf(await put(admin, doctor, [{ ...rule, to: '36:01' }])), ['rules.0.to'])
    const oneDay = { ...rule, validFrom: '2027-02-01', validUntil: '2027-02-01' }
    assert.equal((await put(admin, doctor, [oneDay])).status, 200)
  })

  test('keep a year of days, which a job appends to', async () => {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    await open(platform, admin, one, everyDay(placeId))
    const days = await keptDays(one)
    assert.equal(days.length, 368)
    assert.ok(days.every(({ longest }) => longest === 480))
    await owner.query('update schedules set kept_until = kept_until - 3 where doctor_id = $1', [one.id])
    await owner.query('delete from days where doctor_id = $1 and day > $2', [one.id, days.at(-4)!.day])
    // The hours of another professional at the same place extend only their own days.
    await open(platform, admin, await newPerson(platform, tenantId, 'DOCTOR'), everyDay(placeId))
    const run = () =>
      platform.call('POST', '/api/cron/append-days', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
    assert.deepEqual((await run()).body, { ok: true, extended: 1 })
    assert.deepEqual(await keptDays(one), days)
    assert.deepEqual((await run()).body, { ok: true, extended: 0 })
  })
})

describe('a holiday', () => {
  test('closes its days, and its change takes effect with the next run of the job', async () => {
    const third = await newClinic(platform)
    const place = await createPlace(platform, third.admin)
    await open(platform, third.admin, third.doctor, everyDay(place))
    const year = new Date(platform.services.clock.nowMs()).getUTCFullYear() + 1
    const newYear = `${year}-01-01`
    const isKept = async () => (await keptDays(third.doctor)).some(({ day }) => day === newYear)
    assert.equal(await isKept(), false)
    const path = `/api/holidays/hol_new_year_${year}`
    const answer = await call('PUT', path, { token: third.admin.token, body: { observed: false } })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(await isKept(), false)
    await call('POST', '/api/cron/append-days', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
    assert.equal(await isKept(), true)
    assert.equal(
      (await keptDays(third.doctor)).some(({ day }) => day === `${year}-01-11`),
      false,
    )
  })
})

describe('an absence', () => {
  test('names the visits that it meets, cancels none, and closes the days until it is removed', async () => {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    await open(platform, admin, one, everyDay(placeId))
    const visits = [await book(platform, admin, one, patient, 72), await book(platform, admin, one, patient, 71)]
    await book(platform, admin, one, patient, 24 * 9)
    const before = await keptDays(one)
    const body = { kind: 'CLOSED', firstDay: dayIn(2), lastDay: dayIn(4), reason: 'Congrès' }
    for (const by of [colleague, patient]) assert.equal((await add(by, one, body)).status, 403)
    const answer = await add(desk, one, body)
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.body.affected, [visits[1]!.id, visits[0]!.id])
    const { id } = answer.body.exception
    assert.partialDeepStrictEqual(answer.body.exception, { ...body, doctorId: one.id, placeId: null, from: null })
    assert.equal((await keptDays(one)).length, before.length - 3)
    const read = await call('GET', `/api/appointments/${visits[0]!.id}`, { token: admin.token })
    assert.equal(read.body.appointment.status, 'SCHEDULED')
    const listed = await call('GET', `/api/doctors/${one.id}/exceptions`, { token: one.token })
    assert.deepEqual(listed.body.exceptions, [answer.body.exception])
    const remove = (by: Person, professional = one) =>
      call('DELETE', `/api/doctors/${professional.id}/exceptions/${id}`, { token: by.token })
    assert.equal((await remove(colleague)).status, 403)
    assert.equal((await remove(admin, doctor)).status, 404)
    assert.equal((await remove(one)).status, 200)
    assert.equal((await remove(one)).status, 404)
    assert.deepEqual(await keptDays(one), before)
  })

  test('is removed alone', async () => {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    const closed = async (day: number): Promise<string> =>
      (await add(one, one, { kind: 'CLOSED', firstDay: dayIn(day), lastDay: dayIn(day) })).body.exception.id
    const [first, second] = [await closed(2), await closed(3)]
    const path = `/api/doctors/${one.id}/exceptions`
    assert.equal((await call('DELETE', `${path}/${first}`, { token: one.token })).status, 200)
    const left = (await call('GET', path, { token: one.token })).body.exceptions
    assert.deepEqual(
      left.map(({ id }: { id: string }) => id),
      [second],
    )
  })

  test('names only the visits within its hours and at its place, and those at no place', async () => {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    const elsewhere = await createPlace(platform, admin)
    await open(platform, admin, one, [...everyDay(placeId), ...everyDay(elsewhere, { from: '18:00', to: '20:00' })])
    const day = dayIn(6)
    const visit = async (from: string, to: string, at?: string) => {
      const body = {
        doctorId: one.id,
        patientId: patient.id,
        startTime: `${day}T${from}:00Z`,
        endTime: `${day}T${to}:00Z`,
      }
      const answer = await call('POST', '/api/appointments', {
        token: admin.token,
        body: { ...body, ...(at && { placeId: at }) },
      })
      assert.equal(answer.status, 201, answer.text)
      return answer.body.appointment.id as string
    }
    await visit('10:00', '10:30', placeId) // before the absence, within 8 hours
    const within = await visit('16:30', '17:00', placeId)
    const without = await visit('17:00', '17:30')
    const other = await visit('18:00', '18:30', elsewhere)
    const absence = { kind: 'CLOSED', firstDay: day, lastDay: day, from: '15:00', to: '21:00' }
    const affected = async (more: object) => (await add(desk, one, { ...absence, ...more })).body.affected
    assert.deepEqual(await affected({ placeId }), [within, without])
    assert.deepEqual(await affected({ placeId: elsewhere }), [without, other])
    assert.deepEqual(await affected({}), [within, without, other])
  })

  test('is refused if there are 200 that are not over', async () => {
    const professional = await newPerson(platform, tenantId, 'DOCTOR')
    await owner.query(
      `insert into opening_exceptions (tenant_id, id, doctor_id, kind, first_day, last_day)
       select $1, 'oxc_' || n, $2, 'CLOSED', day, day
       from generate_series(1, 210) n, lateral (select $3::date + case when n <= 200 then 1 else -9 end) d (day)`,
      [tenantId, professional.id, dayIn(0)],
    )
    const absence = { kind: 'CLOSED', firstDay: dayIn(3), lastDay: dayIn(3) }
    assert.equal((await add(professional, professional, absence)).status, 409)
    await owner.query(`delete from opening_exceptions where doctor_id = $1 and id = 'oxc_1'`, [professional.id])
    assert.equal((await add(professional, professional, absence)).status, 201)
  })

  test('can close a part of the day, and be the opposite of extra hours', async () => {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    const day = dayIn(10)
    await add(one, one, {
      kind: 'OPEN',
      placeId,
      firstDay: day,
      lastDay: day,
      from: '08:00',
      to: '12:00',
      modes: ['HOME'],
    })
    assert.deepEqual(
      (await keptDays(one)).map(({ day, longest }) => [day, longest]),
      [[day, 240]],
    )
    await add(one, one, { kind: 'CLOSED', firstDay: day, lastDay: day, from: '09:00', to: '10:00' })
    assert.deepEqual(
      (await keptDays(one)).map(({ longest }) => longest),
      [120],
    )
    const faults = async (more: object) =>
      pathsOf(await add(one, one, { kind: 'CLOSED', firstDay: day, lastDay: day, ...more }))
    assert.deepEqual(await faults({ kind: 'OPEN' }), ['placeId', 'from', 'to', 'modes'])
    assert.deepEqual(await faults({ from: '09:00' }), ['to'])
    assert.deepEqual(await faults({ from: '09:00', to: '09:00' }), ['to'])
    assert.deepEqual(await faults({ modes: ['VIDEO'] }), ['modes'])
    assert.deepEqual(await faults({ lastDay: dayIn(9) }), ['lastDay'])
    assert.deepEqual(await faults({ lastDay: dayIn(400) }), ['lastDay'])
    const absence = { kind: 'CLOSED', firstDay: day, lastDay: day }
    for (const { id } of [patient, other.doctor])
      assert.equal((await add(admin, { id } as Person, absence)).status, 404)
  })
})
