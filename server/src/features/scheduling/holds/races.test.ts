import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Answer, startPlatform } from '../../../../testing/harness.ts'
import { propose } from '../../../../testing/practice.ts'
import { createPlace, createVisitType, everyDay, ignoreHolidays, open } from '../../../../testing/scheduling.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off', PROPOSED_BOOKINGS: 'off' })
const { call, owner } = platform
const { tenantId, admin, doctor } = await newClinic(platform)
await ignoreHolidays(platform, tenantId)
const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
const type = await createVisitType(platform, admin, { durationMin: 15, horizonDays: 365 })
await open(platform, admin, doctor, everyDay(placeId, { from: '00:00', to: '24:00' }))
const racers = await Promise.all(Array.from({ length: 16 }, () => newPerson(platform, tenantId, 'PATIENT')))

const QUARTER_MS = 900_000
const first = Math.ceil(platform.services.clock.nowMs() / QUARTER_MS + 8) * QUARTER_MS
let quarters = 0
const nextSlot = () => {
  const start = first + quarters++ * QUARTER_MS
  return { startTime: new Date(start).toISOString(), endTime: new Date(start + QUARTER_MS).toISOString() }
}
const hold = (by: Person, startTime: string) =>
  call('POST', '/api/holds', { token: by.token, body: { doctorId: doctor.id, visitTypeId: type.id, startTime } })
const visit = (by: Person, slot: object, more: object = {}) =>
  call('POST', '/api/appointments', {
    token: by.token,
    body: { doctorId: doctor.id, patientId: by.id, ...slot, ...more },
  })
const won = (answers: Answer[]) => {
  for (const { status, text } of answers) assert.ok([201, 409].includes(status), text)
  return answers.filter(({ status }) => status === 201).length
}

test('one of sixteen users gets the hold of a slot', async () => {
  for (let round = 0; round < 10; round++) {
    const { startTime } = nextSlot()
    assert.equal(won(await Promise.all(racers.map((by) => hold(by, startTime)))), 1)
  }
})

test('eight users who hold and eight who book a slot: one of them gets it', async () => {
  for (let round = 0; round < 10; round++) {
    const slot = nextSlot()
    const calls = racers.map((by, n) => (n % 2 ? hold(by, slot.startTime) : visit(by, slot)))
    assert.equal(won(await Promise.all(calls)), 1)
  }
})

test('a slot never goes to both the holder and another user when the hold expires', async () => {
  const [holder, taker] = racers as [Person, Person]
  const outcomes = { holder: 0, taker: 0, neither: 0 }
  for (let round = 0; round < 300; round++) {
    const slot = nextSlot()
    const held = await hold(holder, slot.startTime)
    assert.equal(held.status, 201, held.text)
    const { id } = held.body.hold
    const expiresMs = Date.now() + 15
    await owner.query('update slot_holds set expires_at = $2 where id = $1', [id, new Date(expiresMs)])
    const until = expiresMs - Date.now() + (round % 11) - 6
    if (until > 0) await new Promise((resolve) => setTimeout(resolve, until))
    const attempts = [visit(holder, slot, { holdId: id }), round % 2 ? hold(taker, slot.startTime) : visit(taker, slot)]
    const [converted, took] = (await Promise.all(attempts)) as [Answer, Answer]
    const winners = won([converted, took])
    assert.ok(winners <= 1, `round ${round}: ${converted.text} ${took.text}`)
    outcomes[winners === 0 ? 'neither' : converted.status === 201 ? 'holder' : 'taker']++
  }
  assert.ok(outcomes.holder > 0 && outcomes.taker > 0, 'the race was at the instant of the expiry')
})

