import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../testing/eventually.ts'
import { newClinic, newPerson } from '../../testing/factories.ts'
import { growingLists, queriesOf } from '../../testing/growing-lists.ts'
import { type Busy, FEW_ROWS, grow, kinds, quiet } from '../../testing/grown-tables.ts'
import { startPlatform } from '../../testing/harness.ts'
import type { Role } from '../actor.ts'
import { allOperations } from '../app.ts'
import type { Statement } from './flush.ts'
import { inListOrder } from './plans.ts'

/**
 * Rows that each list reads from large, analysed tables, for every role and filter: counted by EXPLAIN, not timed.
 */
const ROWS = 25_000
/** The page to read, with 20 records a page. */
const PAGE = 20
const EXACT_TOTAL_LIMIT = 10_001

const platform = await startPlatform()
const clinic = await newClinic(platform)
const { tenantId } = clinic
const people = {
  ADMIN: clinic.admin,
  DOCTOR: clinic.doctor,
  PATIENT: clinic.patient,
  PHARMACIST: await newPerson(platform, tenantId, 'PHARMACIST'),
  LABORATORY: await newPerson(platform, tenantId, 'LABORATORY'),
  RECEPTIONIST: await newPerson(platform, tenantId, 'RECEPTIONIST'),
} satisfies Partial<Record<Role, unknown>>
const busy: Busy = {
  tenantId,
  doctorId: people.DOCTOR.id,
  patientId: people.PATIENT.id,
  pharmacistId: people.PHARMACIST.id,
  laboratoryId: people.LABORATORY.id,
}

const growing = growingLists(busy, ROWS)

/** Filters to leave out: in a sandbox, whose clock moves, ids do not carry the time by which these lists are filtered. */
const bySandboxTime: Record<string, string[]> = { listAudit: ['from', 'to'], listMessages: ['from', 'to'] }

/** Lists that stay small: few per organisation, or the children of one record. */
const small = [
  ...['listClients', 'listWebhooks', 'listRecoveries', 'listSigningCertificates', 'listServices', 'listPrices'],
  ...['listTemplates', 'listCampaigns', 'listDoctors', 'listPublicDoctors', 'listGuests', 'listMovements'],
  ...['listConsentHistory', 'listOwnClients', 'listRelationships', 'listMerges'],
  ...['listDependants', 'listGuardians', 'listIdentityDisputes'],
  ...['listPlaces', 'listVisitTypes', 'listExceptions'],
  'listConditions',
  'listKeptMessages', // sandboxes are reset each week
]

/** Values of few audit rows. */
const rareInAudit = ['createOrder', 'FORBIDDEN', 'ABSENT', 'growth-rare', 'absent', quiet.doctorId, quiet.patientId]

/**
 * Whether a list reads all records of one patient or practitioner, then filters or sorts them: few records, even in a large
 * table. For example, a filter by a second person, whose index has another order.
 */
const withinOwn = ({ list, role, query }: ListRequest): boolean => {
  const filterNames = [...new URLSearchParams(query).keys()]
  const people = filterNames.filter((filter) =>
    ['doctorId', 'patientId', 'pharmacyId', 'laboratoryId', 'recipientUserId', 'guardianId', 'dependantId'].includes(
      filter,
    ),
  )
  const seesAll = role === 'ADMIN' || role === 'RECEPTIONIST'
  const ofOne = !seesAll || people.length > 0
  // A practitioner's patients are read in order; all of them for a consent that few gave, or for a frequent name.
  // Telephone numbers are refused.
  if (['listUsers', 'listPatients'].includes(list))
    return role === 'DOCTOR' ? /phone|consent|name=(?!rare|absent)/.test(query) : !seesAll
  // With two frequent values, the second filter reads what the first selects.
  if (list === 'listAudit') return filterNames.length > 1 && !rareInAudit.some((value) => query.includes(value))
  if (['listAppointments', 'listMessages'].includes(list)) return ofOne && query !== ''
  // Laboratories and pharmacies have many records, so a filter by practitioner has an index of both.
  if (['LABORATORY', 'PHARMACIST'].includes(role) && people.join() === 'doctorId') return false
  return people.length + (seesAll ? 0 : 1) > 1
}

