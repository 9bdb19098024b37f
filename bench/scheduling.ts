import type { CallerIds } from '../server/src/actor.ts'
import { type Search, slots } from '../server/src/features/scheduling/slots/queries.ts'
import { TENANT } from './bare-queries.ts'
import { makeDoctors, PATIENT } from './slots.ts'
import { type Stage, startStage } from './stage.ts'

/**
 * Times of free slots, holds and opening hours. 2,000 professionals with hours on each day; 500 of them work in the city that is
 * searched, and have a week that is full, and then free days. Results are medians, over HTTP unless the line says otherwise; the
 * ratio compares with a request of the same kind on the same machine.
 */
const MANY = Number(process.env.DOCTORS ?? 2000)
const SEARCHED = Math.min(500, MANY)
const TURNS = Number(process.env.BENCH_TURNS ?? 25)
const FULL_DAYS = 7
const [PLACE, ELSEWHERE, TYPE] = ['plc_bench', 'plc_elsewhere', 'vty_bench']
const DAY_MS = 86_400_000

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!

const stage = await startStage(31_860, { durable: false, env: { PATIENT_BOOKINGS: 'off', DATABASE_TIMEOUT_SEC: '60' } })
try {
  const doctors = await prepare(stage)
  const token = await stage.token('sandbox-admin')
  const { port } = stage
  const send = async (method: string, path: string, body?: object): Promise<{ ms: number; body: Answer }> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${text.slice(0, 300)}`)
    return { ms: performance.now() - since, body: JSON.parse(text) }
  }
  const timesOf = async (request: (turn: number) => Promise<{ ms: number }>): Promise<number> => {
    const times: number[] = []
    for (let turn = -3; turn < TURNS; turn++) {
      const { ms } = await request(turn + 3)
      if (turn >= 0) times.push(ms)
    }
    return median(times)
  }

  const appended = await append(port)
  const read = await timesOf(() => send('GET', '/api/services'))
  const rows: [what: string, ms: number, ratio: number][] = []
  const one = `doctorId=${doctors[0]}&visitTypeId=${TYPE}`
  const month = await timesOf(() => send('GET', `/api/slots?${one}`))
  rows.push(['one professional, 30 days, to a list of services', month, month / read])
  const first = await timesOf(() => send('GET', `/api/slots?city=benchville&visitTypeId=${TYPE}`))
  rows.push([`first free slot of each of ${SEARCHED}, to a list of services`, first, first / read])

  const database = await searches(stage)
  const everybody = { doctorId: null, cities: ['benchville'] }
  const monthDb = await timesOf(() => database(false, { doctorId: doctors[0]!, cities: null }))
  const firstDb = await timesOf(() => database(true, everybody))
  rows.push(['one professional, 30 days, in the database', monthDb, monthDb / read])
  rows.push([`first free slot of each of ${SEARCHED}, in the database`, firstDb, firstDb / read])

  const { body } = await send('GET', `/api/slots?${one}`)
  const starts = body.slots.map(({ startTime }) => startTime)
  const visit = (n: number, more: object = {}) => {
    const start = Date.parse(starts[n]!)
    const endTime = new Date(start + 1_800_000).toISOString()
    return { doctorId: doctors[0], patientId: PATIENT, startTime: starts[n], endTime, ...more }
  }
  const plain = await timesOf((turn) => send('POST', '/api/appointments', visit(turn)))
  const fromHold = await timesOf(async (turn) => {
    const n = TURNS + 3 + turn
    const hold = { doctorId: doctors[0], visitTypeId: TYPE, startTime: starts[n] }
    const { id } = (await send('POST', '/api/holds', hold)).body.hold
    return send('POST', '/api/appointments', visit(n, { holdId: id }))
  })
  rows.push(['a booking', plain, 1], ['a booking from a hold, speed of a plain one', fromHold, plain / fromHold])
  const year = await timesOf((turn) => {
    const hours = { placeId: PLACE, from: turn % 2 ? '09:00' : '10:00', to: '17:00', modes: ['VIDEO'] }
    const rules = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ ...hours, weekday }))
    return send('PUT', `/api/doctors/${doctors[1]}/opening`, { rules })
  })
  rows.push(['a year of hours rewritten, to a booking', year, year / plain])
  for (const [what, ms, ratio] of rows) console.log(`${what}: ${ms.toFixed(1)} ms, ${ratio.toFixed(2)}`)
  console.log(`the next day of ${MANY} professionals appended: ${(appended / 1000).toFixed(2)} s`)
} finally {
  await stage.stop()
}

type Answer = { slots: { startTime: string }[]; hold: { id: string } }

/**
 * Runs the search of the server, with its role and its kind of plans. Each call measures PostgreSQL's own execution time, with the
 * answer written as text.
 */
async function searches({ owner }: Stage) {
  await owner.query(`set role medina_app; set plan_cache_mode = force_generic_plan`)
  await owner.query(`select set_config('app.tenant', $1, false)`, [TENANT])
  return async (firstOnly: boolean, where: Pick<Search, 'doctorId' | 'cities'>): Promise<{ ms: number }> => {
    const from = new Date()
    const to = new Date(from.getTime() + 30 * DAY_MS)
    const caller: CallerIds = { tenantId: TENANT, userId: 'usr_sandbox_admin', actsFor: [] }
    const search = { ...caller, ...where, visitTypeId: TYPE, specialties: null, from, to }
    const { sql, parameters } = slots(true, firstOnly)(search)
    const explain = `explain (analyze, timing off, serialize text, format json) ${sql}`
    const { rows } = await owner.query({ name: `search ${firstOnly}`, text: explain, values: [...parameters] })
    return { ms: rows[0]['QUERY PLAN'][0]['Execution Time'] }
  }
}

/** Professionals with hours, of whom those searched have a full week. @returns those searched */
async function prepare({ owner }: Stage): Promise<string[]> {
  const doctors = await makeDoctors(owner, MANY)
  const searched = doctors.slice(0, SEARCHED)
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS).toISOString()
  await owner.query(
    `insert into places (tenant_id, id, name, city, time_zone)
     values ($1, $2, $2, 'Benchville', 'UTC'), ($1, $3, $3, 'Elsewhere', 'UTC')`,
    [TENANT, PLACE, ELSEWHERE],
  )
  await owner.query(
    `insert into visit_types (tenant_id, id, service_id, name, mode, duration_min, step_min)
     select tenant_id, $2, min(id), $2, 'VIDEO', 30, 30 from services where tenant_id = $1 group by 1`,
    [TENANT, TYPE],
  )
  await owner.query(
    `with visit as (
       insert into appointments (tenant_id, id, doctor_id, patient_id, start_time, end_time, video_room_id)
       select $1, new_id('apt'), id, $2, at, at + interval '30 minutes', new_id('room')
       from unnest($3::text[]) id
       cross join generate_series(0, $4::int - 1) n
       cross join lateral generate_series($5::timestamptz + (n || ' days 09:00')::interval,
         $5::timestamptz + (n || ' days 16:30')::interval, interval '30 minutes') at
       returning tenant_id, video_room_id)
     insert into video_rooms (tenant_id, id) select * from visit`,
    [TENANT, PATIENT, searched, FULL_DAYS, today],
  )
  await owner.query(
    `insert into schedules (tenant_id, doctor_id, place_id, kept_until)
     select $1, id, case when id = any($5::text[]) then $2 else $6 end, $4::date + 365 from unnest($3::text[]) id`,
    [TENANT, PLACE, doctors, today, searched, ELSEWHERE],
  )
  await owner.query(
    `insert into opening_rules (tenant_id, doctor_id, n, place_id, weekday, from_min, to_min, modes)
     select tenant_id, doctor_id, weekday, place_id, weekday, 540, 1020, '{VIDEO}'
     from schedules
     cross join generate_series(1, 7) weekday
     where tenant_id = $1 and doctor_id = any($2::text[])`,
    [TENANT, doctors],
  )
  await owner.query(
    `insert into days (tenant_id, doctor_id, day, place_id, modes, open)
     select $1, id, $4::date + n, $2, '{VIDEO}',
       tstzmultirange(tstzrange($4::timestamptz + (n || ' days 09:00')::interval, $4::timestamptz + (n || ' days 17:00')::interval))
     from unnest($3::text[]) id
     cross join generate_series(0, 78) n`,
    [TENANT, PLACE, searched, today],
  )
  await owner.query('analyze')
  await owner.query(`select count_days($1, id, $3::date, $3::date + 100) from unnest($2::text[]) id`, [
    TENANT,
    searched,
    today,
  ])
  await owner.query('analyze')
  return searched
}

/** @returns the milliseconds of the job that appends the next day of all professionals */
async function append(port: number): Promise<number> {
  const since = performance.now()
  const headers = { 'x-cron-secret': 'sandbox-cron-secret' }
  const answer = await fetch(`http://127.0.0.1:${port}/api/cron/append-days`, { method: 'POST', headers })
  const text = await answer.text()
  if (!text.includes(`"extended":${MANY}`)) throw new Error(text)
  return performance.now() - since
}
