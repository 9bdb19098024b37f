import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Channel } from '../../messages/channels.ts'
import type { Receipt, Reply } from '../../providers/messages/index.ts'
import { eventually } from '../../testing/eventually.ts'
import { newClinic, newPerson, type Person } from '../../testing/factories.ts'
import { startPlatform } from '../../testing/harness.ts'
import {
  GatewayMessages,
  hang,
  ok,
  runOutOfPatience,
  SECRET,
  startGateway,
  status,
} from './engine/gateway-provider-testing.ts'
import { queue, rowOf, sendBy } from './engine/sender-testing.ts'

const platform = await startPlatform()
const { call } = platform
const gateway = await startGateway()
const provider = new GatewayMessages(gateway.url)
await sendBy(platform, { WHATSAPP: provider, SMS: provider, EMAIL: provider })
const { tenantId, admin } = await newClinic(platform)

beforeEach(() => {
  gateway.answer = ok
  gateway.answers = {}
})

const told = (given: { receipts?: Partial<Receipt>[]; replies?: Reply[] }, secret = SECRET) =>
  call('POST', '/api/callbacks/messages/gateway', {
    headers: { 'x-gateway-secret': secret },
    body: { receipts: [], replies: [], ...given },
  })
const idBy = (id: string, channel: Channel = 'WHATSAPP') => `gw_${id}_${channel}`
const receipt = (id: string, is: Receipt['status'], channel?: Channel) => ({
  messageId: id,
  providerMessageId: idBy(id, channel),
  status: is,
})
const become = async (id: string, wanted: string) => {
  await eventually(async () => (await rowOf(platform, id)).status === wanted, `${id} to be ${wanted}`)
  return rowOf(platform, id)
}
let numbers = 600_000_000
async function somebody(contact: object = {}, tenant = admin): Promise<Person & { phone: string }> {
  const person = await newPerson(platform, tenant.tenantId, 'PATIENT')
  const phone = `+212${numbers++}`
  await call('PUT', `/api/users/${person.id}/contact`, { token: tenant.token, body: { phone, ...contact } })
  return { ...person, phone }
}
const sent = async (more: object = {}) => {
  const id = await queue(platform, await somebody(), more)
  await become(id, 'SENT')
  return id
}

