import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, test } from 'node:test'
import { startChild } from '../../../../testing/child.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { book, eventsOf } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { newPractice } from '../../../../testing/practice.ts'
import { testMasterKeys } from '../../../../testing/roles.ts'
import { runTask } from '../../../../testing/run-task.ts'
import { workerDatabase } from '../../../../testing/sealing.ts'
import {
  type Charge,
  type PaymentProvider,
  PaymentProviderError,
  type Refund,
} from '../../../providers/payments/index.ts'
import { openPayments } from '../../../providers/payments/open.ts'
import { cardLedger } from './card-ledger.ts'
import { cashier } from './invoices-testing.ts'
import { settleAbandoned } from './settling.ts'

/** Failures of a card provider. */
const platform = await startPlatform({ DATABASE_POOL_SIZE: '3' })
const { services, owner } = platform
const { post, pay, refund, invoice, read } = cashier(platform)
const { admin, doctor, patient } = await newPractice(platform)
const worker = workerDatabase(platform)
const settleAll = () => settleAbandoned(services, worker, 0)

const embedded = services.payments!
afterEach(() => {
  services.payments = embedded
})

/** Simulates a network between the platform and the provider. */
function network(faults: Partial<Pick<PaymentProvider, 'charge' | 'refund' | 'resolve'>>): void {
  services.payments = {
    charge: (...given) => embedded.charge(...given),
    refund: (...given) => embedded.refund(...given),
    resolve: (...given) => embedded.resolve(...given),
    ...faults,
  }
}
const unreachable = async () => {
  throw new PaymentProviderError('connection_refused')
}
/** The request arrives, but its response is lost. */
const chargeThenLose = async (charge: Charge, signal: AbortSignal) => {
  await embedded.charge(charge, signal)
  throw new PaymentProviderError('timeout')
}
const refundThenLose = async (request: Refund, signal: AbortSignal) => {
  await embedded.refund(request, signal)
  throw new PaymentProviderError('timeout')
}
/** Blocks charges until the test opens it. */
function gate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const waiting = { charges: 0 }
  network({
    async charge(charge, signal) {
      waiting.charges++
      await promise
      return embedded.charge(charge, signal)
    },
  })
  return { waiting, open }
}

const card = (amountMAD: number, cardToken = 'tok_visa') => ({ method: 'CARD', amountMAD, cardToken })
const paid = async (amountMAD: number, cardToken?: string) => {
  const id = await invoice(doctor, patient, amountMAD)
  assert.equal((await pay(patient, id, card(amountMAD, cardToken))).status, 201)
  return id
}
/** The charges and refunds in the ledger of the provider, independent of the platform. */
const providerTotals = async (invoiceId: string): Promise<{ charged: number; refunded: number }> => {
  const { rows } = await owner.query(
    `select coalesce(sum(l.amount) filter (where l.kind = 'CHARGE'), 0)::int as charged,
       coalesce(sum(l.amount) filter (where l.kind = 'REFUND'), 0)::int as refunded
     from card_ledger l
     join payments p on p.tenant_id = l.tenant_id and p.id = split_part(l.key, '/', case l.kind when 'REFUND' then 2 else 1 end)
     where p.invoice_id = $1 and l.outcome = 'SUCCEEDED'`,
    [invoiceId],
  )
  return rows[0]
}
const kinds = async (id: string) => (await eventsOf(platform, id)).map(({ event }) => event)
const statusOf = async (id: string) => {
  const { status, dueMAD, payments } = await read(admin, id)
  return { status, dueMAD, payments: payments.map((payment: { status: string }) => payment.status) }
}

