import { appendFile } from 'node:fs/promises'
import pg from 'pg'
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
/** Enough for a full page 500 with each filter that most rows match. */
const FEW_ROWS = 30_000
const PAGES = [1, 500]
const CONNECTIONS = [1, 8]
const TURN_MS = Number(process.env.BENCH_TURN_MS ?? 400)
/** Results are medians of these turns. */
const TURNS = 3
/** Targets: the ratio of p50 to p50 with few rows, and p99 in milliseconds with eight concurrent requests. */
const AIM = { ratio: 1.5, p99: 50 }

/** Lists whose tables are filled at the same time, and emptied afterwards. The tables of people are always filled, and stay. */
const groups: Record<string, Kind[]>[] = [
  { listAppointments: ['appointments'], listMissedAppointments: ['appointments'] },
  { listPrescriptions: ['prescriptions', 'orders'], listOrders: ['prescriptions', 'orders'] },
  { listLabOrders: ['lab_orders'], listInvoices: ['invoices'] },
  { listFollowUps: ['follow_ups'], listWaitlist: ['waitlist_entries'] },
  { listReviews: ['reviews'], listDocuments: ['documents'] },
  { listMessages: ['messages'] },
  { listLeads: ['leads'], listEnrolments: ['leads', 'enrolments'] },
  { listLots: ['stock_lots'], listAccessRequests: ['access_requests'] },
  { listAudit: ['audit_log'] },
]
const listsOfPeople = ['listUsers', 'listPatients', 'listDuplicates', 'listGuardianships', 'listInvitations']

/** The role that sees the whole list; by default an administrator. */
const firstRoles: Record<string, Role> = { listLabOrders: 'DOCTOR' }
/** A second role of a list, which sees its own records. */
const secondRoles: Record<string, Role> = {
  listAppointments: 'DOCTOR',
  listMissedAppointments: 'DOCTOR',
  listPrescriptions: 'PHARMACIST',
  listOrders: 'PHARMACIST',
  listLabOrders: 'LABORATORY',
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
type Organisation = Made & { name: string; rows: number }

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
  const isChosen = (list: string) => wanted?.includes(list) ?? true
  await startSection()
  await fill(['people'], [few, many])
  await measureAll(listsOfPeople.filter(isChosen), few, many)
  for (const group of groups) {
    const lists = Object.keys(group).filter(isChosen)
    if (lists.length === 0) continue
    const tables = [...new Set(lists.flatMap((list) => group[list]!))]
    await fill(tables, [few, many])
    await measureAll(lists, few, many)
    await stage.owner.query(`truncate ${tables.map(tableOf).join(', ')} cascade`)
  }
} finally {
  await stage.stop()
}
report()

/** Fills tables, each over a connection of its own, so that two take little longer than one. */
async function fill(tables: Kind[], organisations: Organisation[]): Promise<void> {
  const startedAt = performance.now()
  await Promise.all(tables.map((table) => fillOne(table, organisations)))
  await stage.owner.query('vacuum analyze') // as autovacuum does within minutes
  console.log(`${tables.join(', ')}: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

async function fillOne(table: Kind, organisations: Organisation[]): Promise<void> {
  const owner = new pg.Client({ connectionString: stage.ownerUrl })
  await owner.connect()
  try {
    for (const { busy, rows } of organisations) {
      const people = Math.min(rows, PEOPLE)
      await grow(owner, table, table === 'people' ? people : rows, busy, people)
    }
  } finally {
    await owner.end()
  }
}

function tableOf(kind: Kind): string {
  return kind === 'enrolments' ? 'campaigns' : kind
}

async function newOrganisation(name: string, rows: number): Promise<Organisation> {
  const roles = ['ADMIN', 'DOCTOR', 'PATIENT', 'PHARMACIST', 'LABORATORY'] as const
  return { name, rows, ...(await makeOrganisation(stage, name, roles)) }
}

async function measureAll(lists: string[], few: Organisation, many: Organisation): Promise<void> {
  for (const list of lists) {
    await renewTokens([few, many])
    await measure(list, few, many)
    await appendFile(historyFile, `${lineOf(list)}\n`)
  }
}

/** Tokens are valid for an hour, and filling takes minutes. */
async function renewTokens(organisations: Organisation[]): Promise<void> {
  for (const { name, tokens } of organisations)
    for (const role of Object.keys(tokens)) tokens[role] = await stage.token(`${name}-${role}`)
}

/** Measures every filter of a list for its first role, and the first queries for the second. */
async function measure(list: string, few: Organisation, many: Organisation): Promise<void> {
  const queries = queriesOf(growingLists(many.busy, ROWS)[list]!.filters)
  const [first, second] = [firstRoles[list] ?? 'ADMIN', secondRoles[list]]
  const cases: [Role, number][] = queries.map((_, n) => [first, n])
  if (second) cases.push(...queries.slice(0, 3).map((_, n): [Role, number] => [second, n]))
  for (const organisation of [few, many])
    for (const role of second ? [first, second] : [first]) await assertHasRows(list, role, organisation)
  for (const [role, n] of cases) {
    for (const page of PAGES) for (const atOnce of CONNECTIONS) await compare(list, role, n, page, atOnce, few, many)
  }
}

/** A list that shows nothing is fast: its caller sees no row, or its rows refer to records that are not there. */
async function assertHasRows(list: string, role: Role, { busy, rows, tokens }: Organisation): Promise<void> {
  const { path } = growingLists(busy, rows)[list]!
  const headers = { authorization: `Bearer ${tokens[role]}` }
  const answer = await fetch(`http://127.0.0.1:${stage.port}${path}`, { headers })
  const shown = Object.values((await answer.json()) as object).find(Array.isArray)
  if (!shown?.length) throw new Error(`${list} shows no rows to ${role}: ${answer.status}`)
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
    const request = httpRequest('GET', encodeURI(`${path}?page=${page}${query && `&${query}`}`), headers)
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

/** Adds a section to the history, so that the commit of a slowdown can be found. Each list is added once it is measured. */
async function startSection(): Promise<void> {
  const people = PEOPLE === ROWS ? '' : `PEOPLE=${PEOPLE} `
  const command = `${people}${process.env.LISTS ? `LISTS=${process.env.LISTS} ` : ''}ROWS=${ROWS} npm run bench:growth`
  const lines = [
    `### ${today()}, commit ${currentCommit()}`,
    '',
    `\`${command}\` on ${machine()}: p50 with ${ROWS} rows to p50 with ${FEW_ROWS}.`,
    '',
    '| list | page 1, median | page 1, worst | page 500, median | page 500, worst | p99 of 8 at once, worst |',
    '|---|---|---|---|---|---|',
  ]
  await appendFile(historyFile, `\n${lines.join('\n')}\n`)
}

function report(): void {
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