describe('a receipt', () => {
  test('moves a message on, and never back, in whatever order it comes and however often', async () => {
    const id = await sent()
    const seen: string[] = []
    for (const is of ['SENT', 'DELIVERED', 'DELIVERED', 'SENT', 'READ', 'DELIVERED', 'FAILED', 'READ'] as const) {
      assert.equal((await told({ receipts: [receipt(id, is)] })).status, 200)
      seen.push((await rowOf(platform, id)).status)
    }
    assert.deepEqual(seen, ['SENT', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'READ', 'READ', 'READ', 'READ'])
    const row = await rowOf(platform, id)
    assert.ok(row.sent_at! <= row.delivered_at! && row.delivered_at! <= row.read_at!)
    const together = await sent()
    await told({ receipts: (['READ', 'FAILED', 'DELIVERED'] as const).map((is) => receipt(together, is)) })
    assert.equal((await rowOf(platform, together)).status, 'READ')
    assert.ok((await rowOf(platform, together)).delivered_at, 'who has read it has had it')
  })

  test('of twenty at once moves it once', async () => {
    const id = await sent()
    const answers = await Promise.all(Array.from({ length: 20 }, () => told({ receipts: [receipt(id, 'FAILED')] })))
    assert.ok(answers.every(({ status: is }) => is === 200))
    await eventually(() => gateway.of(id).length === 2)
    await eventually(async () => (await rowOf(platform, id)).channel === 'SMS')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS'])
  })

  test('that it failed sends it by the next channel, where what is told of the former changes nothing more', async () => {
    const id = await sent()
    await told({ receipts: [{ ...receipt(id, 'FAILED'), error: 'undeliverable' }] })
    await eventually(async () => (await rowOf(platform, id)).provider_message_id === idBy(id, 'SMS'))
    for (const is of ['FAILED', 'DELIVERED'] as const) await told({ receipts: [receipt(id, is)] })
    const row = await rowOf(platform, id)
    assert.deepEqual(
      [row.status, row.channel, row.given_up, row.last_error],
      ['SENT', 'SMS', ['WHATSAPP'], 'undeliverable'],
    )
    await told({ receipts: [receipt(id, 'FAILED', 'SMS')] })
    await eventually(async () => (await rowOf(platform, id)).provider_message_id === idBy(id, 'EMAIL'))
    await told({ receipts: [receipt(id, 'FAILED', 'EMAIL')] })
    assert.equal((await become(id, 'FAILED')).last_error, 'undelivered')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS', 'EMAIL'])
  })

  test('of a channel that is given up says nothing of the next one, though that has not been answered yet', async () => {
    const id = await sent()
    gateway.answers.SMS = hang
    await told({ receipts: [receipt(id, 'FAILED')] })
    await eventually(() => gateway.of(id).length === 2)
    await told({ receipts: [receipt(id, 'FAILED')] })
    runOutOfPatience()
    await eventually(async () => (await rowOf(platform, id)).last_error === 'timeout')
    const row = await rowOf(platform, id)
    assert.deepEqual([row.channel, row.given_up], ['SMS', ['WHATSAPP']])
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS'])
  })

  test('that waits while its channel is given up says nothing of the next one, which is being tried by then', async () => {
    const id = await sent()
    const other = await platform.owner.connect()
    await other.query('begin')
    await other.query(
      `update messages
       set status = 'QUEUED', channel = 'SMS', given_up = '{WHATSAPP}', former_ids = array[provider_message_id],
         provider_message_id = null, lease = gen_random_uuid(), lease_until = now() + interval '1 hour', next_at = now(),
         in_doubt_since = now()
       where id = $1`,
      [id],
    )
    const telling = told({ receipts: [receipt(id, 'FAILED')] })
    await eventually(async () => {
      const { rowCount } = await platform.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    }, 'the receipt to wait')
    await other.query('commit')
    other.release()
    assert.equal((await telling).status, 200)
    const row = await rowOf(platform, id)
    assert.deepEqual([row.status, row.channel, row.given_up], ['QUEUED', 'SMS', ['WHATSAPP']])
  })

  test('may overtake the answer to the send', async () => {
    gateway.answers.WHATSAPP = async (response, arrival) => {
      await told({ receipts: [receipt(arrival.messageId, 'DELIVERED')] })
      ok(response, arrival)
    }
    const id = await queue(platform, await somebody())
    await become(id, 'DELIVERED')
    await sent({ channel: 'SMS' })
    const row = await rowOf(platform, id)
    assert.deepEqual([row.status, row.lease, row.next_at, row.in_doubt_since], ['DELIVERED', null, null, null])
    assert.equal(gateway.of(id).length, 1)
  })

  test('settles what was in doubt, and what was given up for being so', async () => {
    gateway.answers.WHATSAPP = hang
    const [a, b] = [await queue(platform, await somebody()), await queue(platform, await somebody())]
    await eventually(() => gateway.of(a).length + gateway.of(b).length === 2)
    runOutOfPatience()
    for (const id of [a, b]) await eventually(async () => (await rowOf(platform, id)).last_error === 'timeout')
    await told({ receipts: [receipt(a, 'SENT')] })
    assert.deepEqual([(await rowOf(platform, a)).status, (await rowOf(platform, a)).next_at], ['SENT', null])
    await platform.advance(700)
    assert.equal((await become(b, 'FAILED')).last_error, 'in_doubt')
    await told({ receipts: [receipt(b, 'DELIVERED')] })
    const row = await become(b, 'DELIVERED')
    assert.deepEqual([row.failed_at, gateway.of(a).length, gateway.of(b).length], [null, 1, 1])
  })

  test('by the provider’s id alone, or the message’s alone, is known; of no message of ours it is passed over', async () => {
    const [a, b] = [await sent(), await sent()]
    const answer = await told({
      receipts: [
        { providerMessageId: idBy(a), status: 'DELIVERED' },
        { messageId: b, status: 'DELIVERED' },
        { providerMessageId: 'gw_of_nobody', messageId: 'msg_of_nobody', status: 'READ' },
      ],
    })
    assert.equal(answer.status, 200)
    for (const id of [a, b]) assert.equal((await rowOf(platform, id)).status, 'DELIVERED')
  })

  test('that is forged is refused, and changes nothing; an unknown provider is not found', async () => {
    const id = await sent()
    for (const secret of ['', 'a guess']) {
      const refused = await told({ receipts: [receipt(id, 'READ')] }, secret)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    }
    assert.equal((await rowOf(platform, id)).status, 'SENT')
    for (const name of ['nobody', 'toString', ''])
      assert.equal((await call('POST', `/api/callbacks/messages/${name}`, { body: {} })).status, 404, name)
    assert.equal((await call('PUT', '/api/callbacks/messages/gateway', { body: {} })).status, 405)
    for (const header of ['x-request-id', 'x-ratelimit-remaining'])
      assert.ok((await told({})).headers.has(header), header)
  })
})