describe('a charge', () => {
  test('that is declined returns a conflict, and the amount is due again', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const answer = await pay(patient, id, card(10_000, 'tok_declined'), 'declined')
    assert.equal(answer.status, 409)
    assert.equal(answer.body.error.code, 'CONFLICT')
    assert.equal(answer.body.error.details.payment.status, 'DECLINED')
    const again = await pay(patient, id, card(10_000, 'tok_declined'), 'declined')
    assert.equal(again.text, answer.text, 'a repeat gets the same response without a charge')
    assert.deepEqual(await statusOf(id), { status: 'OPEN', dueMAD: 10_000, payments: ['DECLINED'] })
    assert.equal((await pay(patient, id, card(10_000))).status, 201)
    assert.deepEqual(await kinds(id), ['payment.succeeded'])
  })

  test('that never reached the provider stays PENDING until this is known, and the amount is then due again', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const answer = await pay(patient, id, card(10_000, 'tok_unavailable'), 'lost')
    assert.equal(answer.status, 502)
    assert.equal(answer.body.error.code, 'BAD_GATEWAY')
    assert.equal(answer.body.error.details.payment.status, 'PENDING')
    assert.deepEqual(await statusOf(id), { status: 'OPEN', dueMAD: 0, payments: ['PENDING'] })
    const meanwhile = await pay(doctor, id, { method: 'CASH', amountMAD: 1 })
    assert.deepEqual([meanwhile.status, meanwhile.body.error.details], [409, { due: 0 }])
    assert.equal((await post(doctor, `/${id}/cancel`, {})).status, 409, 'the charge may still succeed')
    await settleAbandoned(services, worker, 60)
    assert.deepEqual((await statusOf(id)).payments, ['PENDING'], 'the call may still be under way')
    await settleAll()
    assert.deepEqual(await statusOf(id), { status: 'OPEN', dueMAD: 10_000, payments: ['FAILED'] })
    const late = await pay(patient, id, card(10_000, 'tok_unavailable'), 'lost')
    assert.deepEqual([late.status, late.body.error.details.payment.status], [409, 'FAILED'])
    assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [[], 0])
  })

  test('that arrives after it was settled as failed is refused by the provider', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const { waiting, open } = gate()
    const slow = pay(patient, id, card(10_000))
    await eventually(() => waiting.charges === 1)
    await settleAll()
    open()
    const answer = await slow
    assert.deepEqual([answer.status, answer.body.error.details.payment.status], [409, 'FAILED'])
    assert.deepEqual(
      [await statusOf(id), (await providerTotals(id)).charged],
      [{ status: 'OPEN', dueMAD: 10_000, payments: ['FAILED'] }, 0],
    )
  })

  test('whose response never arrives times out after ten seconds, and is settled later', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const answer = await pay(patient, id, card(10_000, 'tok_timeout'))
    assert.equal(answer.status, 502)
    assert.deepEqual(await statusOf(id), { status: 'OPEN', dueMAD: 0, payments: ['PENDING'] })
    await Promise.all([settleAll(), settleAll(), settleAll()])
    assert.deepEqual(await statusOf(id), { status: 'PAID', dueMAD: 0, payments: ['SUCCEEDED'] })
    assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
    const asked: string[] = []
    network({
      resolve: (request, signal) => {
        asked.push(request.key)
        return embedded.resolve(request, signal)
      },
    })
    await settleAll()
    assert.deepEqual(asked, [], 'the provider is not asked about settled payments')
  })

  test('uses no database connection while it waits', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => invoice(doctor, patient, 1000)))
    const { waiting, open } = gate()
    const paying = ids.map((id) => pay(patient, id, card(1000)))
    await eventually(() => waiting.charges === 20, 'all charges to wait')
    await Promise.all([1, 2, 3, 4].map((hours) => book(platform, admin, doctor, patient, 50_000 + hours)))
    assert.equal((await pay(doctor, ids[0]!, { method: 'CASH', amountMAD: 1 })).status, 409)
    open()
    for (const answer of await Promise.all(paying)) assert.equal(answer.status, 201)
  })

  test('never exceeds the amount due in concurrent payments', async () => {
    const id = await invoice(doctor, patient, 10_000)
    const { waiting, open } = gate()
    const paying = Array.from({ length: 20 }, () => pay(patient, id, card(3000)))
    await eventually(() => waiting.charges === 3, 'three of them')
    const refused = await pay(patient, id, card(3000))
    assert.match(
      refused.body.error.message,
      /the 1000 centimes due on this invoice.*; card payments of 9000 are pending\.$/,
    )
    open()
    const statuses = (await Promise.all(paying)).map(({ status }) => status)
    assert.deepEqual(
      [201, 409].map((status) => statuses.filter((one) => one === status).length),
      [3, 17],
    )
    assert.deepEqual([(await read(admin, id)).paidMAD, (await providerTotals(id)).charged], [9000, 9000])
  })
})

