import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newPerson, type Person } from '../../../../testing/factories.ts'
import { pathsOf, startPlatform } from '../../../../testing/harness.ts'
import { lotRequest, newPractice, receiveLot } from '../../../../testing/practice.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { daysAfter } from './rules.ts'

const platform = await startPlatform()
const { call } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor, dentist, patient, pharmacist } = practice

const post = (caller: Person, body: object) => call('POST', '/api/stock', { token: caller.token, body })
const put = (caller: Person, id: string, body: object) => call('PUT', `/api/stock/${id}`, { token: caller.token, body })
const move = (caller: Person, id: string, delta: number, reason: string, more: object = {}) =>
  call('POST', `/api/stock/${id}/movements`, { token: caller.token, body: { delta, reason, ...more } })
const read = (caller: Person, id: string) => call('GET', `/api/stock/${id}`, { token: caller.token })
const movementsOf = async (id: string, caller = pharmacist) =>
  (await call('GET', `/api/stock/${id}/movements`, { token: caller.token })).body.movements
const list = async (caller: Person, query = '') =>
  (await call('GET', `/api/stock?pageSize=100&${query}`, { token: caller.token })).body.lots as { id: string }[]
const idsOf = (lots: { id: string }[]) => lots.map(({ id }) => id)
const inDays = (days: number) => daysAfter(localDay(platform.services.clock.now()), days)
const newPharmacy = () => newPerson(platform, tenantId, 'PHARMACIST')

describe('receiving a lot', () => {
  test('returns its quantity and its pharmacy', async () => {
    const body = {
      medication: 'Lévothyroxine 75 µg, comprimé',
      lotNumber: 'AX2317',
      quantity: 40,
      expiresOn: '2028-02-29',
    }
    const created = await post(pharmacist, body)
    assert.equal(created.status, 201)
    const { id } = created.body.lot
    assert.match(id, /^lot_[0-9a-f]{32}$/)
    assert.partialDeepStrictEqual(created.body, { lot: { id, quantity: 40, expiresOn: '2028-02-29' } })
    for (const caller of [pharmacist, admin]) {
      const { lot } = (await read(caller, id)).body
      assert.ok(lot.pharmacy.name && lot.receivedAt)
      const { receivedAt, pharmacy } = lot
      assert.deepEqual(lot, { id, pharmacyId: pharmacist.id, ...body, receivedAt, pharmacy })
    }
    const [first, ...others] = await movementsOf(id)
    assert.deepEqual(others, [])
    const { at, by } = first
    assert.equal(by.id, pharmacist.id)
    assert.deepEqual(first, { n: 1, delta: 40, reason: 'RECEIVED', quantity: 40, note: null, at, by })
  })

  test('is allowed to the pharmacy, and to administrators who give pharmacyId', async () => {
    const another = await newPharmacy()
    for (const caller of [doctor, dentist, patient])
      assert.equal((await post(caller, lotRequest({ pharmacyId: pharmacist.id }))).status, 403)
    assert.equal((await post(pharmacist, lotRequest({ pharmacyId: another.id }))).status, 403)
    assert.equal((await post(pharmacist, lotRequest({ pharmacyId: pharmacist.id }))).status, 201)
    const unassigned = await post(admin, lotRequest())
    assert.deepEqual([unassigned.status, ...pathsOf(unassigned)], [422, 'pharmacyId'])
    const { id } = (await post(admin, lotRequest({ pharmacyId: another.id }))).body.lot
    assert.equal((await read(another, id)).body.lot.pharmacyId, another.id)
  })

  test('returns the same fault for unknown, foreign and disabled pharmacies and users with another role', async () => {
    const elsewhere = await newPractice(platform)
    const closed = await newPharmacy()
    await platform.owner.query('update users set disabled_at = now() where id = $1', [closed.id])
    const absent = await post(admin, lotRequest({ pharmacyId: 'usr_absent' }))
    for (const pharmacyId of [elsewhere.pharmacist.id, closed.id, doctor.id, admin.id]) {
      const refused = await post(admin, lotRequest({ pharmacyId }))
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, 'pharmacyId'])
      assert.equal(refused.text, absent.text)
    }
  })

  test('reports each invalid field', async () => {
    for (const [wrong, path] of [
      [{ quantity: 0 }, 'quantity'],
      [{ quantity: 1.5 }, 'quantity'],
      [{ quantity: 1_000_001 }, 'quantity'],
      [{ expiresOn: '2027-02-29' }, 'expiresOn'],
      [{ expiresOn: '2027-01-01T00:00:00Z' }, 'expiresOn'],
      [{ expiresOn: '2101-01-01' }, 'expiresOn'],
      [{ medication: ' ' }, 'medication'],
      [{ medication: 'Amoxicilline\r\nBcc: x' }, 'medication'],
      [{ lotNumber: '' }, 'lotNumber'],
    ] as const) {
      const refused = await post(pharmacist, lotRequest(wrong))
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, path])
    }
    assert.deepEqual(pathsOf(await post(pharmacist, {})), ['medication', 'lotNumber', 'quantity', 'expiresOn'])
  })

  test('conflicts with a lot of the same number in any spelling, and returns its id', async () => {
    const others = { medication: 'Paracétamol 1 g, comprimé', lotNumber: 'P-77a' }
    await receiveLot(platform, await newPharmacy(), others)
    await receiveLot(platform, pharmacist, { medication: 'Ibuprofène 400 mg, comprimé', lotNumber: 'P-77a' })
    const id = await receiveLot(platform, pharmacist, { medication: 'Paracétamol 1 g, comprimé', lotNumber: 'P-77a' })
    const again = lotRequest({ medication: 'PARACETAMOL  1 g comprimé', lotNumber: 'p-77A' })
    const refused = await post(pharmacist, again)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { lot: { id } })
    for (const [caller, body] of [
      [pharmacist, { ...again, lotNumber: 'P-77b' }],
      [pharmacist, { ...again, medication: 'Paracétamol 500 mg, comprimé' }],
      [await newPharmacy(), again],
    ] as const)
      assert.equal((await post(caller, body)).status, 201)
  })

  test('adds one lot in twenty concurrent requests, and returns its id in the conflicts', async () => {
    const body = lotRequest()
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(pharmacist, body)))
    const won = answers.filter(({ status }) => status === 201)
    assert.equal(won.length, 1)
    for (const lost of answers.filter((answer) => answer !== won[0])) {
      assert.equal(lost.status, 409)
      assert.deepEqual(lost.body.error.details, { lot: { id: won[0]!.body.lot.id } })
    }
    assert.equal((await read(pharmacist, won[0]!.body.lot.id)).body.lot.quantity, 40)
  })
})