test('an address that forges receipts has to wait', async () => {
  const own = await startPlatform({ RATE_LIMIT_GUESSES: '3' })
  own.services.messages.SMS = provider
  const forge = () => own.call('POST', '/api/callbacks/messages/gateway', { body: {} })
  const seen: number[] = []
  for (let n = 0; n < 5; n++) seen.push((await forge()).status)
  assert.deepEqual(seen, [403, 403, 403, 429, 429])
})

describe('an answer', () => {
  let replies = 0
  const reply = (from: string, text: string, channel: Channel = 'WHATSAPP'): Reply => ({
    id: `reply_${replies++}`,
    ...{ channel, from, text },
  })
  const kept = async (from: string) =>
    (
      await platform.owner.query(
        'select tenant_id, user_id, lead_id, text, stop from message_replies where from_phone = $1 order by tenant_id, at',
        [from],
      )
    ).rows
  const optOutsOf = async ({ id, token }: Person) =>
    (await call('GET', `/api/users/${id}/contact`, { token })).body.contact.optOuts

  test('to stop ends messages by that channel, in whatever language and way it is written', async () => {
    for (const text of ['STOP', ' stop. ', 'Arrêt', 'unsubscribe', 'إيقاف', 'توقف']) {
      const to = await somebody()
      await told({ replies: [reply(to.phone, text)] })
      assert.deepEqual(await optOutsOf(to), ['WHATSAPP'], text)
      const id = await queue(platform, to)
      await become(id, 'SENT')
      assert.deepEqual(gateway.channelsOf(id), ['SMS'])
    }
    const to = await somebody()
    await told({ replies: [reply(to.phone, 'Ne stoppez pas', 'SMS'), reply(to.phone, 'STOP', 'SMS')] })
    await told({ replies: [reply(to.phone, 'STOP', 'SMS')] })
    assert.deepEqual(await optOutsOf(to), ['SMS'])
    const { rows } = await platform.owner.query(
      `select patient_ids from audit_log where operation = 'optOutByReply' and subject_id = $1`,
      [to.id],
    )
    assert.deepEqual(rows, [{ patient_ids: [to.id] }])
  })

  test('is kept for everybody who has the number, in every organisation, once however often it is told', async () => {
    const elsewhere = await newClinic(platform)
    const here = await somebody()
    const there = await somebody({ phone: here.phone }, elsewhere.admin)
    const said = reply(here.phone, 'Merci, je viendrai\0')
    for (let n = 0; n < 3; n++) await told({ replies: [said] })
    const rows = await kept(here.phone)
    assert.deepEqual(rows.map(({ user_id }) => user_id).sort(), [here.id, there.id].sort())
    assert.ok(rows.every(({ text, stop }) => text === 'Merci, je viendrai' && !stop))
    assert.deepEqual(await optOutsOf(here), [])
  })

  test('of a lead to stop holds for that lead', async () => {
    const phone = `+212${numbers++}`
    const { rows } = await platform.owner.query(
      `insert into leads (tenant_id, id, name, phone, source) values ($1, new_id('lead'), 'Amine', $2, 'TEST') returning id`,
      [tenantId, phone],
    )
    const stranger = { leadId: rows[0].id as string, name: 'Amine', phone, language: 'fr' } as const
    await told({ replies: [reply(phone, 'STOP')] })
    const id = await queue(platform, admin, { to: { stranger } })
    await become(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), ['SMS'])
    await told({ replies: [reply(phone, 'STOP', 'SMS')] })
    assert.equal((await become(await queue(platform, admin, { to: { stranger } }), 'FAILED')).last_error, 'opted_out')
  })

  test('of nobody whom we know is passed over', async () => {
    assert.equal((await told({ replies: [reply('+212600999999', 'Qui est-ce ?')] })).status, 200)
    assert.deepEqual(await kept('+212600999999'), [])
  })
})

test('a provider that refuses after all leaves nothing half done', async () => {
  gateway.answer = status(422)
  const id = await queue(platform, await somebody())
  await become(id, 'FAILED')
  for (const channel of ['WHATSAPP', 'SMS', 'EMAIL'] as const)
    await told({ receipts: [receipt(id, 'FAILED', channel)] })
  assert.equal((await rowOf(platform, id)).status, 'FAILED')
  assert.equal(gateway.of(id).length, 3)
})
