import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newClinic, newPerson } from '../../testing/factories.ts'
import { growingLists } from '../../testing/growing-lists.ts'
import { type Busy, grow, kinds } from '../../testing/grown-tables.ts'
import { startPlatform } from '../../testing/harness.ts'
import { allOperations } from '../app.ts'

/** Every list by cursor, page after page, while its head changes. */
const ROWS = 60
const PAGE_SIZE = 7
const HEAD = 5

const platform = await startPlatform()
const clinic = await newClinic(platform)
const other = await newClinic(platform)
const { tenantId, admin, patient } = clinic
const pharmacist = await newPerson(platform, tenantId, 'PHARMACIST')
const laboratory = await newPerson(platform, tenantId, 'LABORATORY')
const busy: Busy = {
  tenantId,
  doctorId: clinic.doctor.id,
  patientId: patient.id,
  pharmacistId: pharmacist.id,
  laboratoryId: laboratory.id,
}

type Walked = { table: string; path: string; caller?: typeof admin }
const plain = (name: string, table: string, path = growingLists(busy, ROWS)[name]!.path): Walked => ({ table, path })

/** The table behind each list, and its reader if not the administrator. */
const walked: Record<string, Walked> = {
  listAppointments: plain('listAppointments', 'appointments'),
  listMissedAppointments: plain('listMissedAppointments', 'appointments'),
  listPrescriptions: plain('listPrescriptions', 'prescriptions'),
  listOrders: plain('listOrders', 'orders'),
  listLabOrders: { ...plain('listLabOrders', 'lab_orders'), caller: clinic.doctor },
  listInvoices: plain('listInvoices', 'invoices'),
  listReviews: plain('listReviews', 'reviews'),
  listFollowUps: plain('listFollowUps', 'follow_ups'),
  listWaitlist: plain('listWaitlist', 'waitlist_entries'),
  listDocuments: plain('listDocuments', 'documents'),
  listMessages: plain('listMessages', 'messages'),
  listLeads: plain('listLeads', 'leads'),
  listAccessRequests: plain('listAccessRequests', 'access_requests'),
  listUsers: plain('listUsers', 'users'),
  listPatients: plain('listPatients', 'users'),
  listGuardianships: plain('listGuardianships', 'guardianships'),
  listInvitations: plain('listInvitations', 'invitations'),
  listEnrolments: plain('listEnrolments', 'campaign_enrolments'),
  listLots: plain('listLots', 'stock_lots', '/api/stock?includeEmpty=true'),
  listAudit: plain('listAudit', 'audit_log', '/api/audit?operation=readAppointment'),
  listDoctors: { table: 'users', path: '/api/doctors' },
  listPublicDoctors: { table: 'public_doctors', path: '/api/public/doctors' },
  listClients: { table: 'clients', path: '/api/clients' },
  listServices: { table: 'services', path: '/api/services' },
  listWebhooks: { table: 'webhook_endpoints', path: '/api/webhooks' },
  listTemplates: { table: 'templates', path: '/api/notification-templates' },
}

/** Lists whose rows come from the same code as those above (`orderedRows`, `pagedListing`). */
const alike = [
  ...['listRecoveries', 'listSigningCertificates', 'listPrices', 'listCampaigns', 'listGuests', 'listMovements'],
  ...['listOwnClients', 'listMerges', 'listDependants', 'listGuardians', 'listIdentityDisputes', 'listConditions'],
  ...['listKeptMessages', 'listConsentHistory', 'listRelationships', 'listDuplicates'],
  ...['listPlaces', 'listVisitTypes', 'listExceptions'],
]

const paged = allOperations()
  .map(({ operation }) => operation)
  .filter(({ query }) => 'page' in (query?.shape ?? {}))

type Page = { items: Record<string, unknown>[]; pagination: Record<string, unknown> & { nextCursor: string | null } }

