import { appendFile } from 'node:fs/promises'
import type { Role } from '../server/src/actor.ts'
import { growingLists, queriesOf } from '../server/testing/growing-lists.ts'
import { grow, type Kind } from '../server/testing/grown-tables.ts'
import { currentCommit, historyFile, machine, today } from './history.ts'
import { httpRequest, type LoadResult, load } from './load.ts'
import { type Organisation as Made, makeOrganisation } from './organisation.ts'
import { startStage } from './stage.ts'

/**
 * Compares the lists of an organisation with a million rows to those of one with few: every list, every filter, the
 * first page and page 500. `ROWS=10000000` sets the number of rows, `PEOPLE=1000000` that of patients if it differs, and
 * `LISTS=listAppointments,listOrders` selects lists. Tables are filled and emptied in turn: a million rows take up to 3 GB of disk.
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000)
const PEOPLE = Number(process.env.PEOPLE ?? ROWS)
/** The smallest number of rows with a page 500. */
const FEW_ROWS = 10_000
const PAGES = [1, 500]
const CONNECTIONS = [1, 8]
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 400)
/** Results are medians of these turns. */
const TURNS = 3
/** Targets: the ratio of p50 to p50 with few rows, and p99 in milliseconds with eight concurrent requests. */
const AIM = { ratio: 1.5, p99: 50 }

/** Tables to fill for lists and to empty afterwards; `people` stays filled. */
const groups: { tables: Kind[]; lists: string[] }[] = [
  {
    tables: ['people'],
    lists: ['listUsers', 'listPatients', 'listDuplicates', 'listGuardianships', 'listInvitations'],
  },
  { tables: ['appointments'], lists: ['listAppointments', 'listMissedAppointments'] },
  { tables: ['prescriptions', 'orders'], lists: ['listPrescriptions', 'listOrders'] },
  { tables: ['lab_orders'], lists: ['listLabOrders'] },
  { tables: ['invoices'], lists: ['listInvoices'] },
  { tables: ['follow_ups'], lists: ['listFollowUps'] },
  { tables: ['waitlist_entries'], lists: ['listWaitlist'] },
  { tables: ['reviews'], lists: ['listReviews'] },
  { tables: ['documents'], lists: ['listDocuments'] },
  { tables: ['messages'], lists: ['listMessages'] },
  { tables: ['leads', 'enrolments'], lists: ['listLeads', 'listEnrolments'] },
  { tables: ['stock_lots'], lists: ['listLots'] },
  { tables: ['access_requests'], lists: ['listAccessRequests'] },
  { tables: ['audit_log'], lists: ['listAudit'] },
]

/** The second role of each list besides administrators: it sees its own records. */
const secondRoles: Record<string, Role> = {
  listAppointments: 'DOCTOR',
  listMissedAppointments: 'DOCTOR',
  listPrescriptions: 'PHARMACIST',
  listOrders: 'PHARMACIST',
  listInvoices: 'PATIENT',
  listMessages: 'PATIENT',
  listPatients: 'DOCTOR',
  listUsers: 'DOCTOR',
}

type Result = {
  list: string
  role: Role
  query: string
  page: number
  atOnce: number
  ratio: number
  few: LoadResult
  many: LoadResult
}
type Organisation = Made & { rows: number }