const operations = allOperations()
  .map(({ operation }) => operation)
  .filter(({ query }) => 'page' in (query?.shape ?? {}))

test('every list is classified as growing or small, and every filter is covered', () => {
  assert.deepEqual(operations.map(({ name }) => name).sort(), [...Object.keys(growing), ...small].sort())
  for (const { name, query } of operations.filter((operation) => operation.name in growing)) {
    const known = [...Object.keys(growing[name]!.filters), ...(bySandboxTime[name] ?? []), 'page', 'pageSize', 'cursor']
    assert.deepEqual(Object.keys(query!.shape).sort(), known.sort(), name)
  }
})

type ListRequest = { list: string; role: keyof typeof people; query: string }

const questions: ListRequest[] = operations
  .filter(({ name }) => name in growing)
  .flatMap(({ name, roles }) =>
    (Object.keys(people) as (keyof typeof people)[])
      .filter((role) => roles?.includes(role) ?? true)
      .flatMap((role) => queriesOf(growing[name]!.filters).map((query) => ({ list: name, role, query }))),
  )

const pathOf = ({ list, query }: ListRequest) => `${growing[list]!.path}?page=${PAGE}${query && `&${query}`}`

/** The path of the page after `PAGE`, by its cursor; undefined if there is none. */
async function continuedFrom(request: ListRequest): Promise<string | undefined> {
  const { body } = await platform.call('GET', pathOf(request), { token: people[request.role].token })
  const cursor: string | null | undefined = body.pagination?.nextCursor
  return cursor ? `${growing[request.list]!.path}?cursor=${cursor}${request.query && `&${request.query}`}` : undefined
}

/** The statements of a list as the server sends them. */
async function statementsOf(request: ListRequest, path = pathOf(request)): Promise<Statement[]> {
  const sent: Statement[] = []
  const { database } = platform.services
  const original = database.onOwnConnection
  database.onOwnConnection = (tenant, statements) => {
    sent.push(...statements)
    return original.call(database, tenant, statements)
  }
  try {
    const { status, text } = await platform.call('GET', path, { token: people[request.role].token })
    if (status === 404) return [] // pharmacies cannot see a patient's conditions
    assert.equal(status, 200, `${request.role} ${path}: ${text}`)
  } finally {
    database.onOwnConnection = original
  }
  return sent.filter(({ sql }) => /^\s*select/.test(sql) && !sql.includes('set_config'))
}

/** Runs statements as the server does and counts the rows that they read. */
class Reader {
  readonly #client = new pg.Client({
    connectionString: platform.ownerUrl,
    options: '-c plan_cache_mode=force_generic_plan',
  })
  readonly #names = new Map<string, string>()

  connect = () => this.#client.connect()
  end = () => this.#client.end()

  /** Rows that a statement's scans read; infinity on a timeout. */
  async rowsRead({ sql, parameters }: Statement): Promise<number> {
    const client = this.#client
    await client.query('begin; set local role medina_app')
    await client.query(`select set_config('app.tenant', $1, true), set_config('statement_timeout', '20s', true)`, [
      tenantId,
    ])
    await client.query(inListOrder({}).sql)
    try {
      if (!this.#names.has(sql)) {
        const name = `s${this.#names.size}`
        await client.query(`prepare ${name} as ${sql}`)
        this.#names.set(sql, name)
      }
      const values = parameters.map(literal).join(', ')
      const { rows } = await client.query(
        `explain (analyze, format json, timing off) execute ${this.#names.get(sql)}${values && `(${values})`}`,
      )
      return read(rows[0]['QUERY PLAN'][0].Plan)
    } catch (error) {
      if ((error as { code?: string }).code === QUERY_CANCELED) return Number.POSITIVE_INFINITY
      throw error
    } finally {
      await client.query('rollback')
    }
  }
}

