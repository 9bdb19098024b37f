import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { randomOf } from '../../../../testing/kept-days.ts'
import type { Mode } from '../../../lib/visit-modes.ts'
import { type Exception, type Hours, openDays, type Rule } from './hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const rule = (weekday: number, fromMin: number, toMin: number, more: Partial<Rule> = {}): Rule => ({
  ...{ weekday, fromMin, toMin, modes: ['VIDEO'], validFrom: null, validUntil: null, season: null },
  ...more,
})
const hours = (rules: Rule[], more: Partial<Hours> = {}): Hours => ({
  ...{ timeZone: 'Africa/Casablanca', rules, exceptions: [], closedDays: new Set(), ramadan: new Set() },
  ...more,
})
const shown = (given: Hours, first: string, last = first) =>
  openDays(given, first, last).flatMap(({ open }) =>
    open.map(
      ({ from, to }) => `${new Date(from).toISOString().slice(0, 16)}/${new Date(to).toISOString().slice(11, 16)}`,
    ),
  )

describe('opening hours', () => {
  test('follow the law of Morocco of their day', () => {
    const nineToTen = hours([rule(1, 540, 600)])
    assert.deepEqual(shown(nineToTen, '2026-09-14'), ['2026-09-14T08:00/09:00']) // UTC+1
    assert.deepEqual(shown(nineToTen, '2026-09-21'), ['2026-09-21T09:00/10:00']) // UTC since 20 September 2026
    assert.deepEqual(shown(nineToTen, '2026-02-23'), ['2026-02-23T09:00/10:00']) // UTC in Ramadan of 2026
  })

  test('reach into the next day', () => {
    assert.deepEqual(shown(hours([rule(1, 1320, 1560)], { timeZone: 'UTC' }), '2026-11-30'), ['2026-11-30T22:00/02:00'])
  })

  test('join adjacent ranges of one set of modes, and keep other sets apart', () => {
    const rules = [rule(1, 540, 600), rule(1, 600, 660), rule(1, 540, 600, { modes: ['PHONE', 'VIDEO'] })]
    assert.deepEqual(shown(hours(rules, { timeZone: 'UTC' }), '2026-11-30'), [
      '2026-11-30T09:00/11:00',
      '2026-11-30T09:00/10:00',
    ])
  })

  test('of Ramadan replace all others while it lasts', () => {
    const rules = [rule(1, 540, 1020), rule(2, 540, 1020), rule(1, 600, 900, { season: 'RAMADAN' })]
    const inRamadan = hours(rules, { timeZone: 'UTC', ramadan: new Set(['2027-02-09', '2027-02-15', '2027-02-16']) })
    assert.deepEqual(shown(inRamadan, '2027-02-08', '2027-02-16'), ['2027-02-08T09:00/17:00', '2027-02-15T10:00/15:00'])
  })

  test('end on closed days unless an exception adds some, and absences end both', () => {
    const added: Exception = {
      kind: 'OPEN',
      firstDay: '2026-11-30',
      lastDay: '2026-12-01',
      fromMin: 600,
      toMin: 720,
      modes: ['VIDEO'],
    }
    const absent: Exception = {
      kind: 'CLOSED',
      firstDay: '2026-12-01',
      lastDay: '2026-12-01',
      fromMin: 630,
      toMin: 660,
    }
    const given = hours([rule(1, 540, 660)], {
      ...{ timeZone: 'UTC', closedDays: new Set(['2026-11-30']), exceptions: [added, absent] },
    })
    assert.deepEqual(shown(given, '2026-11-30', '2026-12-01'), [
      '2026-11-30T10:00/12:00',
      '2026-12-01T10:00/10:30',
      '2026-12-01T11:00/12:00',
    ])
    const away = { ...given, exceptions: [added, { ...absent, firstDay: '2026-11-01', fromMin: null, toMin: null }] }
    assert.deepEqual(shown(away, '2026-11-30', '2026-12-01'), [])
  })
})

const zones = ['Africa/Casablanca', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'UTC']

/** The day and the minute of a wall clock, by formatting an instant: the inverse of what is tested. */
function wallClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    },
  })
  return (at: number) => {
    const [day, time] = format.format(at).split(', ')
    return { day: day!, minute: Number(time!.slice(0, 2)) * 60 + Number(time!.slice(3)) }
  }
}
const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
const within = (day: string, first: string | null, last: string | null) =>
  !(first && day < first) && !(last && day > last)