describe('a repeated request with the same Idempotency-Key', () => {
  const body = card(10_000)

  test('for a successful payment returns the same response', async () => {
    const id = await invoice(doctor, patient, 20_000)
    const first = await pay(patient, id, body, 'made')
    services.payments = undefined
    const again = await pay(patient, id, body, 'made')
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal((await pay(patient, id, card(1), 'made')).status, 422, 'the key belongs to another body')
    assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
  })

  test('during the first call charges once', async () => {
    const id = await invoice(doctor, patient, 20_000)
    const { waiting, open } = gate()
    const calls = Array.from({ length: 8 }, () => pay(patient, id, body, 'running'))
    await eventually(() => waiting.charges > 1)
    open()
    const answers = await Promise.all(calls)
    for (const answer of answers) assert.deepEqual([answer.status, answer.text], [201, answers[0]!.text])
    assert.deepEqual(await statusOf(id), { status: 'PARTIALLY_PAID', dueMAD: 10_000, payments: ['SUCCEEDED'] })
    assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
  })

  for (const [title, charge] of [
    ['whose response was lost', chargeThenLose],
    ['that never arrived', unreachable],
  ] as const) {
    test(`for a charge ${title} completes it`, async () => {
      const id = await invoice(doctor, patient, 20_000)
      network({ charge })
      const first = await pay(patient, id, body, title.replaceAll(' ', '-'))
      assert.equal(first.status, 502)
      services.payments = embedded
      const again = await pay(patient, id, body, title.replaceAll(' ', '-'))
      assert.equal(again.status, 201)
      assert.equal(again.body.payment.id, first.body.error.details.payment.id)
      assert.deepEqual(await statusOf(id), { status: 'PARTIALLY_PAID', dueMAD: 10_000, payments: ['SUCCEEDED'] })
      assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
      assert.equal((await pay(patient, id, body, title.replaceAll(' ', '-'))).text, again.text)
    })
  }

  test('for a payment that was settled meanwhile returns its outcome', async () => {
    const id = await invoice(doctor, patient, 20_000)
    network({ charge: chargeThenLose })
    await pay(patient, id, body, 'settled')
    await settleAll()
    network({ charge: unreachable })
    const again = await pay(patient, id, body, 'settled')
    assert.deepEqual([again.status, again.body.payment.status], [201, 'SUCCEEDED'])
    assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
  })
})

