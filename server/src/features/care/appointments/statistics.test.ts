import assert from 'node:assert/strict'
import { test } from 'node:test'
import { book, newClinic, newPerson } from '../../../../testing/factories.ts'
import { grow } from '../../../../testing/grown-tables.ts'
import { newDatabase, startPlatform } from '../../../../testing/harness.ts'
import { recordPlans, rowsRead } from '../../../../testing/plans.ts'
import { localDay } from '../../../lib/moroccan-time.ts'

const ownerUrl = await newDatabase()
const executed = await recordPlans(ownerUrl)
const platform = await startPlatform({}, ownerUrl)
const clinic = await newClinic(platform)
const { tenantId, admin, doctor, patient } = clinic

const read = (query: string, { token }: { token: string } = admin) =>
  platform.call('GET', `/api/appointments/statistics?${query}`, { token })

const daysOf = async (query: string, caller = admin) => {
  const { status, body, text } = await read(query, caller)
  assert.equal(status, 200, text)
  return body.days as { day: string; total: number; [status: string]: number | string }[]
}

/** Books an appointment, and gives it a start and a status. */
async function bookAt(startTime: string, status: string, by = doctor) {
  const { id } = await book(platform, admin, by, patient, 24 + (await booked()))
  await platform.owner.query(
    `update appointments set start_time = $2, end_time = $2::timestamptz + interval '10 minutes', status = $3 where id = $1`,
    [id, startTime, status],
  )
  return id
}
const booked = async () =>
  (await platform.owner.query('select count(*)::int as n from appointments where tenant_id = $1', [tenantId])).rows[0].n

const none = { total: 0, scheduled: 0, confirmed: 0, inProgress: 0, completed: 0, cancelled: 0, noShow: 0 }

test('counts appointments by Moroccan day and status, with empty days', async () => {
  // Morocco was an hour ahead of UTC until 20 September 2026.
  await bookAt('2026-09-09T23:30:00Z', 'COMPLETED')
  await bookAt('2026-09-10T09:00:00Z', 'NO_SHOW')
  await bookAt('2026-09-12T22:59:00Z', 'CANCELLED')
  await bookAt('2026-09-12T23:00:00Z', 'COMPLETED')
  const removed = await bookAt('2026-09-10T10:00:00Z', 'COMPLETED')
  await platform.call('DELETE', `/api/appointments/${removed}`, { token: admin.token })
  assert.deepEqual(await daysOf('from=2026-09-10&to=2026-09-12'), [
    { day: '2026-09-10', ...none, total: 2, completed: 1, noShow: 1 },
    { day: '2026-09-11', ...none },
    { day: '2026-09-12', ...none, total: 1, cancelled: 1 },
  ])
})

test('the day of the clock change has its own appointments only', async () => {
  await bookAt('2026-09-19T22:59:00Z', 'COMPLETED')
  await bookAt('2026-09-20T23:59:00Z', 'COMPLETED')
  await bookAt('2026-09-21T00:00:00Z', 'COMPLETED')
  const totals = (await daysOf('from=2026-09-19&to=2026-09-21')).map(({ total }) => total)
  assert.deepEqual(totals, [1, 1, 1])
})

test('professionals count their own slots, the front desk and administrators those of any professional', async () => {
  const other = await newPerson(platform, tenantId, 'DENTIST')
  const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
  await bookAt('2026-10-05T09:00:00Z', 'COMPLETED')
  await bookAt('2026-10-05T09:00:00Z', 'COMPLETED', other)
  const total = async (caller: typeof admin, query = '') =>
    (await daysOf(`from=2026-10-05&to=2026-10-05${query}`, caller))[0]!.total
  assert.deepEqual(await Promise.all([admin, desk, doctor, other].map((caller) => total(caller))), [2, 2, 1, 1])
  assert.equal(await total(admin, `&doctorId=${other.id}`), 1)
  assert.equal(await total(doctor, `&doctorId=${other.id}`), 0)
  assert.equal(await total((await newClinic(platform)).admin), 0)
  assert.equal((await read('from=2026-10-05&to=2026-10-05', patient)).status, 403)
})

test('refuses reversed ranges, more than 92 days, and invalid days', async () => {
  assert.equal((await daysOf('from=2026-01-01&to=2026-04-02')).length, 92)
  for (const [query, field] of [
    ['from=2026-01-01&to=2026-04-03', 'to'],
    ['from=1970-01-01&to=2100-12-31', 'to'],
    ['from=2026-01-02&to=2026-01-01', 'to'],
    ['from=2026-02-30&to=2026-03-01', 'from'],
  ] as const) {
    const { status, body } = await read(query)
    assert.deepEqual([status, body.error.details[0].path], [422, [field]], query)
  }
  const lastWeek = await daysOf('')
  assert.deepEqual([lastWeek.length, lastWeek.at(-1)!.day], [7, localDay(platform.services.clock.now())])
})

test('agrees with the list, and reads only the range of an index among 30,000 appointments', async () => {
  const busy = { tenantId, doctorId: doctor.id, patientId: patient.id, pharmacistId: '', laboratoryId: '' }
  const superuser = await platform.owner.connect()
  await grow(superuser, 'appointments', 30_000, busy)
  await superuser.query('analyze appointments')
  superuser.release()
  const [from, to, after] = [-3, 3, 4].map((days) => localDay(new Date(Date.now() + days * 86_400_000)))
  for (const [caller, filter] of [
    [admin, ''],
    [admin, `&doctorId=${doctor.id}`],
    [doctor, ''],
  ] as const) {
    executed.length = 0
    const days = await daysOf(`from=${from}&to=${to}${filter}`, caller)
    const total = days.reduce((sum, day) => sum + day.total, 0)
    const list = await platform.call('GET', `/api/appointments?from=${from}T00:00:00Z&to=${after}T00:00:00Z${filter}`, {
      token: caller.token,
    })
    assert.ok(total > 300)
    assert.equal(total, list.body.pagination?.total, list.text)
    const plans = executed.filter(({ statement }) => statement.includes('width_bucket'))
    assert.deepEqual(
      plans.map(({ plan }) => rowsRead(plan, 'appointments')),
      [total],
    )
  }
})
