import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newId } from '../../../lib/ids.ts'

const platform = await startPlatform()
const { call, owner } = platform
const submit = (body: unknown, headers: Record<string, string> = {}) => call('POST', '/api/leads', { body, headers })
const storedLead = async (id: string) => (await owner.query('select * from leads where id = $1', [id])).rows[0]

/** A form that was not sent before. */
const form = (more: object = {}) => ({
  name: 'Amine El Fassi',
  email: `${newId('req')}@example.ma`,
  source: 'DEMO_FORM',
  ...more,
})

describe('a lead', () => {
  test('is stored unchanged, with its telephone number in E.164', async () => {
    const body = form({ phone: '06 12 34 56 78', metadata: { specialty: 'Cardiologie', city: 'Casablanca' } })
    const answer = await submit(body)
    assert.equal(answer.status, 201)
    assert.deepEqual(Object.keys(answer.body), ['ok', 'leadId'])
    assert.match(answer.body.leadId, /^lead_[0-9a-f]{32}$/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.partialDeepStrictEqual(await storedLead(answer.body.leadId), {
      ...body,
      tenant_id: 'ten_sandbox',
      phone: '+212612345678',
    })
    const { rows } = await owner.query('select user_id, client_id, outcome from audit_log where subject_id = $1', [
      answer.body.leadId,
    ])
    assert.deepEqual(rows, [{ user_id: 'visitor', client_id: 'address/127.0.0.1', outcome: 'OK' }])
  })

  test('needs a name, a source, and an e-mail address or telephone number; empty fields are ignored', async () => {
    assert.equal((await submit(form({ phone: '', metadata: {} }))).status, 201)
    assert.equal((await submit(form({ phone: null, website: '' }))).status, 201)
    const onlyPhone = await submit(form({ email: ' ', phone: `+2126${String(Date.now()).slice(-8)}` }))
    assert.equal(onlyPhone.status, 201)
    assert.equal((await storedLead(onlyPhone.body.leadId)).email, null)
    const emptyForm = await submit({})
    assert.equal(emptyForm.status, 422)
    assert.deepEqual(emptyForm.body.error.details.map(({ path }: { path: string[] }) => path[0]).sort(), [
      'name',
      'source',
    ])
    const unreachable = await submit({ name: 'A', source: 'X', email: '', phone: '' })
    assert.equal(unreachable.status, 422)
    assert.deepEqual(unreachable.body.error.details[0].path, ['email'])
  })

  test('is refused with every invalid field', async () => {
    const deep = { a: { b: { c: { d: 1 } } } }
    for (const [more, path] of [
      [{ name: ' ' }, ['name']],
      [{ name: 'x'.repeat(201) }, ['name']],
      [{ name: 'a\0' }, ['name']],
      [{ email: 'no-address' }, ['email']],
      [{ email: 'a@b.ma\r\nBcc: c@d.ma' }, ['email']],
      [{ email: `${'a'.repeat(250)}@b.ma` }, ['email']],
      [{ phone: '12' }, ['phone']],
      [{ source: 'x'.repeat(65) }, ['source']],
      [{ metadata: [] }, ['metadata']],
      [{ metadata: 'x' }, ['metadata']],
      [{ metadata: deep }, ['metadata', 'a', 'b', 'c']],
      [{ metadata: { a: [[['x'], []]] } }, ['metadata', 'a', 0, 0]],
      [{ metadata: { text: 'x'.repeat(2001) } }, ['metadata', 'text']],
      [{ metadata: { a: ['b\0'] } }, ['metadata', 'a', 0]],
      [{ metadata: { a: '\ud800' } }, ['metadata', 'a']],
      [{ metadata: { ['k'.repeat(65)]: 1 } }, ['metadata']],
      [{ metadata: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, at])) }, ['metadata']],
    ] as const) {
      const answer = await submit(form(more))
      assert.equal(answer.status, 422, JSON.stringify(more).slice(0, 80))
      assert.deepEqual(answer.body.error.details[0].path, path)
    }
    assert.equal((await submit(form({ metadata: { a: { b: [1, null, true, 'x'] } } }))).status, 201)
    assert.equal((await submit(form({ metadata: { ['k'.repeat(64)]: 'x'.repeat(2000) } }))).status, 201)
    const most = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, at]))
    assert.equal((await submit(form({ metadata: most }))).status, 201)
  })

  test('has at most 16 KiB', async () => {
    const answer = await submit(form({ metadata: { a: 'x'.repeat(17_000) } }))
    assert.equal(answer.status, 413)
    assert.equal(answer.body.error.message, 'The body is larger than 16 KiB.')
  })

  test('with the honeypot field gets a normal response but is not stored', async () => {
    for (const website of ['https://spam.example', ' x', 1, { a: 1 }]) {
      const answer = await submit(form({ website }))
      assert.equal(answer.status, 201)
      assert.deepEqual(Object.keys(answer.body), ['ok', 'leadId'])
      assert.match(answer.body.leadId, /^lead_[0-9a-f]{32}$/)
      assert.equal(await storedLead(answer.body.leadId), undefined)
    }
  })
})