describe('a refund', () => {
  test('returns nothing of payments that were declined', async () => {
    const id = await invoice(doctor, patient, 10_000)
    assert.equal((await pay(patient, id, card(10_000, 'tok_declined'))).status, 409)
    assert.equal((await pay(doctor, id, { method: 'CASH', amountMAD: 4000 })).status, 201)
    assert.equal((await refund(doctor, id, { amountMAD: 10_000 })).status, 409)
    const answer = await refund(doctor, id, { amountMAD: 4000 })
    assert.equal(answer.status, 201, answer.text)
    const { rows } = await owner.query('select payment_id from refund_parts where refund_id = $1', [
      answer.body.refund.id,
    ])
    const paidInCash = (await read(doctor, id)).payments.find(({ method }: { method: string }) => method === 'CASH')
    assert.deepEqual(rows, [{ payment_id: paidInCash.id }])
  })

  test('that the bank refuses returns a conflict, and can be repeated', async () => {
    const id = await paid(10_000, 'tok_refund_declined')
    const answer = await refund(doctor, id, { amountMAD: 4000 })
    assert.deepEqual([answer.status, answer.body.error.details.refund.status], [409, 'FAILED'])
    const { status, refundedMAD, refunds } = await read(admin, id)
    assert.deepEqual([status, refundedMAD, refunds[0].refundedMAD], ['PAID', 0, 0])
    const over = await refund(doctor, id, { amountMAD: 10_001 })
    assert.deepEqual(over.body.error.details, { refundable: 10_000 })
    assert.deepEqual(await kinds(id), ['payment.succeeded'])
  })

  test('that is partly refused reports and publishes the refunded part', async () => {
    const id = await invoice(doctor, patient, 10_000)
    await pay(patient, id, card(6000, 'tok_refund_declined'))
    await pay(doctor, id, { method: 'CASH', amountMAD: 4000 })
    const answer = await refund(doctor, id, { amountMAD: 9000 })
    assert.equal(answer.status, 201)
    const { status, amountMAD, refundedMAD } = answer.body.refund
    assert.deepEqual([status, amountMAD, refundedMAD], ['PARTIAL', 9000, 3000])
    assert.deepEqual((await eventsOf(platform, id)).at(-1), {
      event: 'payment.refunded',
      data: { invoiceId: id, amountMAD: 3000 },
    })
    assert.equal((await read(admin, id)).refundedMAD, 3000)
  })

  test('waits while no provider is configured, and is audited when it is settled', async () => {
    const id = await paid(10_000)
    network({ refund: unreachable })
    const { refund: pending } = (await refund(doctor, id, { amountMAD: 7000 })).body.error.details
    const settlements = async () =>
      (await owner.query(`select from audit_log where subject_id = $1 and operation = 'settleRefund'`, [pending.id]))
        .rowCount
    services.payments = undefined
    await settleAll()
    assert.equal(await settlements(), 0)
    assert.equal((await read(admin, id)).refunds[0].status, 'PENDING')
    services.payments = embedded
    await settleAbandoned(services, worker, 60)
    assert.equal(await settlements(), 0, 'the call may still be under way')
    for (let time = 0; time < 2; time++) {
      await settleAll()
      assert.equal(await settlements(), 1)
    }
    assert.equal((await read(admin, id)).refunds[0].status, 'SUCCEEDED')
  })

  for (const [title, faulty] of [
    ['whose response was lost', refundThenLose],
    ['that never arrived', unreachable],
  ] as const) {
    test(`${title} is completed once by the platform`, async () => {
      const id = await paid(10_000)
      network({ refund: faulty })
      const answer = await refund(doctor, id, { amountMAD: 7000 })
      assert.deepEqual([answer.status, answer.body.error.details.refund.status], [502, 'PENDING'])
      const over = await refund(doctor, id, { amountMAD: 3001 })
      assert.deepEqual([over.status, over.body.error.details], [409, { refundable: 3000 }])
      await settleAll()
      assert.equal((await read(admin, id)).refunds[0].status, 'PENDING', 'the provider is still unreachable')
      services.payments = embedded
      await settleAbandoned(services, worker)
      assert.equal((await read(admin, id)).refunds[0].status, 'PENDING', 'its request may still run')
      await Promise.all([settleAll(), settleAll()])
      const { status, refundedMAD, refunds } = await read(admin, id)
      assert.deepEqual([status, refundedMAD, refunds[0].status], ['PARTIALLY_REFUNDED', 7000, 'SUCCEEDED'])
      assert.deepEqual(await kinds(id), ['payment.succeeded', 'payment.refunded'])
      assert.deepEqual(await providerTotals(id), { charged: 10_000, refunded: 7000 })
    })

    test(`${title} is completed once by a repeated request with the same Idempotency-Key`, async () => {
      const id = await paid(10_000)
      network({ refund: faulty })
      const first = await refund(doctor, id, { amountMAD: 7000 }, 'back')
      services.payments = embedded
      const again = await refund(doctor, id, { amountMAD: 7000 }, 'back')
      assert.equal(again.status, 201)
      assert.equal(again.body.refund.id, first.body.error.details.refund.id)
      assert.equal((await refund(doctor, id, { amountMAD: 7000 }, 'back')).text, again.text)
      assert.deepEqual(await kinds(id), ['payment.succeeded', 'payment.refunded'])
      assert.deepEqual(await providerTotals(id), { charged: 10_000, refunded: 7000 })
    })
  }
})