async function read(path: string, query: string, { token } = admin): Promise<Page> {
  const { status, body, text } = await platform.call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, {
    token,
  })
  assert.equal(status, 200, `${path} ${query}: ${text}`)
  const { pagination, ...list } = body
  return { items: Object.values(list)[0] as Page['items'], pagination }
}

const nameOf = (item: Record<string, unknown>) =>
  String(item.id ?? [item.code, item.channel, item.language, JSON.stringify(item.patients)])

async function readAll(
  path: string,
  pageSize: number,
  caller = admin,
  between: (read: string[]) => Promise<void> = async () => {},
) {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await read(path, `pageSize=${pageSize}${cursor === null ? '' : `&cursor=${cursor}`}`, caller)
    names.push(...page.items.map(nameOf))
    assert.ok(names.length < 1000, `${path} does not end`)
    cursor = page.pagination.nextCursor
    await between(names)
  } while (cursor !== null)
  return names
}

const replica = async (...statements: [string, unknown[]?][]) => {
  const owner = await platform.owner.connect()
  try {
    await owner.query('set session_replication_role = replica')
    for (const [statement, values] of statements) await owner.query(statement, values)
  } finally {
    await owner.query('reset session_replication_role')
    owner.release()
  }
}

test('every paged list takes a cursor and is covered by these tests', () => {
  assert.deepEqual(paged.map(({ name }) => name).sort(), [...Object.keys(walked), ...alike].sort())
  for (const { query, name } of paged) assert.ok('cursor' in query!.shape, name)
})

test('paging by cursor returns each existing row exactly once while rows are added and removed at the head', async () => {
  const owner = await platform.owner.connect()
  await owner.query('begin') // ids have the time of the transaction
  for (const kind of kinds) await grow(owner, kind, ROWS, busy)
  await owner.query('commit')
  owner.release()
  await replica(
    [
      `insert into clients (tenant_id, id, acts_as, name, scopes)
       select $1, 'walked-' || g, $2, 'Walked', '{}' from generate_series(1, 30) g`,
      [tenantId, admin.id],
    ],
    [
      `insert into services (tenant_id, id, name, price)
       select $1, 'svc_walked_' || g, 'Service ' || g, 100 from generate_series(1, 30) g`,
      [tenantId],
    ],
    [
      `insert into webhook_endpoints (tenant_id, id, client_id, url, kinds)
       select $1, 'whk_walked_' || g, $2, 'https://example.com', '{}' from generate_series(1, 30) g`,
      [tenantId, admin.clientId],
    ],
    [
      `insert into users (tenant_id, id, email, name, role, verified_at, created_at)
       select $1, 'usr_walked_' || g, 'walked' || g || '@test.example', 'Walked ' || g % 3, 'DOCTOR', now(), now()
       from generate_series(1, 30) g`,
      [tenantId],
    ],
    [
      `insert into public_doctors (tenant_id, id, slug, name, specialty, city, rating, is_tele, languages)
       select $1, 'usr_walked_' || g, 'walked-' || g, 'Walked ' || g % 3, 'Cardiology', 'Rabat', (g % 2) + 3, false, '{}'
       from generate_series(1, 30) g`,
      [tenantId],
    ],
  )
  for (const [list, { table, path, caller }] of Object.entries(walked)) {
    const all = await readAll(path, 100, caller)
    assert.equal(new Set(all).size, all.length, `${list}: each row once`)
    assert.ok(all.length > 3 * PAGE_SIZE, `${list} has ${all.length} rows`)
    if (table === 'templates') {
      assert.deepEqual(await readAll(path, PAGE_SIZE, caller), all, list)
      continue
    }
    const head = all.slice(0, HEAD)
    const kept = `kept_${list.toLowerCase()}`
    const columns = await insertable(table)
    const restored = `insert into ${table} (${columns}) select ${columns} from ${kept}`
    await replica(
      [`create table ${kept} as select * from ${table}`],
      [`delete from ${table} where id = any($1)`, [head]],
    )
    let turn = 0
    const walk = await readAll(path, PAGE_SIZE, caller, async (names) => {
      turn++
      if (turn === 1) await replica([`${restored} where id = any($1)`, [head]])
      if (turn === 2) await replica([`delete from ${table} where id = any($1)`, [[...head, ...names.slice(0, 3)]]])
    })
    await replica([`${restored} on conflict do nothing`])
    assert.deepEqual(walk, all.slice(HEAD), list)
  }
})

