import assert from 'node:assert/strict'
import { specialDaysBetween } from '../src/features/care/holidays/rules.ts'
import { type Hours, openDays, type Span, subtract, union } from '../src/features/scheduling/opening/hours.ts'
import type { Mode } from '../src/lib/visit-modes.ts'
import type { Platform } from './harness.ts'

const MINUTE_MS = 60_000

type Visit = { start_time: Date; end_time: Date; buffer_before_min: number; buffer_after_min: number }
type Row = { place_id: string; day: string; modes: Mode[]; open: Span[]; busy: Span[]; free: Span[]; longest: number }

const spans = (column: string) => `coalesce((
  select jsonb_agg(jsonb_build_object('from', extract(epoch from lower(r)) * 1000, 'to', extract(epoch from upper(r)) * 1000))
  from unnest(${column}) r), '[]') as ${column}`

/** Asserts that the kept days of a professional are those of their rules, exceptions and visits. @returns their number */
export async function assertDaysKept({ owner }: Pick<Platform, 'owner'>, doctorId: string): Promise<number> {
  const { rows: kept } = await owner.query<Row>(
    `select place_id, day::text, modes, longest, ${['open', 'busy', 'free'].map(spans).join()}
     from days
     where doctor_id = $1
     order by place_id, day, modes`,
    [doctorId],
  )
  const { rows: visits } = await owner.query<Visit>(
    `select start_time, end_time, buffer_before_min, buffer_after_min
     from appointments
     where doctor_id = $1 and status in ('SCHEDULED', 'CONFIRMED', 'IN_PROGRESS') and deleted_at is null`,
    [doctorId],
  )
  const expected = (await openDaysOf(owner, doctorId, kept)).map((row): Row => {
    const [from, to] = [row.open[0]!.from - 120 * MINUTE_MS, row.open.at(-1)!.to + 120 * MINUTE_MS]
    const near = visits.filter(({ start_time, end_time }) => start_time.getTime() < to && end_time.getTime() > from)
    const busy = union(near.map((visit) => ({ from: visit.start_time.getTime(), to: visit.end_time.getTime() })))
    const padded = near.map((visit) => ({
      from: visit.start_time.getTime() - visit.buffer_before_min * MINUTE_MS,
      to: visit.end_time.getTime() + visit.buffer_after_min * MINUTE_MS,
    }))
    const free = subtract(row.open, union(padded))
    return {
      ...row,
      busy,
      free,
      longest: Math.max(0, ...free.map((one) => Math.round((one.to - one.from) / MINUTE_MS))),
    }
  })
  /** Visits that end long before the hours are counted or not; they do not matter. */
  const nearby = ({ open, busy, ...row }: Row) => ({
    ...{ ...row, open },
    busy: busy.filter((one) => one.to > open[0]!.from - 120 * MINUTE_MS),
  })
  assert.deepEqual(kept.map(nearby), expected.map(nearby))
  return kept.length
}

async function openDaysOf(owner: Platform['owner'], doctorId: string, kept: readonly Row[]) {
  const { rows: places } = await owner.query(
    `select s.place_id, p.time_zone as "timeZone",
       array(select jsonb_build_object('weekday', weekday, 'fromMin', from_min, 'toMin', to_min, 'modes', modes,
           'validFrom', valid_from, 'validUntil', valid_until, 'season', season)
         from opening_rules r where r.doctor_id = s.doctor_id and r.place_id = s.place_id) as rules,
       array(select jsonb_build_object('kind', kind, 'firstDay', first_day, 'lastDay', last_day, 'fromMin', from_min,
           'toMin', to_min, 'modes', modes)
         from opening_exceptions e
         where e.doctor_id = s.doctor_id and coalesce(e.place_id, s.place_id) = s.place_id) as exceptions
     from schedules s
     join places p on p.tenant_id = s.tenant_id and p.id = s.place_id
     where s.doctor_id = $1
     order by 1`,
    [doctorId],
  )
  const days = kept.map(({ day }) => day).sort()
  if (days.length === 0) return []
  const { closed: closedDays, ramadan } = specialDaysBetween(days[0]!, days.at(-1)!, [])
  return places.flatMap(({ place_id, ...hours }) =>
    openDays({ ...(hours as Hours), closedDays, ramadan }, days[0]!, days.at(-1)!)
      .map(({ day, modes, open }) => ({ place_id, day, modes: [...modes], open }))
      .sort((a, b) => (`${a.day} ${a.modes}` < `${b.day} ${b.modes}` ? -1 : 1)),
  )
}

/** A generator of numbers below a limit, with a seed, so that a failure can be repeated. */
export const randomOf = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return Math.floor((seed / 2 ** 32) * below)
}