describe('a server that is killed between charge and settlement', () => {
  test('leaves a payment that another server settles, or that a repeated request completes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'medina-killed-'))
    after(() => rm(dataDir, { recursive: true, force: true }))
    const child = startChild({
      PORT: String(randomInt(20_000, 32_000)),
      PUBLIC_URL: platform.url, // so that both accept the same tokens
      DATABASE_URL: platform.ownerUrl,
      MASTER_KEY: testMasterKeys[0]!.toString('base64'),
      DATA_DIR: dataDir,
    })
    after(() => child.end('SIGKILL'))
    await child.ready()
    const ids = await Promise.all([invoice(doctor, patient, 10_000), invoice(doctor, patient, 10_000)])
    const [forgotten, repeated] = ids as [string, string]
    const body = card(10_000, 'tok_timeout') // charged, without a response
    const calls = ids.map((id) =>
      fetch(`${child.url}/api/invoices/${id}/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${patient.token}`,
          'content-type': 'application/json',
          'idempotency-key': `killed-${id}`,
        },
        body: JSON.stringify(body),
      }).catch(() => undefined),
    )
    await eventually(async () => {
      const sums = await Promise.all(ids.map(providerTotals))
      return sums.every(({ charged }) => charged === 10_000)
    }, 'both charges')
    await child.end('SIGKILL')
    assert.deepEqual(await Promise.all(calls), [undefined, undefined])
    for (const id of ids) assert.deepEqual(await statusOf(id), { status: 'OPEN', dueMAD: 0, payments: ['PENDING'] })

    network({ charge: ({ cardToken: _, ...charge }, signal) => embedded.charge(charge, signal) }) // responds this time
    assert.equal((await pay(patient, repeated, body, `killed-${repeated}`)).status, 201)
    await settleAll()
    for (const id of [forgotten, repeated]) {
      assert.deepEqual(await statusOf(id), { status: 'PAID', dueMAD: 0, payments: ['SUCCEEDED'] })
      assert.deepEqual([await kinds(id), (await providerTotals(id)).charged], [['payment.succeeded'], 10_000])
    }
  })

  test('leaves payments that a scheduled task of the other servers settles', async () => {
    const id = await invoice(doctor, patient, 10_000)
    network({ charge: chargeThenLose })
    await pay(patient, id, card(10_000))
    services.payments = embedded
    // Sets its age to more than a minute: ids contain real time.
    const { rows } = await owner.query('select id from payments where invoice_id = $1', [id])
    const old = `pay_000000000000${rows[0].id.slice(16)}`
    await owner.query('update card_ledger set key = $2 where key = $1', [rows[0].id, old])
    await owner.query('update payments set id = $2 where id = $1', [rows[0].id, old])
    await runTask(owner, 'settle-payments')
    assert.equal((await read(admin, id)).status, 'PAID')
  })
})

test('settlements by the task are audited under the user platform', async () => {
  const id = await invoice(doctor, patient, 10_000)
  network({ charge: chargeThenLose })
  const answer = await pay(patient, id, card(10_000))
  await settleAll()
  const { id: paymentId } = answer.body.error.details.payment
  const { rows } = await owner.query(
    'select operation, outcome, user_id, patient_ids from audit_log where subject_id = $1 order by id',
    [paymentId],
  )
  assert.deepEqual(rows, [
    { operation: 'takePayment', outcome: 'OK', user_id: patient.id, patient_ids: [patient.id] },
    { operation: 'settlePayment', outcome: 'OK', user_id: 'platform', patient_ids: [patient.id] },
  ])
})

test('the database refuses inconsistent sums', async () => {
  const id = await paid(10_000)
  const { tenantId } = doctor
  const violates = (sql: string, values: unknown[], check: RegExp) =>
    assert.rejects(owner.query(sql, values), (error: Error) => check.test(error.message))
  await violates(
    `insert into payments (tenant_id, id, invoice_id, method, amount, status, created_by, settled_at)
     values ($1, 'pay_one_more', $2, 'CASH', 1, 'SUCCEEDED', 'usr_x', now())`,
    [tenantId, id],
    /invoices_check/,
  )
  await violates(`update invoices set cancelled_at = now() where id = $1`, [id], /invoices_check/)
  await violates(`update invoices set refunded = 10001 where id = $1`, [id], /invoices_check/)
  const { rows } = await owner.query(
    `select c.relname || '.' || a.attname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
     where c.relname in ('invoices', 'payments', 'refunds', 'refund_parts', 'card_ledger')
       and has_column_privilege('medina_app', c.oid, a.attname, 'update')
     order by 1`,
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    [
      'invoices.cancel_reason',
      'invoices.cancelled_at',
      'payments.settled_at',
      'payments.status',
      'refund_parts.status',
      'refunds.settled_at',
      'refunds.status',
    ],
  )
})

test('without a card provider, card payments are refused with the reason, and cash can be recorded', async () => {
  const id = await paid(10_000)
  const other = await invoice(doctor, patient, 10_000)
  services.payments = openPayments({ mode: 'production' }, cardLedger(services.database))
  for (const answer of [await pay(patient, other, card(1)), await refund(doctor, id, { amountMAD: 1 })]) {
    assert.equal(answer.status, 409)
    assert.match(answer.body.error.message, /has no card provider/)
  }
  assert.equal((await pay(doctor, other, { method: 'CASH', amountMAD: 10_000 })).status, 201)
  assert.equal((await refund(doctor, other, { amountMAD: 10_000 })).status, 201)
})
