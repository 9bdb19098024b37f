import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../../testing/eventually.ts'
import { book, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { type Platform, startPlatform } from '../../../../testing/harness.ts'
import { scopes } from '../../../actor.ts'
import { newId } from '../../../lib/ids.ts'

const platform = await startPlatform()
const { owner } = platform

type Shown = { event: string; id: string; createdAt: string; data: Record<string, unknown>; sequence: number }
type Listed = { events: Shown[]; nextCursor: string | null }

const get = (caller: Person, path: string, at: Platform = platform) =>
  at.call('GET', `/api/events${path}`, { token: caller.token })

async function list(caller: Person, query = '', at = platform): Promise<Listed> {
  const answer = await get(caller, `?${query}`, at)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** The present events in the order of writing after a position, and the final cursor. */
async function follow(caller: Person, after: string, query = '', at = platform) {
  const ids: string[] = []
  for (let place = after; ; ) {
    const { events, nextCursor } = await list(caller, `after=${place}&${query}`, at)
    assert.ok(nextCursor, 'always')
    place = nextCursor
    ids.push(...events.map(({ id }) => id))
    if (place.endsWith('.0')) return { ids, place } // short of a transaction, and not of an event
  }
}

/** The same once `count` events are visible: other transactions in the cluster may delay them. */
async function followUntil(caller: Person, after: string, count: number, query = '', at = platform) {
  const ids: string[] = []
  let place = after
  await eventually(async () => {
    const found = await follow(caller, place, query, at)
    ids.push(...found.ids)
    place = found.place
    return ids.length >= count
  }, `${count} events`)
  return { ids, place }
}

const idsOf = ({ events }: Listed) => events.map(({ id }) => id)

/** Inserts an event by SQL. */
const insertEvent = `
  insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
  values ($1, $2, 'review.created', 'rev_1', '{}', json_build_object('event', 'review.created', 'id', $2::text,
    'createdAt', '2026-01-01T00:00:00.000Z', 'data', json_build_object()), now())`

async function write(tenantId: string, connection: Pick<typeof owner, 'query'> = owner): Promise<string> {
  const id = newId('evt')
  await connection.query(insertEvent, [tenantId, id])
  return id
}

/** Runs a function during an open transaction that has written and may write more. */
async function withOpenTransaction(
  work: (open: { write(tenantId: string): Promise<string>; commit(): Promise<void> }) => Promise<void>,
) {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    await work({
      write: (tenantId) => write(tenantId, client),
      commit: async () => void (await client.query('commit')),
    })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

describe('events are visible', () => {
  test('to administrators, otherwise only to those concerned, and by the token’s scopes', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const other = await newPerson(platform, tenantId, 'PATIENT')
    const [mine, theirs] = [
      await book(platform, admin, doctor, patient),
      await book(platform, admin, doctor, other, 48),
    ]
    const subjectsSeenBy = async (caller: Person) => (await list(caller)).events.map(({ data }) => data.appointmentId)
    for (const all of [admin, doctor]) assert.deepEqual(await subjectsSeenBy(all), [theirs.id, mine.id])
    assert.deepEqual(await subjectsSeenBy(patient), [mine.id])
    assert.deepEqual(await subjectsSeenBy(other), [theirs.id])
    assert.deepEqual(await subjectsSeenBy(await newPerson(platform, tenantId, 'DENTIST')), [])
    assert.deepEqual(await subjectsSeenBy((await newClinic(platform)).admin), [])
    const allowed = Object.keys(scopes).filter((scope) => scope !== 'appointments:read')
    const scopeless = await newPerson(platform, tenantId, 'ADMIN', allowed)
    assert.deepEqual(await subjectsSeenBy(scopeless), [])
    assert.deepEqual((await list(scopeless, 'event=appointment.created')).events, [])
    const [event] = (await list(patient)).events
    for (const [caller, status] of [
      [admin, 200],
      [patient, 200],
      [other, 404],
      [scopeless, 404],
    ] as const) {
      assert.equal((await get(caller, `/${event!.id}`)).status, status)
      const after = await get(caller, `?after=${event!.id}`)
      assert.equal(after.status, status === 200 ? 200 : 422, after.text)
    }
  })

  test('to administrators, if their data are clinical, only of patients whose files they opened', async () => {
    const { tenantId, admin, patient } = await newClinic(platform)
    const other = await newPerson(platform, tenantId, 'PATIENT')
    /** A lab order of a patient, and an alert about its result, which only the doctor receives. */
    const result = async ({ id }: Person) => {
      const [ordered, alert] = [await write(tenantId), await write(tenantId)]
      for (const [event, kind, audience] of [
        [ordered, 'lab_order.created', [id]],
        [alert, 'lab_result.critical_alert', []],
      ] as const)
        await owner.query('update events set kind = $2, subject_id = $3, audience = $4 where id = $1', [
          ...[event, kind, `of ${id}`, audience],
        ])
      return [alert, ordered]
    }
    const results = await result(patient)
    await result(other)
    assert.deepEqual(idsOf(await list(admin)), [])
    const body = { reason: 'Complaint 2026-118' }
    const path = `/api/patients/${patient.id}/administrative-access`
    assert.equal((await platform.call('POST', path, { token: admin.token, body })).status, 201)
    assert.deepEqual(idsOf(await list(admin)), results)
  })

  test('completely, with the number of X-MC-Sequence', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const { id: appointmentId } = await book(platform, admin, doctor, patient)
    const { rows } = await owner.query('select id, seq, body from events where tenant_id = $1', [tenantId])
    const [{ sequence, ...event }] = (await list(admin)).events as [Shown]
    assert.deepEqual(event, JSON.parse(rows[0].body))
    assert.deepEqual([event.id, event.data.appointmentId, sequence], [rows[0].id, appointmentId, Number(rows[0].seq)])
    const read = await get(admin, `/${event.id}`)
    assert.equal(read.text, `{"event":${rows[0].body},"deliveries":[]}`)
  })

  test('with their deliveries to webhooks that the caller manages', async () => {
    const { admin, doctor, patient } = await newClinic(platform)
    const webhook = async (caller: Person) =>
      (await platform.call('POST', '/api/webhooks', { token: caller.token, body: { url: 'http://localhost:9009/' } }))
        .body.webhook
    const [adminWebhook, doctorWebhook] = [await webhook(admin), await webhook(doctor)]
    await book(platform, admin, doctor, patient)
    const [{ id }] = (await list(admin)).events as [Shown]
    const deliveriesFor = async (caller: Person) =>
      (await get(caller, `/${id}`)).body.deliveries.map(({ webhookId }: { webhookId: string }) => webhookId)
    assert.deepEqual(await deliveriesFor(admin), [adminWebhook.id, doctorWebhook.id])
    assert.deepEqual(await deliveriesFor(doctor), [doctorWebhook.id])
    assert.deepEqual(await deliveriesFor(patient), [])
  })

  test('and reads are audited with their patients', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    await book(platform, admin, doctor, patient)
    // With `after`, it appears once no older transaction is open.
    await eventually(async () => (await list(admin, 'after=start')).events.length > 0)
    const [{ id }] = (await list(doctor)).events as [Shown]
    await get(doctor, `/${id}`)
    await list(doctor, 'after=start')
    const { rows } = await owner.query(
      `select operation, patient_ids from audit_log where tenant_id = $1 and user_id = $2 and operation like '%Event%' order by id`,
      [tenantId, doctor.id],
    )
    assert.deepEqual(
      rows,
      ['listEvents', 'readEvent', 'listEvents'].map((operation) => ({ operation, patient_ids: [patient.id] })),
    )
  })
})

