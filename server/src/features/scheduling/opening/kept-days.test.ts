import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { assertDaysKept, randomOf } from '../../../../testing/kept-days.ts'
import { createPlace, everyDay, open } from '../../../../testing/scheduling.ts'

const platform = await startPlatform({ PATIENT_BOOKINGS: 'off' })
const { call, owner } = platform
const { tenantId, admin, doctor, patient } = await newClinic(platform)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const now = platform.services.clock.nowMs()
const dayIn = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
const timeOf = (minute: number) =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Books a visit `minutes` from now, or from a time. */
async function visit(professional: Person, startMs: number, minutes = 30): Promise<string | undefined> {
  const times = {
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + minutes * 60_000).toISOString(),
  }
  const body = { doctorId: professional.id, patientId: patient.id, ...times }
  const answer = await call('POST', '/api/appointments', { token: admin.token, body })
  assert.ok([201, 409].includes(answer.status), answer.text)
  return answer.body.appointment?.id
}

test('kept days are those of the rules after random changes at the same time', async () => {
  const places = await Promise.all(
    ['Africa/Casablanca', 'America/New_York', 'Pacific/Apia'].map((timeZone) =>
      createPlace(platform, admin, { timeZone }),
    ),
  )
  for (let seed = 1; seed <= 3; seed++) {
    const random = randomOf(seed)
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    const booked: string[] = []
    const exceptions: string[] = []
    const hours = () => {
      const fromMin = random(96) * 15
      return { from: timeOf(fromMin), to: timeOf(Math.min(2160, fromMin + 15 * (1 + random(50)))) }
    }
    const someStart = () => now + Math.ceil(random(8 * 96)) * (HOUR_MS / 4) - (now % (HOUR_MS / 4)) + HOUR_MS
    const changes: (() => Promise<unknown>)[] = [
      () =>
        open(
          platform,
          admin,
          one,
          Array.from({ length: 1 + random(10) }, () => ({
            ...{ placeId: places[random(3)]!, weekday: 1 + random(7), ...hours() },
            modes: [['VIDEO'], ['IN_PERSON', 'VIDEO']][random(2)]!,
          })),
        ),
      async () => {
        const body = { firstDay: dayIn(random(4)), lastDay: dayIn(4 + random(3)) }
        const hasSecond = random(2)
          ? { kind: 'CLOSED' }
          : { kind: 'OPEN', placeId: places[random(3)]!, ...hours(), modes: ['PHONE'] }
        const path = `/api/doctors/${one.id}/exceptions`
        const answer = await call('POST', path, { token: admin.token, body: { ...body, ...hasSecond } })
        assert.equal(answer.status, 201, answer.text)
        exceptions.push(answer.body.exception.id)
      },
      async () => {
        const id = exceptions.pop()
        if (id) await call('DELETE', `/api/doctors/${one.id}/exceptions/${id}`, { token: admin.token })
      },
      ...Array.from({ length: 4 }, () => async () => {
        const id = await visit(one, someStart(), 15 * (1 + random(12)))
        if (id) booked.push(id)
      }),
      async () => {
        const id = booked[random(booked.length)]
        const body = { startTime: new Date(someStart()).toISOString() }
        if (id) await call('PUT', `/api/appointments/${id}`, { token: admin.token, body })
      },
      async () => {
        const id = booked[random(booked.length)]
        const status = ['CANCELLED', 'COMPLETED'][random(2)]
        if (id) await call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status } })
      },
      async () => {
        const id = booked.pop()
        if (id) await call('DELETE', `/api/appointments/${id}`, { token: admin.token })
      },
      // Without the lock of bookings, and with buffers.
      () =>
        owner.query('update appointments set buffer_after_min = 20, end_time = end_time - $2::interval where id = $1', [
          booked[random(booked.length)] ?? '',
          '5 minutes',
        ]),
    ]
    for (let round = 0; round < 8; round++) {
      await Promise.all(Array.from({ length: 5 }, () => changes[random(changes.length)]!()))
      await assertDaysKept(platform, one.id)
    }
  }
})

test('the first opening hours count visits that are cancelled and booked at the same time', async () => {
  const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
  for (let round = 0; round < 15; round++) {
    const one = await newPerson(platform, tenantId, 'DOCTOR')
    const start = Math.ceil(now / DAY_MS) * DAY_MS + DAY_MS + 10 * HOUR_MS
    const id = await visit(one, start)
    await Promise.all([
      open(platform, admin, one, everyDay(placeId)),
      call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } }),
      visit(one, start + HOUR_MS),
    ])
    assert.ok((await assertDaysKept(platform, one.id)) > 330)
  }
})

test('a cancellation and a booking of one day at the same time leave it right', async () => {
  const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
  await open(platform, admin, doctor, everyDay(placeId))
  for (let round = 0; round < 10; round++) {
    const start = Math.ceil(now / DAY_MS) * DAY_MS + (round + 2) * DAY_MS + 9 * HOUR_MS
    const ids = await Promise.all([0, 1, 2, 3].map((n) => visit(doctor, start + n * HOUR_MS)))
    await Promise.all([
      ...ids.map((id) => call('PUT', `/api/appointments/${id}`, { token: admin.token, body: { status: 'CANCELLED' } })),
      ...[0, 1, 2, 3].map((n) => visit(doctor, start + n * HOUR_MS + HOUR_MS / 2)),
    ])
    await assertDaysKept(platform, doctor.id)
  }
})

test('days are kept after a change of a holiday that began earlier', async () => {
  const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
  const one = await newPerson(platform, tenantId, 'DOCTOR')
  const change = await owner.connect()
  try {
    await change.query('begin')
    await change.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`holidays:${tenantId}`])
    const opened = open(platform, admin, one, everyDay(placeId))
    const isWaiting = async () =>
      (await owner.query(`select from pg_locks where mode = 'ShareLock' and locktype = 'advisory' and not granted`))
        .rowCount === 1
    await Promise.race([eventually(isWaiting), opened.then(() => assert.fail('did not wait for the change'))])
    await change.query('commit')
    await opened
  } finally {
    change.release(true) // also ends the transaction of a failed test
  }
  assert.ok((await assertDaysKept(platform, one.id)) > 330)
})