describe('movements of a lot', () => {
  test('add up, and are listed newest first with author and resulting quantity', async () => {
    const id = await receiveLot(platform, pharmacist)
    const sold = await move(pharmacist, id, -3, 'SOLD')
    assert.equal(sold.status, 201)
    assert.deepEqual(sold.body, { movement: { n: 2, delta: -3, reason: 'SOLD', quantity: 37 } })
    await move(pharmacist, id, 1, 'RETURNED')
    await move(admin, id, -5, 'LOST', { note: 'Boîtes abîmées' })
    await move(pharmacist, id, 20, 'RECEIVED')
    const shown = await movementsOf(id)
    assert.deepEqual(
      shown.map(({ n, delta, quantity, note, by }: (typeof shown)[0]) => [n, delta, quantity, note, by.id]),
      [
        [5, 20, 53, null, pharmacist.id],
        [4, -5, 33, 'Boîtes abîmées', admin.id],
        [3, 1, 38, null, pharmacist.id],
        [2, -3, 37, null, pharmacist.id],
        [1, 40, 40, null, pharmacist.id],
      ],
    )
    assert.equal((await read(pharmacist, id)).body.lot.quantity, 53)
  })

  test('must have the sign of their reason', async () => {
    const id = await receiveLot(platform, pharmacist)
    for (const [delta, reason] of [
      [1, 'SOLD'],
      [1, 'LOST'],
      [-1, 'RETURNED'],
      [-1, 'RECEIVED'],
      [0, 'CORRECTION'],
      [0.5, 'CORRECTION'],
    ] as const) {
      const refused = await move(pharmacist, id, delta, reason)
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, 'delta'])
    }
    assert.deepEqual(pathsOf(await move(pharmacist, id, -1, 'STOLEN')), ['reason'])
    for (const delta of [1, -1]) assert.equal((await move(pharmacist, id, delta, 'CORRECTION')).status, 201)
  })

  test('cannot make the quantity negative or too large', async () => {
    const id = await receiveLot(platform, pharmacist, { quantity: 5 })
    const refused = await move(pharmacist, id, -6, 'SOLD')
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.details, { stock: { quantity: 5 } })
    assert.equal((await move(pharmacist, id, 999_996, 'RECEIVED')).status, 409)
    assert.equal((await move(pharmacist, id, -5, 'SOLD')).body.movement.quantity, 0)
    assert.equal((await movementsOf(id)).length, 2)
  })

  test('allow five of twenty concurrent sales of the last five', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await receiveLot(platform, pharmacist, { quantity: 5 })
      const answers = await Promise.all(Array.from({ length: 20 }, () => move(pharmacist, id, -1, 'SOLD')))
      const created = answers.filter(({ status }) => status === 201)
      assert.deepEqual(created.map(({ body }) => body.movement.quantity).sort(), [0, 1, 2, 3, 4])
      for (const lost of answers.filter((answer) => !created.includes(answer))) {
        assert.equal(lost.status, 409)
        assert.deepEqual(lost.body.error.details, { stock: { quantity: 0 } })
      }
      assert.deepEqual(
        (await movementsOf(id)).map(({ n }: { n: number }) => n),
        [6, 5, 4, 3, 2, 1],
      )
    }
  })

  test('are recorded once for one Idempotency-Key', async () => {
    const id = await receiveLot(platform, pharmacist)
    const sell = () =>
      call('POST', `/api/stock/${id}/movements`, {
        token: pharmacist.token,
        body: { delta: -1, reason: 'SOLD' },
        headers: { 'idempotency-key': `sale-of-${id}` },
      })
    const [first, second] = [await sell(), await sell()]
    assert.equal(first.status, 201)
    assert.equal(second.text, first.text)
    assert.equal((await read(pharmacist, id)).body.lot.quantity, 39)
  })

  test('are added up by the database', async () => {
    const id = await receiveLot(platform, pharmacist, { quantity: 5 })
    const insert = (delta: number, reason: string) =>
      platform.owner.query(
        `insert into stock_movements (tenant_id, lot_id, delta, reason, created_by) values ($1, $2, $3, $4, $5)`,
        [tenantId, id, delta, reason, pharmacist.id],
      )
    await insert(-5, 'SOLD')
    assert.equal((await read(pharmacist, id)).body.lot.quantity, 0)
    await assert.rejects(insert(-1, 'SOLD'), /stock_lots_quantity_check/)
    await assert.rejects(insert(1, 'SOLD'), /stock_movements_check/)
    const { rows } = await platform.owner.query(
      `select bool_or(has_column_privilege('medina_app', 'stock_lots', c, 'update')) as may
       from unnest(array['quantity', 'movements']) as c`,
    )
    assert.equal(rows[0].may, false)
  })
})