describe('the same person sending the same form again', () => {
  test('gets the same id within a day, in any spelling, and a new id later', async () => {
    const body = form({ phone: '0612345679' })
    const { leadId } = (await submit(body)).body
    for (const again of [
      body,
      { ...body, email: ` ${body.email.toUpperCase()} ` },
      { ...body, phone: '+212 6 12 34 56 79', name: 'A. El Fassi', metadata: { utm: 'x' } },
      { ...body, phone: '' },
      { ...body, email: '' },
    ])
      assert.equal((await submit(again)).body.leadId, leadId, JSON.stringify(again))
    await platform.advance(24 * 3600 - 60)
    assert.equal((await submit(body)).body.leadId, leadId)
    await platform.advance(120)
    assert.notEqual((await submit(body)).body.leadId, leadId)
  })

  test('creates a new lead with another form, address or telephone number', async () => {
    const body = form({ phone: '0612345680' })
    const ids = []
    for (const other of [
      body,
      { ...body, source: 'CONTACT_FORM' },
      { ...body, email: `${newId('req')}@example.ma` },
      { ...body, phone: '0612345681' },
    ])
      ids.push((await submit(other)).body.leadId)
    assert.equal(new Set(ids).size, 4)
  })

  test('in twenty concurrent requests creates one lead', async () => {
    const body = form({ phone: '0612345682' })
    const variants = [body, { ...body, phone: '' }, { ...body, email: '' }]
    await submit(form()) // the first call compiles
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(body)))
    for (const { status, text } of answers) assert.equal(status, 201, text)
    assert.equal(new Set(answers.map((answer) => answer.body.leadId)).size, 1)
    const { rows } = await owner.query('select count(*)::int as n from leads where email = $1', [body.email])
    assert.equal(rows[0].n, 1)
    const mixed = await Promise.all(Array.from({ length: 20 }, (_, at) => submit(variants[at % 3])))
    assert.deepEqual([...new Set(mixed.map((answer) => answer.body.leadId))], [answers[0]!.body.leadId])
  })

  test('with one Idempotency-Key gets the same response', async () => {
    const body = form()
    const first = await submit(body, { 'idempotency-key': 'lead-1' })
    const again = await submit(body, { 'idempotency-key': 'lead-1' })
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
  })
})

test('submissions have their own rate limit for each address', async () => {
  const tight = await startPlatform({ RATE_LIMIT_FORMS: '3' })
  const send = () => tight.call('POST', '/api/leads', { body: { name: '' } })
  for (const remaining of ['2', '1', '0']) {
    const answer = await send()
    assert.equal(answer.status, 422, 'invalid requests count')
    assert.equal(answer.headers.get('x-ratelimit-limit'), '3')
    assert.equal(answer.headers.get('x-ratelimit-remaining'), remaining)
  }
  const refused = await send()
  assert.equal(refused.status, 429)
  assert.match(refused.headers.get('retry-after')!, /^[1-9]\d*$/)
  assert.equal((await tight.call('GET', '/api/public/doctors')).status, 200, 'the directory has its own limit')
})

describe('the list of leads', () => {
  test('is available to administrators of the organisation, newest first, by form and time', async () => {
    const source = newId('req')
    const admin = { token: await platform.tokenOf('sandbox-admin') }
    const { leadId: older } = (await submit(form({ source, name: '=cmd|<script>alert(1)</script>' }))).body
    await platform.advance(60)
    const between = platform.services.clock.now().toISOString()
    await platform.advance(60)
    const { leadId: newer } = (await submit(form({ source, metadata: { nested: { list: [1, null, 'a'] } } }))).body
    const list = async (query: Record<string, string>, { token } = admin) =>
      call('GET', `/api/leads?${new URLSearchParams(query)}`, { token })
    const ids = async (query: Record<string, string>) =>
      (await list({ source, ...query })).body.leads.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids({}), [newer, older])
    assert.deepEqual(await ids({ from: between }), [newer])
    assert.deepEqual(await ids({ to: between }), [older])
    assert.deepEqual(await ids({ page: '2', pageSize: '1' }), [older])
    const { leads, pagination } = (await list({ source })).body
    assert.deepEqual(pagination, { page: 1, pageSize: 20, total: 2, totalPages: 1, nextCursor: null })
    assert.deepEqual(Object.keys(leads[0]), ['id', 'name', 'email', 'phone', 'source', 'metadata', 'createdAt'])
    assert.deepEqual(leads[0].metadata, { nested: { list: [1, null, 'a'] } })
    assert.deepEqual(leads[1].metadata, {})
    assert.equal(leads[1].name, '=cmd|<script>alert(1)</script>', 'stored as typed')
    const shown = await list({ source })
    assert.match(shown.headers.get('content-type')!, /^application\/json/)
    assert.equal(shown.headers.get('x-content-type-options'), 'nosniff')

    const other = { token: await platform.tokenOf('sandbox-b-admin') }
    assert.equal((await list({ source }, other)).body.pagination.total, 0)
    for (const role of ['DOCTOR', 'PHARMACIST', 'PATIENT'] as const)
      assert.equal((await list({}, await newPerson(platform, 'ten_sandbox', role))).status, 403, role)
  })

  test('has seeded leads', async () => {
    const seeded = await owner.query(
      `select count(*)::int as n from leads where email like '%@prospects.example' or email is null`,
    )
    assert.ok(seeded.rows[0].n >= 12)
  })
})