const QUERY_CANCELED = '57014'

const literal = (value: unknown): string => {
  if (value === undefined || value === null) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(',')}}`)
  return pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

type Node = {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

function read(node: Node): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  const own = node['Relation Name'] ? rows * node['Actual Loops'] : 0
  return own + (node.Plans ?? []).reduce((sum, plan) => sum + read(plan), 0)
}

/** Rows read for each listed or skipped record, and in addition. */
const PER_ROW = 3
const EXTRA = 500
/** In addition after a cursor: up to a page of each part, such as each status. */
const CONTINUED_EXTRA = 250

const isTotal = ({ sql }: Statement) => sql.includes('as total')

/** Rows that a page may read: those that it shows or skips. */
const bound = (statement: Statement): number =>
  isTotal(statement) ? 2.2 * EXACT_TOTAL_LIMIT : PER_ROW * 20 * PAGE + EXTRA

const reader = new Reader()
after(() => reader.end())

test('lists of large tables read only the rows up to their page', async () => {
  const owner = await platform.owner.connect()
  try {
    await reader.connect()
    await owner.query('begin') // the sealer sees the audit rows only once they count as sealed
    for (const kind of kinds) await grow(owner, kind, ROWS, busy)
    await owner.query('commit')
    await owner.query('analyze')
  } finally {
    owner.release()
  }
  const tooMany: string[] = []
  for (const question of questions.filter((question) => !withinOwn(question)))
    for (const statement of await statementsOf(question)) {
      const rows = await reader.rowsRead(statement)
      if (rows > bound(statement))
        tooMany.push(`${rows} rows: ${question.role} ${pathOf(question)}${isTotal(statement) ? ', total' : ''}`)
    }
  assert.deepEqual(tooMany, [])
})

test('a page by cursor reads only its own rows, however deep it is, and counts nothing', async () => {
  const tooMany: string[] = []
  let walked = 0
  // A patient's entries that are not sealed yet are read too: here, all that this test made.
  const isUnsealed = ({ list, query }: ListRequest) => list === 'listAudit' && query.startsWith('patientId')
  for (const question of questions.filter((question) => !withinOwn(question) && !isUnsealed(question))) {
    const path = await continuedFrom(question)
    if (path === undefined) continue
    walked++
    for (const statement of await statementsOf(question, path)) {
      assert.equal(isTotal(statement), false, path)
      const rows = await reader.rowsRead(statement)
      if (rows > PER_ROW * 20 + CONTINUED_EXTRA)
        tooMany.push(`${rows} rows: ${question.role} ${pathOf(question)}, by cursor`)
    }
  }
  assert.ok(walked > 100, `${walked} lists have a page after ${PAGE}`)
  assert.deepEqual(tooMany, [])
})

type Listed = { pagination: { total: number; totalPages: number; totalIsEstimate?: true; nextCursor: string | null } }

test('totals are exact up to 10,000 and estimates beyond', async () => {
  const list = async (query: string, { token } = people.ADMIN) => {
    const { status, body, text } = await platform.call('GET', `/api/follow-ups?${query}`, { token })
    assert.equal(status, 200, text)
    return { rows: body.followUps.length as number, ...(body as Listed).pagination }
  }
  const few = await list('status=PROPOSED')
  assert.deepEqual([few.total, few.totalIsEstimate], [FEW_ROWS, undefined])
  const third = await list('status=CANCELLED', people.PATIENT)
  assert.ok(third.total < 10_000 && third.totalIsEstimate === undefined, `${third.total}`)
  const all = await list('')
  assert.equal(all.totalIsEstimate, true)
  assert.ok(Math.abs(all.total - ROWS) < ROWS / 10, `${all.total} estimated`)
  assert.equal(all.totalPages, Math.ceil(all.total / 20))
  const last = await list(`pageSize=100&page=${ROWS / 100}`)
  assert.equal(last.rows, 100)
  assert.deepEqual([last.total, last.nextCursor], [ROWS, null], 'no row follows')
  const beyond = await list(`pageSize=100&page=${ROWS / 100 + 1}`)
  assert.deepEqual([beyond.rows, beyond.totalIsEstimate], [0, true])
  const uneven = await list(`pageSize=99&page=${Math.ceil(ROWS / 99)}`)
  assert.deepEqual([uneven.rows, uneven.total], [ROWS % 99, ROWS], 'a partial page ends the list')
})

test('a list counted beyond 10,000 is not counted again at once, and is exact soon after it became shorter', async () => {
  const request: ListRequest = { list: 'listFollowUps', role: 'ADMIN', query: 'status=DECLINED' }
  const counts = async () => (await statementsOf(request, '/api/follow-ups?status=DECLINED')).filter(isTotal).length
  const list = async (): Promise<Listed['pagination']> =>
    (await platform.call('GET', '/api/follow-ups?status=DECLINED', { token: people.ADMIN.token })).body.pagination
  const { total, totalIsEstimate } = await list()
  assert.ok(total > 10_000 && total < 20_000 && totalIsEstimate, `${total} estimated`)
  assert.equal(await counts(), 0)
  const { rows } = await platform.owner.query<{ left: number }>(
    `with cancelled as (
       update follow_ups set status = 'CANCELLED'
       where tenant_id = $1 and id in (select id from follow_ups where tenant_id = $1 and status = 'DECLINED' limit 7000)
       returning id)
     select count(*)::int as left
     from follow_ups
     where tenant_id = $1 and status = 'DECLINED' and id not in (select id from cancelled)`,
    [tenantId],
  )
  await eventually(async () => {
    const { total, totalIsEstimate } = await list()
    return total === rows[0]!.left && totalIsEstimate === undefined
  }, 'the exact total')
})

test('a list counted beyond 1,000 is counted again after a write of its tenant, and otherwise soon', async () => {
  const request: ListRequest = { list: 'listFollowUps', role: 'PATIENT', query: 'status=CANCELLED' }
  const path = '/api/follow-ups?status=CANCELLED'
  const { token } = people.PATIENT
  const counts = async () => (await statementsOf(request, path)).filter(isTotal).length
  const total = async (page = 1): Promise<number> =>
    (await platform.call('GET', `${path}&page=${page}`, { token })).body.pagination.total
  const deleteOne = () =>
    platform.owner.query(
      `delete from follow_ups
       where id = (select max(id) from follow_ups where tenant_id = $1 and patient_id = $2 and status = 'CANCELLED')`,
      [tenantId, people.PATIENT.id],
    )
  const write = async () => {
    const body = { name: `Salma ${randomUUID()}`, birthDate: '1990-05-04' }
    const { status, text } = await platform.call('POST', '/api/patients', { token: people.ADMIN.token, body })
    assert.equal(status, 201, text)
  }
  await write()
  const before = await total()
  assert.ok(before > 1_000 && before < 10_000, `${before}`)
  assert.equal(await counts(), 0)
  await deleteOne()
  assert.equal(await total(Math.ceil((before - 1) / 20)), before - 1, 'the last page shows the end of the list')
  await write()
  assert.equal(await total(), before - 1)
  await platform.owner.query(
    `delete from follow_ups
     where id in (select id from follow_ups where tenant_id = $1 and patient_id = $2 and status = 'CANCELLED' order by id limit 30)`,
    [tenantId, people.PATIENT.id],
  )
  assert.equal(await total(Math.ceil((before - 1) / 20)), before - 31, 'an empty page within the former list')
  await deleteOne()
  await eventually(async () => (await total()) === before - 32, 'a new count')
  assert.equal(await total(before), before - 32, 'beyond the end')
})