describe('correcting a lot', () => {
  test('records the difference to the counted quantity, with the note', async () => {
    const id = await receiveLot(platform, pharmacist)
    const corrected = await put(pharmacist, id, { quantity: 38, note: 'Inventaire du mois' })
    assert.equal(corrected.status, 200)
    assert.partialDeepStrictEqual(corrected.body, { lot: { id, quantity: 38, expiresOn: '2027-06-30' } })
    const [{ delta, reason, quantity, note }] = await movementsOf(id)
    assert.deepEqual(
      { delta, reason, quantity, note },
      { delta: -2, reason: 'CORRECTION', quantity: 38, note: 'Inventaire du mois' },
    )
    await put(pharmacist, id, { quantity: 38, note: 'Encore une fois' })
    assert.equal((await movementsOf(id)).length, 2, 'an equal quantity changes nothing')
    const mute = await put(pharmacist, id, { quantity: 37 })
    assert.deepEqual([mute.status, ...pathsOf(mute)], [422, 'note'])
  })

  test('changes the expiry date only', async () => {
    const id = await receiveLot(platform, pharmacist)
    const corrected = await put(admin, id, { expiresOn: '2027-07-31' })
    assert.partialDeepStrictEqual(corrected.body, { lot: { id, quantity: 40, expiresOn: '2027-07-31' } })
    assert.equal((await read(pharmacist, id)).body.lot.expiresOn, '2027-07-31')
    assert.equal((await movementsOf(id)).length, 1)
    assert.deepEqual((await put(pharmacist, id, {})).body, corrected.body)
  })
})