test('every path that takes time of a professional first takes the lock of the calendar', async () => {
  const caller = racers[0]!
  const desk = await newPerson(platform, tenantId, 'RECEPTIONIST')
  const moved = await book(platform, admin, doctor, caller, 24 * 200)
  const own = await book(platform, admin, doctor, caller, 24 * 201)
  /** A slot apart from others, because a moved visit keeps its half an hour. */
  const slotApart = () => {
    quarters += 3
    return nextSlot()
  }
  const [toBook, toMove] = [slotApart(), slotApart()]
  const followUp = await propose(platform, doctor, caller, slotApart())
  const holds = [await hold(desk, toBook.startTime), await hold(desk, toMove.startTime)].map(({ body }) => body.hold.id)
  const put = (by: Person, id: string, body: object) =>
    call('PUT', `/api/appointments/${id}`, { token: by.token, body })
  const path = (name: string) => `/api/doctors/${doctor.id}/${name}`
  const absence = { kind: 'CLOSED', firstDay: '2090-01-01', lastDay: '2090-01-02' }
  const inAYear = new Date(platform.services.clock.nowMs() + 300 * 86_400_000).toISOString().slice(0, 10)
  let series = ''
  const paths: Record<string, () => Promise<Answer>> = {
    'a patient books': () => visit(caller, slotApart()),
    'a doctor books': () => visit(doctor, slotApart(), { patientId: caller.id }),
    'the front desk books': () => visit(desk, slotApart(), { patientId: caller.id }),
    'a hold is booked': () => visit(desk, toBook, { patientId: caller.id, holdId: holds[0] }),
    'a patient moves': () => put(caller, moved.id, { startTime: slotApart().startTime }),
    'the front desk moves': () => put(desk, own.id, { startTime: slotApart().startTime }),
    'a visit moves to a hold': () => put(desk, own.id, { holdId: holds[1] }),
    'a patient accepts a follow-up': () =>
      call('POST', `/api/follow-ups/${followUp}/accept`, { token: caller.token, body: {} }),
    'a patient holds': () => hold(racers[1]!, slotApart().startTime),
    'the front desk holds': () => hold(desk, slotApart().startTime),
    'opening hours change': () =>
      call('PUT', path('opening'), {
        token: admin.token,
        body: { rules: everyDay(placeId, { from: '00:00', to: '24:00' }) },
      }),
    'an absence is added': () => call('POST', path('exceptions'), { token: admin.token, body: absence }),
    'a series is booked': async () => {
      const repeat = { frequency: 'WEEKLY', interval: 1, count: 2 }
      const body = { doctorId: doctor.id, patientId: caller.id, ...slotApart(), repeat }
      const answer = await call('POST', '/api/series', { token: desk.token, body })
      series = answer.body.series?.id
      return answer
    },
    'a series moves': () => call('PUT', `/api/series/${series}`, { token: desk.token, body: { durationMin: 10 } }),
    'a series is cancelled': () => call('POST', `/api/series/${series}/cancel`, { token: desk.token, body: {} }),
    'a visit is cancelled': () => put(desk, moved.id, { status: 'CANCELLED' }),
    'a freed time is offered': async () => {
      const { id } = await createVisitType(platform, admin, { durationMin: 15 })
      const wish = { patientId: caller.id, doctorId: doctor.id, visitTypeId: id, lastDay: inAYear }
      assert.equal((await call('POST', '/api/waitlist', { token: desk.token, body: wish })).status, 201)
      await owner.query(
        `insert into freed_times (tenant_id, id, doctor_id, start_time, end_time)
         values ($1, new_id('frt'), $2, $3, $3::timestamptz + interval '15 minutes')`,
        [tenantId, doctor.id, slotApart().startTime],
      )
      return call('POST', '/api/cron/offer-waitlist', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
    },
  }
  for (const [name, request] of Object.entries(paths)) {
    const holder = await owner.connect()
    try {
      await holder.query('begin')
      await holder.query(
        'select pg_advisory_xact_lock(calendar_of(tenant_id, id, login_id)) from users where id = $1',
        [doctor.id],
      )
      let settled: Answer | undefined
      const answer = request().then((given) => {
        settled = given
        return given
      })
      await eventually(async () => {
        assert.equal(settled, undefined, `${name}: ${settled?.text}`)
        const { rows } = await owner.query(
          `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
        )
        return rows.length > 0
      }, `${name} to wait for the lock`)
      await holder.query('commit')
      const { status, text } = await answer
      assert.ok(status < 300, `${name}: ${text}`)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  }
})

test('the lock of a calendar does not delay other professionals', async () => {
  const patientOfOther = await newPerson(platform, tenantId, 'PATIENT')
  const other = await newPerson(platform, tenantId, 'DOCTOR')
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock(calendar_of(tenant_id, id, login_id)) from users where id = $1', [
      doctor.id,
    ])
    await book(platform, admin, other, patientOfOther)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
