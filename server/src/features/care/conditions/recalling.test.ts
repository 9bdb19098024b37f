import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { eventually } from '../../../../testing/eventually.ts'
import { book, messagesTo, newPerson, newTenant, type Person } from '../../../../testing/factories.ts'
import { newDatabase } from '../../../../testing/harness.ts'
import { killMidRun } from '../../../../testing/killed-job.ts'
import { deleteDueItems, startWithoutDueItems } from '../../../../testing/nothing-due.ts'
import {
  consult,
  newPractice,
  openFile,
  orderTests,
  placeOrder,
  prescribe,
  recordCondition,
} from '../../../../testing/practice.ts'

const platform = await startWithoutDueItems()
const { call, owner } = platform
const practice = await newPractice(platform)
const { tenantId, admin, doctor } = practice
const DAY_SEC = 86_400

const run = async () => {
  const answer = await call('POST', '/api/cron/recall', { headers: { 'x-cron-secret': 'sandbox-cron-secret' } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
const done = (succeeded: number) => ({ ok: true, processed: succeeded, succeeded, failed: 0 })
const recalls = ({ id }: Person) => messagesTo(platform, id, 'RECALL')

/** A patient with a condition who registered the given number of days ago and has been inactive since. */
async function newInactivePatient(days: number, condition: object = {}): Promise<Person> {
  const patient = await newPerson(platform, tenantId, 'PATIENT')
  await owner.query(`update users set created_at = now() - $2 * interval '1 day' where id = $1`, [patient.id, days])
  await openFile(platform, admin, patient)
  await recordCondition(platform, admin, patient, condition)
  return patient
}

const lastActive = async (patient: Person) =>
  (await call('GET', `/api/patients/${patient.id}`, { token: admin.token })).body.patient.lastActivityAt as string

const daysAgo = (days: number) => new Date(platform.services.clock.nowMs() - days * DAY_SEC * 1000)

/** Creates a consultation the given number of days ago. */
async function consultDaysAgo(patient: Person, days: number): Promise<string> {
  const id = await consult(platform, doctor, patient)
  await owner.query(
    `update appointments
     set status = 'COMPLETED', start_time = $2::timestamptz, end_time = $2::timestamptz + interval '30 minutes'
     where id = $1`,
    [id, daysAgo(days)],
  )
  return id
}

test('the audit log shows a recalled patient only to administrators who opened the file', async () => {
  const patient = await newInactivePatient(95)
  await run()
  const other = await newPerson(platform, tenantId, 'ADMIN')
  const found = async (caller: Person, query: string) => {
    const { status, body } = await call('GET', `/api/audit?operation=/api/cron/recall${query}`, { token: caller.token })
    assert.equal(status, 200)
    const named = body.audit.filter((row: { subjectId: string | null; patientIds: string[] }) =>
      [row.subjectId, ...row.patientIds].includes(patient.id),
    )
    return { rows: body.audit.length, named: named.length, total: body.pagination.total }
  }
  const { rows, named } = await found(other, '&pageSize=100')
  assert.deepEqual([rows > 0, named], [true, 0])
  for (const query of [`&patientId=${patient.id}`, `&subjectId=${patient.id}`]) {
    assert.deepEqual(await found(other, query), { rows: 0, named: 0, total: 0 })
    assert.deepEqual(await found(admin, query), { rows: 1, named: 1, total: 1 })
  }
  await openFile(platform, other, patient)
  assert.equal((await found(other, '&pageSize=100')).named, 1)
})

test('the audit log shows no recall of a merged record either', async () => {
  const patient = await newInactivePatient(95)
  await run()
  const survivor = await newPerson(platform, tenantId, 'PATIENT')
  const merge = { otherId: patient.id, reason: 'Registered twice', loginOf: survivor.id }
  const answer = await call('POST', `/api/patients/${survivor.id}/merge`, { token: admin.token, body: merge })
  assert.equal(answer.status, 200, answer.text)
  const other = await newPerson(platform, tenantId, 'ADMIN')
  const path = `/api/audit?patientId=${survivor.id}&pageSize=100`
  const { audit } = (await call('GET', path, { token: other.token })).body
  const operations = audit.map(({ operation }: { operation: string }) => operation)
  assert.deepEqual(operations, ['mergePatients', 'recordCondition', 'openAsAdministrator'])
})

describe('recall', () => {
  test('sends one message to patients with a long-term condition after 90 days without activity', async () => {
    const [due, recent] = [await newInactivePatient(90), await newInactivePatient(89.9)]
    const others = [
      await newInactivePatient(400, { longTerm: false }),
      await newInactivePatient(400, { status: 'RESOLVED' }),
      await newPerson(platform, tenantId, 'PATIENT'),
    ]
    const deleted = await newInactivePatient(400)
    const { conditions } = (await call('GET', `/api/patients/${deleted.id}/conditions`, { token: admin.token })).body
    await call('DELETE', `/api/patients/conditions/${conditions[0].id}`, { token: admin.token })
    const struck = await newInactivePatient(400)
    const wrong = (await call('GET', `/api/patients/${struck.id}/conditions`, { token: admin.token })).body
      .conditions[0]
    await call('POST', `/api/patients/conditions/${wrong.id}/strike`, { token: admin.token, body: { reason: 'Wrong' } })
    const disabled = await newInactivePatient(400)
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })

    assert.deepEqual(await run(), done(1))
    assert.deepEqual(await run(), done(0))
    const [message, ...more] = await recalls(due)
    assert.deepEqual(more, [])
    assert.deepEqual(message!.variables, { lastSeenAt: await lastActive(due) }, 'without the condition')
    assert.deepEqual(message!.about, [due.id])
    assert.equal(message!.purpose, 'SERVICE')
    for (const unaffected of [recent, deleted, struck, disabled, ...others])
      assert.deepEqual(await recalls(unaffected), [])
    const { rows } = await owner.query(
      `select subject_id, patient_ids from audit_log where operation = '/api/cron/recall' and subject_id = $1`,
      [due.id],
    )
    assert.deepEqual(rows, [{ subject_id: due.id, patient_ids: [due.id] }])
  })

  for (const [change, assignment] of [
    ['is deleted', 'deleted_at = now()'],
    ['is struck', `struck_at = now(), struck_by = '${admin.id}', strike_reason = 'Wrong'`],
    ['is resolved', `status = 'RESOLVED'`],
    ['is no longer a long-term one', 'long_term = false'],
  ] as const)
    test(`does not recall a patient whose condition ${change} during the run`, async () => {
      const patient = await newInactivePatient(400)
      const transaction = await owner.connect()
      try {
        await transaction.query('begin')
        await transaction.query(`update conditions set ${assignment} where patient_id = $1`, [patient.id])
        const running = run()
        await eventually(async () => {
          const { rows } = await owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for share of c%'`,
          )
          return rows.length > 0
        })
        await transaction.query('commit')
        assert.deepEqual(await running, done(0))
      } finally {
        transaction.release()
      }
      assert.deepEqual(await recalls(patient), [])
    })

  test('counts from the last consultation, prescription, order or lab order, and skips patients with an appointment', async () => {
    const patient = await newInactivePatient(500)
    const assertLast = async (days: number) => {
      const off = Math.abs(Date.parse(await lastActive(patient)) - daysAgo(days).getTime())
      assert.ok(off < 600_000, `${off} ms off ${days} days ago`)
    }
    await assertLast(500)
    const visit = await consultDaysAgo(patient, 300)
    await assertLast(300)
    const { id: prescriptionId } = await prescribe(platform, doctor, patient, visit)
    await owner.query('update prescriptions set issued_at = $2 where id = $1', [prescriptionId, daysAgo(200)])
    await assertLast(200)
    const order = await placeOrder(platform, patient, prescriptionId, practice.pharmacist)
    await owner.query('update orders set created_at = $2 where id = $1', [order.id, daysAgo(150)])
    await assertLast(150)
    const labOrder = await orderTests(platform, doctor, patient)
    await owner.query('update lab_orders set created_at = $2 where id = $1', [labOrder.id, daysAgo(100)])
    await assertLast(100)

    const { id: coming } = await book(platform, admin, doctor, patient, 20_000)
    assert.deepEqual(await run(), done(0), 'there is a future appointment')
    await call('PUT', `/api/appointments/${coming}`, { token: admin.token, body: { status: 'CANCELLED' } })
    assert.deepEqual(await run(), done(1))
    assert.equal((await recalls(patient)).length, 1)
  })

  test('is repeated after another period of inactivity, and yearly during one', async () => {
    const patient = await newInactivePatient(91)
    assert.deepEqual(await run(), done(1))
    const visit = await consultDaysAgo(patient, 1)
    assert.deepEqual(await run(), done(0))
    await owner.query('update appointments set start_time = $2, end_time = $3 where id = $1', [
      visit,
      daysAgo(90),
      daysAgo(89.99),
    ])
    assert.deepEqual(await run(), done(1))
    for (const [days, count] of [
      [200, 2],
      [164, 2],
      [1, 3],
      [300, 3],
      [800, 4],
    ] as const) {
      await platform.advance(days * DAY_SEC)
      await run()
      assert.equal((await recalls(patient)).length, count, `${days} days later`)
    }
  })

  test('sends one message to each patient of every organisation in fifty concurrent runs', async () => {
    const other = await newPractice(platform)
    for (const tenant of [tenantId, other.tenantId]) await manyInactive(owner, tenant, 120)
    const answers = await Promise.all(Array.from({ length: 50 }, run))
    assert.deepEqual(await recalled(owner), { messages: 240, patients: 240 })
    assert.ok(answers.reduce((sum, { succeeded }) => sum + succeeded, 0) >= 240)
  })

  test('continues with the next run after a crash, without duplicates', async () => {
    const url = await newDatabase()
    const db = new pg.Pool({ connectionString: url, max: 2 })
    after(() => db.end())
    await deleteDueItems(db)
    await manyInactive(db, await newTenant({ ...platform, owner: db }), 1500)
    const { before, answer } = await killMidRun(url, db, 'recall', async () => (await recalled(db)).messages)
    assert.ok(before < 1500)
    assert.deepEqual(answer, done(1500 - before))
    assert.deepEqual(await recalled(db), { messages: 1500, patients: 1500 })
  })
})

/** Inserts patients with two conditions each, inactive for a year. */
const manyInactive = (db: pg.Pool, tenant: string, count: number) =>
  db.query(
    `with patient as (
       insert into users (tenant_id, id, email, name, role, created_at)
       select $1, id, id || '@test.example', 'P', 'PATIENT', app_now() - interval '1 year'
       from (select 'usr_many' || n || right($1, 8) as id from generate_series(1, $2) n) p
       returning tenant_id, id
     )
     insert into conditions (tenant_id, id, patient_id, name, long_term, recorded_by)
     select tenant_id, new_id('cnd'), id, 'Asthme', true, id from patient cross join generate_series(1, 2)`,
    [tenant, count],
  )

/** The number of messages, and of patients who got one. */
const recalled = async (db: pg.Pool) =>
  (
    await db.query(
      `select count(*)::int as messages, count(distinct recipient_user_id)::int as patients
       from messages
       where recipient_user_id like 'usr\\_many%'`,
    )
  ).rows[0]