/** Whether a wall clock shows an open time, minute by minute of the definitions in docs/scheduling.md. */
function isOpen({ rules, exceptions, closedDays, ramadan }: Hours, mode: Mode, day: string, minute: number): boolean {
  const moments = [
    { day, minute },
    { day: dayBefore(day), minute: minute + 1440 },
  ]
  const has = (times: { fromMin: number | null; toMin: number | null }, at: number) =>
    times.fromMin === null ? at < 1440 : at >= times.fromMin && at < times.toMin!
  const closes = moments.some((at) =>
    exceptions.some((one) => one.kind === 'CLOSED' && within(at.day, one.firstDay, one.lastDay) && has(one, at.minute)),
  )
  if (closes) return false
  return moments.some((at) => {
    const valid = rules.filter((one) => within(at.day, one.validFrom, one.validUntil))
    const fasting = ramadan.has(at.day) && valid.some(({ season }) => season === 'RAMADAN')
    const weekday = new Date(at.day).getUTCDay() || 7
    const ruled = valid.filter((one) => (one.season === 'RAMADAN') === fasting && one.weekday === weekday)
    const added = exceptions.filter((one) => one.kind === 'OPEN' && within(at.day, one.firstDay, one.lastDay))
    const weekly = !closedDays.has(day) && ruled.some((one) => one.modes.includes(mode) && has(one, at.minute))
    return weekly || added.some((one) => one.kind === 'OPEN' && one.modes.includes(mode) && has(one, at.minute))
  })
}

test('days are open exactly when the wall clock is within the hours', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = randomOf(seed)
    const dayAt = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10)
    const start = random(500)
    const someDay = () => dayAt(start - 3 + random(14))
    const times = () => {
      const fromMin = random(96) * 15
      return { fromMin, toMin: Math.min(2160, fromMin + 15 * (1 + random(60))) }
    }
    const someModes = (): Mode[] => [['VIDEO'], ['IN_PERSON'], ['IN_PERSON', 'VIDEO']][random(3)] as Mode[]
    const rules = Array.from({ length: 1 + random(8) }, (): Rule => {
      const { fromMin, toMin } = times()
      return rule(1 + random(7), fromMin, toMin, {
        ...{ modes: someModes(), validFrom: random(4) === 0 ? someDay() : null },
        ...{ validUntil: random(4) === 0 ? someDay() : null, season: random(5) === 0 ? 'RAMADAN' : null },
      })
    })
    const exceptions = Array.from({ length: random(4) }, (): Exception => {
      const firstDay = someDay()
      const range = {
        firstDay,
        lastDay: dayAt(Math.round((Date.parse(firstDay) - Date.UTC(2026, 0, 1)) / DAY_MS) + random(3)),
      }
      if (random(2) === 0) return { ...range, ...times(), kind: 'OPEN', modes: someModes() }
      return { ...range, ...(random(2) === 0 ? times() : { fromMin: null, toMin: null }), kind: 'CLOSED' }
    })
    const ramadan = new Set(Array.from({ length: random(12) }, someDay))
    const given: Hours = {
      ...{ timeZone: zones[random(zones.length)]!, rules, exceptions, ramadan },
      closedDays: new Set(Array.from({ length: random(3) }, someDay)),
    }
    const [first, last] = [dayAt(start), dayAt(start + 9)]
    const opened = openDays(given, first, last)
    const clock = wallClock(given.timeZone)
    const offset = (at: number) => {
      const { day, minute } = clock(at)
      return Date.parse(day) + minute * MINUTE_MS - at
    }
    for (let at = Date.parse(first) + 2 * DAY_MS; at < Date.parse(last) - DAY_MS; at += 15 * MINUTE_MS) {
      if (offset(at - 3 * HOUR_MS) !== offset(at + 3 * HOUR_MS)) continue // the clock changes: its times are ambiguous
      const { day, minute } = clock(at)
      for (const mode of ['VIDEO', 'IN_PERSON'] as const) {
        const spans = opened.filter(({ modes }) => modes.includes(mode)).flatMap(({ open }) => open)
        const found = spans.some(({ from, to }) => from <= at && at < to)
        assert.equal(found, isOpen(given, mode, day, minute), `seed ${seed}: ${mode} at ${new Date(at).toISOString()}`)
      }
    }
  }
})