test('test events of webhooks are in no list, whatever its order and filter', async () => {
  const { tenantId, admin } = await newClinic(platform)
  const first = await write(tenantId)
  const forTest = await write(tenantId)
  await owner.query('update events set test = true, audience = $2 where id = $1', [forTest, [admin.id]])
  const last = await write(tenantId)
  assert.deepEqual((await followUntil(admin, 'start', 2)).ids, [first, last])
  for (const query of ['', 'subjectId=rev_1', 'event=review.created'])
    assert.deepEqual(idsOf(await list(admin, query)), [last, first], query)
  assert.deepEqual((await follow(admin, 'start', 'subjectId=rev_1')).ids, [first, last])
  assert.equal((await get(admin, `/${forTest}`)).status, 200)
})

describe('newest first', () => {
  test('events are paged, stable while more are written', async () => {
    const { tenantId, admin } = await newClinic(platform)
    for (let n = 0; n < 7; n++) await write(tenantId)
    const all = idsOf(await list(admin, 'pageSize=100'))
    assert.deepEqual(all, all.toSorted().reverse())
    const walked: string[] = []
    let page = await list(admin, 'pageSize=3')
    for (;;) {
      walked.push(...idsOf(page))
      await write(tenantId)
      if (page.nextCursor === null) break
      page = await list(admin, `pageSize=3&cursor=${page.nextCursor}`)
    }
    assert.deepEqual(walked, all)
  })

  test('events are filtered by kind, subject and time', async () => {
    const { tenantId, admin, doctor, patient } = await newClinic(platform)
    const { id: subject } = await book(platform, admin, doctor, patient)
    await pause(5)
    const between = new Date(platform.services.clock.nowMs()).toISOString()
    await book(platform, admin, doctor, patient, 48)
    await platform.call('PUT', `/api/appointments/${subject}`, { token: admin.token, body: { status: 'CANCELLED' } })
    await write(tenantId)
    const kinds = async (query: string) => (await list(admin, query)).events.map(({ event }) => event)
    assert.deepEqual(await kinds(`subjectId=${subject}&event=appointment.created`), ['appointment.created'])
    assert.equal((await kinds(`subjectId=${subject}`)).length, 3)
    assert.deepEqual(await kinds('event=appointment.cancelled,review.created,review.created'), [
      'review.created',
      'appointment.cancelled',
    ])
    assert.deepEqual(await kinds(`to=${between}`), ['appointment.created'])
    assert.equal((await kinds(`from=${between}&event=appointment.created`)).length, 1)
    for (const query of [
      'event=x',
      'from=x',
      'cursor=x',
      'cursor=apt_1',
      'after=x',
      'after=1.',
      'after=evt_absent',
      `after=start&cursor=${newId('evt')}`,
    ]) {
      const answer = await get(admin, `?${query}`)
      assert.equal(answer.status, 422, query)
      assert.equal(
        answer.body.error.details[0].path[0],
        query.includes('cursor') ? 'cursor' : query.split('=')[0],
        query,
      )
    }
  })
})