/** Columns other than generated ones. */
async function insertable(table: string): Promise<string> {
  const { rows } = await platform.owner.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]!.columns
}

test('paging continues after the row of the cursor was removed, and ends with null', async () => {
  const first = await read('/api/invoices', `pageSize=${PAGE_SIZE}`)
  const all = await readAll('/api/invoices', 100)
  await replica(['delete from invoices where id = $1', [first.items.at(-1)!.id]])
  const next = await read('/api/invoices', `pageSize=${PAGE_SIZE}&cursor=${first.pagination.nextCursor}`)
  assert.deepEqual(next.items.map(nameOf), all.slice(PAGE_SIZE, 2 * PAGE_SIZE))
  assert.deepEqual(Object.keys(next.pagination).sort(), ['nextCursor', 'pageSize'], 'it is not counted')
  const whole = await read('/api/invoices', 'pageSize=100')
  assert.equal(whole.pagination.nextCursor, null)
  assert.equal(whole.pagination.total, whole.items.length)
})

test('filters and another order have cursors too', async () => {
  const range = `from=${new Date(0).toISOString()}`
  for (const query of [
    `/api/appointments?status=CONFIRMED&${range}`,
    '/api/stock?includeEmpty=true&expiringWithinDays=999',
  ]) {
    const all = await readAll(query, 100)
    assert.deepEqual(await readAll(query, 4), all, query)
    assert.ok(all.length > 8, `${query}: ${all.length}`)
  }
  const mine = (token: string) => read('/api/prescriptions', 'pageSize=3', { ...patient, token })
  assert.notEqual((await mine(patient.token)).pagination.nextCursor, null)
})

test('a cursor of another list, filter or organisation, or an altered one, is refused with 422', async () => {
  const { nextCursor } = (await read('/api/invoices?status=PAID', 'pageSize=2')).pagination
  const refused = async (path: string, caller = admin) => {
    const { status, body } = await platform.call('GET', path, { token: caller.token })
    assert.equal(status, 422, path)
    return body.error.details as { path: string[]; message: string }[]
  }
  const [fault] = await refused(`/api/invoices?cursor=${nextCursor}`)
  assert.deepEqual(fault!.path, ['cursor'])
  assert.match(fault!.message, /is not a cursor of this list with these filters/)
  await refused(`/api/invoices?status=CANCELLED&cursor=${nextCursor}`)
  await refused(`/api/follow-ups?cursor=${nextCursor}`)
  await refused(`/api/invoices?status=PAID&cursor=${nextCursor}`, other.admin)
  await refused(`/api/invoices?status=PAID&cursor=${nextCursor}A`)
  await refused(`/api/invoices?status=PAID&cursor=${nextCursor!.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`)
  for (const nonsense of ['x', '', 'bnVsbA', '%F0%9F%A9%BA']) await refused(`/api/public/doctors?cursor=${nonsense}`)
  for (const { path } of Object.values(walked)) {
    const query = path.includes('?') ? '&' : '?'
    const [both] = (await refused(`${path}${query}page=1&cursor=abc`)).filter(({ path }) => path[0] === 'page')
    assert.match(both!.message, /cannot be combined with cursor/, path)
  }
  assert.equal(
    (await read('/api/invoices?status=PAID', `pageSize=3&cursor=${nextCursor}`)).items.length,
    3,
    'another size',
  )
})