describe('the lots of a pharmacy', () => {
  test('are visible to the pharmacy and administrators only', async () => {
    const id = await receiveLot(platform, pharmacist)
    const elsewhere = await newPractice(platform)
    for (const caller of [await newPharmacy(), elsewhere.pharmacist, elsewhere.admin])
      for (const answer of [
        await read(caller, id),
        await put(caller, id, { quantity: 1, note: 'x' }),
        await move(caller, id, -1, 'SOLD'),
        await call('GET', `/api/stock/${id}/movements`, { token: caller.token }),
      ])
        assert.deepEqual([answer.status, answer.body.error.message], [404, 'Lot not found.'])
    for (const caller of [doctor, dentist, patient]) assert.equal((await read(caller, id)).status, 403)
  })

  test('are listed newest first, without empty ones unless requested', async () => {
    const own = await newPharmacy()
    const [first, empty, last] = [
      await receiveLot(platform, own),
      await receiveLot(platform, own),
      await receiveLot(platform, own),
    ]
    await move(own, empty, -40, 'SOLD')
    assert.deepEqual(idsOf(await list(own)), [last, first])
    assert.deepEqual(idsOf(await list(own, 'includeEmpty=false')), [last, first])
    assert.deepEqual(idsOf(await list(own, 'includeEmpty=true')), [last, empty, first])
    assert.deepEqual(idsOf(await list(admin, `pharmacyId=${own.id}`)), [last, first])
    assert.deepEqual(await list(own, `pharmacyId=${pharmacist.id}`), [])
    assert.ok((await list(admin)).length > 2)
  })

  test('are found by part of the medicine’s name in any spelling', async () => {
    const own = await newPharmacy()
    const id = await receiveLot(platform, own, { medication: 'Fer 80 mg, comprimé à libération prolongée' })
    const arabic = await receiveLot(platform, own, { medication: 'باراسيتامول 120 ملغ' })
    for (const includeEmpty of [false, true])
      for (const caller of [own, admin]) {
        const query = `pharmacyId=${own.id}&includeEmpty=${includeEmpty}&medication=`
        const found = async (name: string) => idsOf(await list(caller, `${query}${encodeURIComponent(name)}`))
        assert.deepEqual(await found('LIBERATION'), [id])
        assert.deepEqual(await found('باراسيتامول'), [arabic])
        assert.deepEqual(await found('%'), [arabic, id], 'not a pattern, and ignored')
        assert.deepEqual(await found('Aspirine'), [])
      }
  })

  test('are filtered by the days until expiry in Moroccan time, including expired ones', async () => {
    const own = await newPharmacy()
    const lotOf = (days: number) => receiveLot(platform, own, { expiresOn: inDays(days) })
    const [expired, today, week, later] = [await lotOf(-3), await lotOf(0), await lotOf(7), await lotOf(8)]
    const within = async (days: number) => idsOf(await list(own, `expiringWithinDays=${days}`))
    assert.deepEqual(await within(0), [today, expired])
    assert.deepEqual(await within(7), [week, today, expired])
    assert.deepEqual(await within(8), [later, week, today, expired])
    for (const wrong of ['-1', 'soon', '1.5', '40000']) {
      const refused = await call('GET', `/api/stock?expiringWithinDays=${wrong}`, { token: own.token })
      assert.deepEqual([refused.status, ...pathsOf(refused)], [422, 'expiringWithinDays'])
    }
  })
})
