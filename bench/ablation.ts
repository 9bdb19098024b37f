import type pg from 'pg'
import { type Comparison, compare, costRatio, shownCost } from './compare.ts'
import { bookingSides, grants, lists, reads, someAppointments, startBareServer, targetOf } from './main-job.ts'
import { makeDoctors, slots } from './slots.ts'
import { columns } from './webhooks/figures.ts'
import { type TestBed, withTestBed } from './webhooks/test-bed.ts'

/**
 * Measures what bounds the main job: bookings, reads, lists and token grants with everything on, and then without one part at a
 * time, which the database leaves out only here: `npm run bench:ablation`. The last row leaves out all of them. Everything on is measured
 * twice, because the server is faster after some minutes.
 */
const TURN = { connections: 16, ms: Number(process.env.BENCH_TURN_MS ?? 600) }
const TURNS = 5

/** A part, and the statements that leave it out and bring it back. */
type Part = { name: string; off: string; on: string }

/** Inserts into a table succeed, and add no row. */
const withoutRows = (name: string, ...tables: string[]): Part => ({
  name,
  off: tables
    .map((table) => `create trigger bench_skip before insert on ${table} for each row execute function bench_skip();`)
    .join('\n'),
  on: tables.map((table) => `drop trigger bench_skip on ${table};`).join('\n'),
})

/** Applies a statement to each table of the application. */
const onEachTable = (condition: string, statement: string): string => `
  do $$
  declare
    it record;
  begin
    for it in ${condition} loop
      execute format('${statement}', it.tbl);
    end loop;
  end $$;`
const SECURED = `
  select c.oid::regclass as tbl
  from pg_class c
  where c.relnamespace = 'public'::regnamespace
    and exists (select from pg_policy p where p.polrelid = c.oid)`

const BOOKED = `select relname as tbl from pg_class where relname in ('appointments', 'video_rooms', 'messages')`

const parts: Part[] = [
  {
    name: 'waiting for the disk',
    off: `alter system set synchronous_commit = off; select pg_reload_conf();`,
    on: `alter system set synchronous_commit = on; select pg_reload_conf();`,
  },
  {
    name: 'row-level security',
    off: onEachTable(SECURED, 'alter table %s disable row level security'),
    on: onEachTable(SECURED, 'alter table %s enable row level security'),
  },
  {
    // Before the triggers of the next parts, which it would disable too.
    name: 'foreign keys',
    off: onEachTable(BOOKED, 'alter table %s disable trigger all'),
    on: onEachTable(BOOKED, 'alter table %s enable trigger all'),
  },
  withoutRows('audit rows', 'audit_log', 'audit_of_patients'),
  withoutRows('messages', 'messages'),
  withoutRows('events and deliveries', 'events', 'webhook_deliveries'),
]

const results: { name: string; figures: Comparison[] }[] = []
await withTestBed({}, measureAll)
print()

async function measureAll(testBed: TestBed): Promise<void> {
  const { owner, ownerUrl, port } = testBed
  const server = await targetOf(testBed)
  const bare = await startBareServer(testBed, port + 1)
  const next = slots(await makeDoctors(owner, 50))
  await owner.query(`create function bench_skip() returns trigger language plpgsql as 'begin return null; end'`)
  await owner.query('analyze')
  const measure = async (name: string) => {
    console.log(`\n${name}`)
    const bookings = await bookingSides(ownerUrl, server, next, TURN)
    const figures = [await compare(owner, 'bookings', bookings, TURNS)]
    await bookings.end()
    await owner.query('vacuum analyze')
    const ids = await someAppointments(owner)
    for (const [name, ours, theirs] of [
      ['reads', reads(server, ids, TURN), reads(bare, ids, TURN, '/appointments')],
      ['lists', lists(server, TURN), lists(bare, TURN, '/appointments')],
      ['grants', grants(server, TURN), grants(bare, TURN, '/token')],
    ] as const)
      figures.push(await compare(owner, name, { server: ours, reference: theirs }, TURNS))
    results.push({ name, figures })
  }
  await measure('everything on')
  for (const { name, off, on } of parts) {
    await run(owner, off)
    await measure(`without ${name}`)
    await run(owner, on)
  }
  await measure('everything on, again')
  for (const { off } of parts) await run(owner, off)
  await measure('without all of them')
  bare.stop()
}

/** Statement by statement, because `alter system` must not be in a transaction. */
async function run(owner: pg.ClientBase, statements: string): Promise<void> {
  for (const statement of statements.includes('$$') ? [statements] : statements.split(';'))
    if (statement.trim() !== '') await owner.query(statement)
}

function print(): void {
  const cell = (figure: Comparison) =>
    `${figure.server.perSec.toFixed(0)}/s, ${figure.ratio.toFixed(2)}; CPU ${costRatio(figure).toFixed(2)}, ${figure.costs ? shownCost(figure.costs.server) : 'unknown'}`
  const rows = results.map(({ name, figures }) => [name, ...figures.map(cell)])
  console.log(
    `\nFor each: the rate, relative to the reference with the same part left out; the reference's CPU time divided by ours; ours of server + PostgreSQL.`,
  )
  console.log(columns([['', 'bookings', 'reads by id', 'lists of 20', 'token grants'], ...rows]))
}
