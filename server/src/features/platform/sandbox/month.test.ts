import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { booking, eventsOf, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { lapsedPatients } from './people.ts'

/**
 * Advances a fresh sandbox by a month, a day at a time, as a partner would. Each test checks the effects of one job on
 * seeded data and on bookings of the first day.
 */
const platform = await startPlatform()
const { call, owner } = platform

const DAYS = 31
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const admin = () => platform.tokenOf('sandbox-admin')
async function get(path: string) {
  const answer = await call('GET', path, { token: await admin() })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
/** All pages of a list. */
async function all<T>(path: string, name: string): Promise<T[]> {
  const items: T[] = []
  for (let page = 1; ; page++) {
    const body = await get(`${path}${path.includes('?') ? '&' : '?'}pageSize=100&page=${page}`)
    items.push(...body[name])
    if (page >= body.pagination.totalPages) return items
  }
}

type Enrolment = { id: string; nextAt: string | null }
type Lot = { id: string; pharmacyId: string; expiresOn: string; quantity: number }
type Price = { id: string; priceMAD: number; from: string; status: string }
type Sent = { id: string; templateCode: string; status: string; lastError: string | null }
type Kept = { id: string; to: string; templateCode: string; about: string[]; text: string }

const doctor = { id: 'usr_sandbox_doctor' } as Person
const patient = { id: 'usr_sandbox_patient' } as Person
async function book(hoursAhead: number, status?: string): Promise<{ id: string; startMs: number }> {
  const token = await admin()
  const body = booking(platform, doctor, patient, hoursAhead)
  const answer = await call('POST', '/api/appointments', { token, body })
  assert.equal(answer.status, 201, answer.text)
  const { id } = answer.body.appointment
  if (status) assert.equal((await call('PUT', `/api/appointments/${id}`, { token, body: { status } })).status, 200)
  return { id, startMs: Date.parse(body.startTime) }
}

/** The state on the first day. */
const began = Date.parse((await get('/api/sandbox/clock')).now)
const lots = await all<Lot>('/api/stock', 'lots')
const welcome = (await get('/api/campaigns')).campaigns.find(({ enabled }: { enabled: boolean }) => enabled)
const waiting = await all<Enrolment>(`/api/campaigns/${welcome.id}/enrolments?state=ACTIVE`, 'enrolments')
const services = await all<{ id: string }>('/api/services', 'services')
const pricesOf = async ({ id }: { id: string }): Promise<Price[]> => (await get(`/api/services/${id}/prices`)).prices
const toCome = (await Promise.all(services.map(pricesOf))).flat().filter(({ status }) => status === 'TO_COME')
// On a day without seeded visits, because reminders of one day are sent together.
const soon = await book(48, 'CONFIRMED')
const later = await book(20 * 24 + 3, 'CONFIRMED')
const unconfirmed = await book(10 * 24)

let messages: Sent[] = []
let kept: Kept[] = []

before(async () => {
  for (let day = 1; day <= DAYS; day++) {
    const body = { advanceSec: DAY_MS / 1000 }
    const answer = await call('POST', '/api/sandbox/clock', { token: await admin(), body })
    assert.equal(answer.status, 200, answer.text)
  }
  // Not from the API, where clinical ones need an open file.
  messages = (
    await owner.query<Sent>(
      `select id, template_code as "templateCode", status, last_error as "lastError" from messages where tenant_id = 'ten_sandbox'`,
    )
  ).rows
  kept = await all<Kept>('/api/sandbox/messages', 'messages')
})

/** Whether a job's effect occurred just after its tick. */
const MOMENT_MS = HOUR_MS / 4

/** Asserts that an effect occurred at the first tick after it became due. */
function assertAtTick(done: string | Date, dueMs: number, everyMs: number, firstMs = 0): void {
  const from = Math.max(dueMs, began)
  const tick = Math.ceil((from - firstMs) / everyMs) * everyMs + firstMs
  const at = new Date(done)
  assert.ok(
    at.getTime() >= tick && at.getTime() < tick + MOMENT_MS,
    `${at.toISOString()}, due at ${new Date(dueMs).toISOString()}, and looked for at ${new Date(tick).toISOString()}`,
  )
}

type Row = { created_at: Date; variables: Record<string, string>; recipient_user_id: string | null }
/** Messages of a template about a record, in order. */
const messagesAbout = async (code: string, id: string): Promise<Row[]> =>
  (
    await owner.query<Row>(
      `select created_at, variables, recipient_user_id
       from messages
       where template_code = $1
         and $2 = any(about)
       order by created_at`,
      [code, id],
    )
  ).rows
const onlyItem = <T>(found: T[], what: string): T => {
  assert.equal(found.length, 1, what)
  return found[0]!
}

describe('within a month', () => {
  test('patients get one reminder a day before and one two hours before confirmed visits', async () => {
    for (const { id, startMs } of [soon, later])
      for (const [reminder, hours] of [
        ['D1', 24],
        ['H2', 2],
      ] as const) {
        const { created_at, recipient_user_id } = onlyItem(
          await messagesAbout(`APPOINTMENT_REMINDER_${reminder}`, id),
          reminder,
        )
        assert.equal(recipient_user_id, patient.id)
        assertAtTick(created_at, startMs - hours * HOUR_MS, HOUR_MS / 4)
      }
  })

  test('unconfirmed appointments are cancelled after a day, with one message to each participant', async () => {
    const { rows } = await owner.query('select status, created_at from appointments where id = $1', [unconfirmed.id])
    assert.equal(rows[0].status, 'CANCELLED')
    const kinds = (await eventsOf(platform, unconfirmed.id)).map(({ event }) => event)
    assert.deepEqual(kinds, ['appointment.created', 'appointment.updated', 'appointment.cancelled'])
    const cancelled = await messagesAbout('APPOINTMENT_CANCELLED', unconfirmed.id)
    assert.deepEqual(cancelled.map((row) => row.recipient_user_id).sort(), [doctor.id, patient.id])
    for (const { created_at } of cancelled) assertAtTick(created_at, rows[0].created_at.getTime() + DAY_MS, HOUR_MS)
    assert.deepEqual(await messagesAbout('APPOINTMENT_REMINDER_D1', unconfirmed.id), [])
  })

  test('only patients with a long-term condition are recalled after 90 days without a visit', async () => {
    const { rows } = await owner.query<{ id: string; seen: Date }>(
      `select u.id, max(a.start_time) as seen
       from users u
       join appointments a on a.tenant_id = u.tenant_id and a.patient_id = u.id
       where u.name = any($1)
       group by u.id`,
      [lapsedPatients],
    )
    assert.equal(rows.length, 4)
    for (const { id, seen } of rows) {
      const { created_at, variables } = onlyItem(await messagesAbout('RECALL', id), id)
      assert.equal(variables.lastSeenAt, seen.toISOString())
      assertAtTick(created_at, seen.getTime() + 90 * DAY_MS, DAY_MS, 9 * HOUR_MS)
    }
    const recalled = await owner.query(`select from messages where template_code = 'RECALL'`)
    assert.equal(recalled.rowCount, 4)
  })

  test('campaign recipients get the next step once, when its delay is over', async () => {
    assert.ok(waiting.length >= 5)
    for (const { id, nextAt } of waiting)
      assertAtTick(
        onlyItem(await messagesAbout('CHECKUP_INVITATION', id), id).created_at,
        Date.parse(nextAt!),
        HOUR_MS / 2,
      )
    const invited = messages.filter(({ templateCode }) => templateCode === 'CHECKUP_INVITATION')
    assert.equal(invited.length, waiting.length)
  })

  test('future prices take effect at their time', async () => {
    assert.ok(toCome.length >= 2)
    const now = (await Promise.all(services.map(pricesOf))).flat()
    for (const { id, from } of toCome) {
      assert.equal(now.find((price) => price.id === id)!.status, 'IN_FORCE')
      const { rows } = await owner.query('select applied_at from service_prices where id = $1', [id])
      assertAtTick(rows[0].applied_at, Date.parse(from), HOUR_MS / 4)
    }
  })

  test('pharmacies get one warning 30 days and one 7 days before a lot expires', async () => {
    const ticks = Array.from({ length: DAYS + 1 }, (_, day) => Math.floor(began / DAY_MS + day) * DAY_MS + 6 * HOUR_MS)
    const looked = ticks.filter((at) => at > began && at <= began + DAYS * DAY_MS).map((at) => new Date(at))
    let warnedTwice = 0
    for (const { id, pharmacyId, expiresOn, quantity } of lots.filter((lot) => lot.quantity > 0)) {
      const inDays = (today: string) => (Date.parse(expiresOn) - Date.parse(today)) / DAY_MS
      const narrow = looked.find((at) => inDays(localDay(at)) <= 7)
      const wide = looked.find((at) => inDays(localDay(at)) <= 30)
      const expected = [
        ...(wide && wide !== narrow ? [{ withinDays: '30', on: localDay(wide) }] : []),
        ...(narrow ? [{ withinDays: '7', on: localDay(narrow) }] : []),
      ]
      const warnings = await messagesAbout('EXPIRY_WARNING', id)
      const seen = warnings.map(({ variables, created_at }) => ({
        withinDays: variables.withinDays,
        on: localDay(created_at),
      }))
      assert.deepEqual(seen, expected, `${id}, ${quantity} until ${expiresOn}`)
      assert.ok(warnings.every((warning) => warning.recipient_user_id === pharmacyId))
      for (const { created_at } of warnings) assert.equal(created_at.getUTCHours(), 6)
      if (seen.length === 2) warnedTwice++
    }
    assert.ok(warnedTwice >= 4)
  })

  test('all messages are listed in the sandbox, each once', () => {
    assert.deepEqual(
      messages.filter(({ status }) => status !== 'DELIVERED'),
      [],
    )
    assert.deepEqual(kept.map(({ id }) => id).sort(), messages.map(({ id }) => id).sort())
    const lines = kept.map(({ to, templateCode, about, text }) => JSON.stringify([to, templateCode, about, text]))
    assert.equal(new Set(lines).size, lines.length, 'no message is sent twice')
    for (const code of [
      'APPOINTMENT_REMINDER_D1',
      'APPOINTMENT_REMINDER_H2',
      'APPOINTMENT_CANCELLED',
      'RECALL',
      'CHECKUP_INVITATION',
      'EXPIRY_WARNING',
    ])
      assert.ok(
        kept.some(({ templateCode }) => templateCode === code),
        code,
      )
  })
})