describe('in the order of writing', () => {
  test('events follow the start, an event or a page, and an empty page can be continued', async () => {
    const { tenantId, admin } = await newClinic(platform)
    const empty = await list(admin, 'after=start')
    assert.deepEqual(empty.events, [])
    const ids = []
    for (let n = 0; n < 5; n++) ids.push(await write(tenantId))
    const { place } = await followUntil(admin, 'start', 5)
    assert.deepEqual((await follow(admin, 'start', 'pageSize=2')).ids, ids)
    assert.deepEqual((await follow(admin, empty.nextCursor!)).ids, ids)
    assert.deepEqual((await follow(admin, ids[2]!)).ids, ids.slice(3))
    assert.deepEqual((await follow(admin, 'start', 'event=patient.created')).ids, [])
    const later = await write(tenantId)
    assert.deepEqual((await followUntil(admin, place, 1)).ids, [later])
  })

  test('an event written early and committed late appears', async () => {
    const { tenantId, admin } = await newClinic(platform)
    const before = await write(tenantId)
    await followUntil(admin, 'start', 1)
    await withOpenTransaction(async (open) => {
      const early = await open.write(tenantId)
      const late = await write(tenantId)
      const first = await follow(admin, 'start')
      assert.deepEqual(first.ids, [before], 'no event above an open transaction')
      assert.deepEqual((await follow(admin, late)).ids, [], 'an event id seen otherwise leads no further')
      const { place } = await follow(admin, late)
      await open.commit()
      assert.deepEqual((await followUntil(admin, first.place, 2)).ids, [early, late])
      assert.deepEqual((await followUntil(admin, place, 2)).ids, [early, late])
    })
  })

  test('an event written late by an early transaction appears', async () => {
    const { tenantId, admin } = await newClinic(platform)
    await withOpenTransaction(async (open) => {
      const others = [await write(tenantId), await write(tenantId)]
      const first = await follow(admin, 'start')
      assert.deepEqual(first.ids, [])
      const late = await open.write(tenantId)
      await open.commit()
      assert.deepEqual((await followUntil(admin, first.place, 3)).ids, [late, ...others])
    })
  })

  test('no event is skipped or repeated under concurrent writes', async () => {
    const { tenantId, admin } = await newClinic(platform)
    const written: string[] = []
    let writing = true
    const writers = Array.from({ length: 4 }, async () => {
      const client = await platform.services.database.pool.connect()
      for (let n = 0; n < 40; n++) {
        await client.query('begin')
        await client.query(`select set_config('app.tenant', $1, true)`, [tenantId])
        const ids = [await write(tenantId, client)]
        await pause(Math.random() * 8)
        if (Math.random() < 0.5) ids.push(await write(tenantId, client))
        const kept = Math.random() < 0.8
        await client.query(kept ? 'commit' : 'rollback')
        if (kept) written.push(...ids)
      }
      client.release()
    })
    const all = Promise.all(writers).then(() => {
      writing = false
    })
    const seen: string[] = []
    let place = 'start'
    while (writing) {
      const { events, nextCursor } = await list(admin, `after=${place}&pageSize=7`)
      seen.push(...events.map(({ id }) => id))
      place = nextCursor!
    }
    await all
    seen.push(...(await followUntil(admin, place, written.length - seen.length)).ids)
    assert.deepEqual(seen.toSorted(), written.toSorted())
  })

  test('a filter without matches among many events is answered in steps', async () => {
    const { tenantId, admin } = await newClinic(platform)
    await owner.query(
      `insert into events (tenant_id, id, kind, subject_id, audience, body, created_at)
       select $1, id, 'review.created', 'rev_1', '{}', json_build_object('event', 'review.created', 'id', id, 'createdAt',
         '2026-01-01T00:00:00.000Z', 'data', json_build_object()), now()
       from (select new_id('evt') as id from generate_series(1, 45000)) made`,
      [tenantId],
    )
    const created = await write(tenantId)
    await eventually(async () => (await list(admin, 'after=start')).events.length > 0)
    const places = new Set<string>()
    let place = 'start'
    for (let n = 0; n < 3; n++) {
      const { events, nextCursor } = await list(admin, `after=${place}&event=payment.refunded`)
      assert.deepEqual(events, [])
      place = nextCursor!
      places.add(place)
    }
    assert.equal(places.size, 3)
    assert.deepEqual((await follow(admin, place, 'event=payment.refunded')).ids, [])
    assert.equal((await list(admin, `after=${created}`)).events.length, 0)
  })

  test('after a restore into a cluster with lower transaction ids, new events still follow old ones', async () => {
    const own = await startPlatform()
    const { tenantId, admin } = await newClinic(own)
    const restored = [await write(tenantId, own.owner), await write(tenantId, own.owner)]
    await own.owner.query(`update events set xid = (xid::text::bigint + 1000000)::text::xid8 where tenant_id = $1`, [
      tenantId,
    ])
    const lost = await write(tenantId, own.owner)
    assert.deepEqual(
      (await followUntil(admin, 'start', 1, '', own)).ids,
      [lost],
      'what has been restored is not there yet',
    )
    await own.owner.query('delete from events where id = $1', [lost])
    for (let starts = 0; starts < 2; starts++) await own.owner.query('call continue_event_numbering()')
    const { ids, place } = await followUntil(admin, 'start', 2, '', own)
    assert.deepEqual(ids, restored)
    const next = await write(tenantId, own.owner)
    assert.deepEqual((await followUntil(admin, place, 1, '', own)).ids, [next])
    assert.deepEqual((await followUntil(admin, restored[1]!, 1, '', own)).ids, [next])
    const { rows } = await own.owner.query('select ahead_by from event_numbering')
    assert.ok(
      Number(rows[0].ahead_by) > 900_000 && Number(rows[0].ahead_by) < 1_100_000,
      'and the second start changed nothing',
    )
    await own.stop()
  })
})