const stage = await startStage(31_840, {
  durable: false,
  // Lists only read. Without these, filling a table writes each page twice and waits for checkpoints.
  postgres: { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB', autovacuum: 'off' },
  env: { DATABASE_TIMEOUT_SEC: '60' },
})
const results: Result[] = []
try {
  const few = await newOrganisation('few', FEW_ROWS)
  const many = await newOrganisation('many', ROWS)
  const wanted = process.env.LISTS?.split(',')
  for (const { tables, lists } of groups) {
    const chosen = lists.filter((list) => wanted?.includes(list) ?? true)
    const keepsRows = tables.includes('people')
    if (chosen.length === 0 && !keepsRows) continue
    const fillStartedAt = performance.now()
    for (const { busy, rows } of [few, many]) {
      const people = Math.min(rows, PEOPLE)
      for (const kind of tables) await grow(stage.owner, kind, kind === 'people' ? people : rows, busy, people)
    }
    await stage.owner.query('vacuum analyze') // as autovacuum does within minutes
    console.log(`${tables.join(', ')}: filled in ${((performance.now() - fillStartedAt) / 1000).toFixed(0)} s`)
    for (const list of chosen) await measure(list, few, many)
    if (!keepsRows) await stage.owner.query(`truncate ${tables.map(tableOf).join(', ')} cascade`)
  }
} finally {
  await stage.stop()
}
await report()

function tableOf(kind: Kind): string {
  return kind === 'enrolments' ? 'campaigns' : kind
}

async function newOrganisation(name: string, rows: number): Promise<Organisation> {
  const roles = ['ADMIN', 'DOCTOR', 'PATIENT', 'PHARMACIST', 'LABORATORY'] as const
  return { rows, ...(await makeOrganisation(stage, name, roles)) }
}

/** Measures every filter of a list for administrators, and the first queries for the second role. */
async function measure(list: string, few: Organisation, many: Organisation): Promise<void> {
  const queries = queriesOf(growingLists(many.busy, ROWS)[list]!.filters)
  const role = secondRoles[list]
  const cases: [Role, number][] = queries.map((_, n) => ['ADMIN', n])
  if (role) cases.push(...queries.slice(0, 3).map((_, n): [Role, number] => [role, n]))
  for (const [role, n] of cases) {
    for (const page of PAGES) for (const atOnce of CONNECTIONS) await compare(list, role, n, page, atOnce, few, many)
  }
}

async function compare(
  list: string,
  role: Role,
  n: number,
  page: number,
  atOnce: number,
  few: Organisation,
  many: Organisation,
): Promise<void> {
  const sideOf = ({ busy, rows, tokens }: Organisation) => {
    const { path, filters } = growingLists(busy, rows)[list]!
    const query = queriesOf(filters)[n]!
    const headers = { authorization: `Bearer ${tokens[role]}` }
    const request = httpRequest('GET', `${path}?page=${page}${query && `&${query}`}`, headers)
    return { query, run: (ms: number) => load(stage.port, () => request, atOnce, ms) }
  }
  const [a, b] = [sideOf(few), sideOf(many)]
  await a.run(TURN_MS / 4)
  await b.run(TURN_MS / 4)
  const turns: Pick<Result, 'few' | 'many' | 'ratio'>[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const [withFew, withMany] = [await a.run(TURN_MS), await b.run(TURN_MS)]
    turns.push({ few: withFew, many: withMany, ratio: withMany.p50 / withFew.p50 })
  }
  const median = turns.sort((x, y) => x.ratio - y.ratio)[Math.floor(TURNS / 2)]!
  const failed = Object.keys({ ...median.few.statuses, ...median.many.statuses }).filter((status) => status !== '200')
  if (failed.length > 0) throw new Error(`${list} ${b.query}: answered ${failed.join(', ')}`)
  results.push({ list, role, query: b.query, page, atOnce, ...median })
  const above = median.ratio > AIM.ratio ? '  <- above the target' : ''
  console.log(
    `${list} ${role} page ${page} ${b.query || 'all'}, ${atOnce} at once: p50 ${median.few.p50.toFixed(1)} -> ${median.many.p50.toFixed(1)} ms, ratio ${median.ratio.toFixed(2)}, p99 ${median.many.p99.toFixed(0)} ms${above}`,
  )
}

/** Appends the ratios of each list to the last section of the history, so that the commit of a slowdown can be found. */
async function report(): Promise<void> {
  const people = PEOPLE === ROWS ? '' : `PEOPLE=${PEOPLE} `
  const command = `${people}${process.env.LISTS ? `LISTS=${process.env.LISTS} ` : ''}ROWS=${ROWS} npm run bench:growth`
  const lines = [
    `### ${today()}, commit ${currentCommit()}`,
    '',
    `\`${command}\` on ${machine()}: p50 with ${ROWS} rows to p50 with ${FEW_ROWS}.`,
    '',
    '| list | page 1, median | page 1, worst | page 500, median | page 500, worst | p99 of 8 at once, worst |',
    '|---|---|---|---|---|---|',
    ...[...new Set(results.map(({ list }) => list))].map(lineOf),
  ]
  await appendFile(historyFile, `\n${lines.join('\n')}\n`)
  const above = results.filter(({ ratio }) => ratio > AIM.ratio).length
  const slow = results.filter(({ atOnce, many }) => atOnce > 1 && many.p99 > AIM.p99).length
  console.log(`${results.length} comparisons: ${above} ratios above ${AIM.ratio}, ${slow} p99 above ${AIM.p99} ms`)
  console.log(`Appended to ${historyFile}`)
}

function lineOf(list: string): string {
  const ofList = results.filter((result) => result.list === list)
  const cells = PAGES.flatMap((page) => {
    const sorted = ofList.filter((result) => result.page === page).sort((a, b) => a.ratio - b.ratio)
    const worst = sorted.at(-1)!
    return [
      sorted[Math.floor(sorted.length / 2)]!.ratio.toFixed(2),
      `${worst.ratio.toFixed(2)} (${worst.role} ${worst.query.replaceAll('|', ' ') || 'all'})`,
    ]
  })
  const p99 = Math.max(...ofList.filter(({ atOnce }) => atOnce > 1).map(({ many }) => many.p99))
  return `| ${[list, ...cells, `${p99.toFixed(0)} ms`].join(' | ')} |`
}
