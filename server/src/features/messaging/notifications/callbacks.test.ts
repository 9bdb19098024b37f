import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { eventually } from '../../../../testing/eventually.ts'
import { givePhone, newClinic, newPerson, type Person } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import type { Channel } from '../../../lib/channels.ts'
import type { Receipt, Reply } from '../../../messages/providers/index.ts'
import {
  GatewayMessages,
  hang,
  ok,
  SECRET,
  startGateway,
  status,
  triggerTimeouts,
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

const sendCallback = (given: { receipts?: Partial<Receipt>[]; replies?: Reply[] }, secret = SECRET) =>
  call('POST', '/api/callbacks/messages/gateway', {
    headers: { 'x-gateway-secret': secret },
    body: { receipts: [], replies: [], ...given },
  })
const idBy = (id: string, channel: Channel = 'WHATSAPP') => `gw_${id}_${channel}`
const receipt = (id: string, reported: Receipt['status'], channel?: Channel) => ({
  messageId: id,
  providerMessageId: idBy(id, channel),
  status: reported,
})
const untilStatus = async (id: string, expected: string) => {
  await eventually(async () => (await rowOf(platform, id)).status === expected, `${id} to be ${expected}`)
  return rowOf(platform, id)
}
let numbers = 600_000_000
async function newRecipient(phone = `+212${numbers++}`, { tenantId } = admin): Promise<Person & { phone: string }> {
  const person = await newPerson(platform, tenantId, 'PATIENT')
  await givePhone(platform, person, phone)
  return { ...person, phone }
}
const sendMessage = async (more: object = {}) => {
  const id = await queue(platform, await newRecipient(), more)
  await untilStatus(id, 'SENT')
  return id
}

describe('a receipt', () => {
  test('advances the status of a message and never moves it back, in any order and repetition', async () => {
    const id = await sendMessage()
    const seen: string[] = []
    for (const reported of ['SENT', 'DELIVERED', 'DELIVERED', 'SENT', 'READ', 'DELIVERED', 'FAILED', 'READ'] as const) {
      assert.equal((await sendCallback({ receipts: [receipt(id, reported)] })).status, 200)
      seen.push((await rowOf(platform, id)).status)
    }
    assert.deepEqual(seen, ['SENT', 'DELIVERED', 'DELIVERED', 'DELIVERED', 'READ', 'READ', 'READ', 'READ'])
    const row = await rowOf(platform, id)
    assert.ok(row.sent_at! <= row.delivered_at! && row.delivered_at! <= row.read_at!)
    const together = await sendMessage()
    await sendCallback({
      receipts: (['READ', 'FAILED', 'DELIVERED'] as const).map((reported) => receipt(together, reported)),
    })
    assert.equal((await rowOf(platform, together)).status, 'READ')
    assert.ok((await rowOf(platform, together)).delivered_at, 'READ implies delivered')
  })

  test('takes effect once if it arrives twenty times concurrently', async () => {
    const id = await sendMessage()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendCallback({ receipts: [receipt(id, 'FAILED')] })),
    )
    assert.ok(answers.every(({ status: reported }) => reported === 200))
    await eventually(() => gateway.arrivalsOf(id).length === 2)
    await eventually(async () => (await rowOf(platform, id)).channel === 'SMS')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS'])
  })

  test('with FAILED starts the next channel, and later receipts of the former channel are ignored', async () => {
    const id = await sendMessage()
    await sendCallback({ receipts: [{ ...receipt(id, 'FAILED'), error: 'undeliverable' }] })
    await eventually(async () => (await rowOf(platform, id)).provider_message_id === idBy(id, 'SMS'))
    for (const reported of ['FAILED', 'DELIVERED'] as const) await sendCallback({ receipts: [receipt(id, reported)] })
    const row = await rowOf(platform, id)
    assert.deepEqual(
      [row.status, row.channel, row.given_up, row.last_error],
      ['SENT', 'SMS', ['WHATSAPP'], 'undeliverable'],
    )
    await sendCallback({ receipts: [receipt(id, 'FAILED', 'SMS')] })
    await eventually(async () => (await rowOf(platform, id)).provider_message_id === idBy(id, 'EMAIL'))
    await sendCallback({ receipts: [receipt(id, 'FAILED', 'EMAIL')] })
    assert.equal((await untilStatus(id, 'FAILED')).last_error, 'undelivered')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS', 'EMAIL'])
  })

  test('of a channel that was given up does not affect the request of the next channel', async () => {
    const id = await sendMessage()
    gateway.answers.SMS = hang
    await sendCallback({ receipts: [receipt(id, 'FAILED')] })
    await eventually(() => gateway.arrivalsOf(id).length === 2)
    await sendCallback({ receipts: [receipt(id, 'FAILED')] })
    triggerTimeouts()
    await eventually(async () => (await rowOf(platform, id)).last_error === 'timeout')
    const row = await rowOf(platform, id)
    assert.deepEqual([row.channel, row.given_up], ['SMS', ['WHATSAPP']])
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'SMS'])
  })

  test('that waits for a lock while its channel is given up does not affect the next channel', async () => {
    const id = await sendMessage()
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
    const callback = sendCallback({ receipts: [receipt(id, 'FAILED')] })
    await eventually(async () => {
      const { rowCount } = await platform.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    }, 'the receipt to wait')
    await other.query('commit')
    other.release()
    assert.equal((await callback).status, 200)
    const row = await rowOf(platform, id)
    assert.deepEqual([row.status, row.channel, row.given_up], ['QUEUED', 'SMS', ['WHATSAPP']])
  })

  test('may arrive before the response to the send', async () => {
    gateway.answers.WHATSAPP = async (response, arrival) => {
      await sendCallback({ receipts: [receipt(arrival.messageId, 'DELIVERED')] })
      ok(response, arrival)
    }
    const id = await queue(platform, await newRecipient())
    await untilStatus(id, 'DELIVERED')
    await sendMessage({ channel: 'SMS' })
    const row = await rowOf(platform, id)
    assert.deepEqual([row.status, row.lease, row.next_at, row.in_doubt_since], ['DELIVERED', null, null, null])
    assert.equal(gateway.arrivalsOf(id).length, 1)
  })

  test('resolves messages in doubt, and messages that failed with `in_doubt`', async () => {
    gateway.answers.WHATSAPP = hang
    const [a, b] = [await queue(platform, await newRecipient()), await queue(platform, await newRecipient())]
    await eventually(() => gateway.arrivalsOf(a).length + gateway.arrivalsOf(b).length === 2)
    triggerTimeouts()
    for (const id of [a, b]) await eventually(async () => (await rowOf(platform, id)).last_error === 'timeout')
    await sendCallback({ receipts: [receipt(a, 'SENT')] })
    assert.deepEqual([(await rowOf(platform, a)).status, (await rowOf(platform, a)).next_at], ['SENT', null])
    await platform.advance(700)
    assert.equal((await untilStatus(b, 'FAILED')).last_error, 'in_doubt')
    await sendCallback({ receipts: [receipt(b, 'DELIVERED')] })
    const row = await untilStatus(b, 'DELIVERED')
    assert.deepEqual([row.failed_at, gateway.arrivalsOf(a).length, gateway.arrivalsOf(b).length], [null, 1, 1])
  })

  test('is matched by either id, and ignored for unknown messages', async () => {
    const [a, b] = [await sendMessage(), await sendMessage()]
    const answer = await sendCallback({
      receipts: [
        { providerMessageId: idBy(a), status: 'DELIVERED' },
        { messageId: b, status: 'DELIVERED' },
        { providerMessageId: 'gw_unknown', messageId: 'msg_unknown', status: 'READ' },
      ],
    })
    assert.equal(answer.status, 200)
    for (const id of [a, b]) assert.equal((await rowOf(platform, id)).status, 'DELIVERED')
  })

  test('that is forged is refused and changes nothing; an unknown provider is not found', async () => {
    const id = await sendMessage()
    for (const secret of ['', 'a guess']) {
      const refused = await sendCallback({ receipts: [receipt(id, 'READ')] }, secret)
      assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN'])
    }
    assert.equal((await rowOf(platform, id)).status, 'SENT')
    for (const name of ['nobody', 'toString', ''])
      assert.equal((await call('POST', `/api/callbacks/messages/${name}`, { body: {} })).status, 404, name)
    assert.equal((await call('PUT', '/api/callbacks/messages/gateway', { body: {} })).status, 405)
    for (const header of ['x-request-id', 'x-ratelimit-remaining'])
      assert.ok((await sendCallback({})).headers.has(header), header)
  })
})

test('rate-limits an address that forges receipts', async () => {
  const own = await startPlatform({ RATE_LIMIT_GUESSES: '3' })
  own.services.messages.SMS = provider
  const forge = () => own.call('POST', '/api/callbacks/messages/gateway', { body: {} })
  const seen: number[] = []
  for (let n = 0; n < 5; n++) seen.push((await forge()).status)
  assert.deepEqual(seen, [403, 403, 403, 429, 429])
})

describe('a reply', () => {
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

  test('with STOP opts out of its channel, in any language and spelling', async () => {
    for (const text of ['STOP', ' stop. ', 'Arrêt', 'unsubscribe', 'إيقاف', 'توقف']) {
      const to = await newRecipient()
      await sendCallback({ replies: [reply(to.phone, text)] })
      assert.deepEqual(await optOutsOf(to), ['WHATSAPP'], text)
      const id = await queue(platform, to)
      await untilStatus(id, 'SENT')
      assert.deepEqual(gateway.channelsOf(id), ['SMS'])
    }
    const to = await newRecipient()
    await sendCallback({ replies: [reply(to.phone, 'Ne stoppez pas', 'SMS'), reply(to.phone, 'STOP', 'SMS')] })
    await sendCallback({ replies: [reply(to.phone, 'STOP', 'SMS')] })
    assert.deepEqual(await optOutsOf(to), ['SMS'])
    const { rows } = await platform.owner.query(
      `select patient_ids from audit_log where operation = 'optOutByReply' and subject_id = $1`,
      [to.id],
    )
    assert.deepEqual(rows, [{ patient_ids: [to.id] }])
  })

  test('is stored once for each user with the number, in every organisation', async () => {
    const elsewhere = await newClinic(platform)
    const recipient = await newRecipient()
    const recipientElsewhere = await newRecipient(recipient.phone, elsewhere.admin)
    const said = reply(recipient.phone, 'Merci, je viendrai\0')
    for (let n = 0; n < 3; n++) await sendCallback({ replies: [said] })
    const rows = await kept(recipient.phone)
    assert.deepEqual(rows.map(({ user_id }) => user_id).sort(), [recipient.id, recipientElsewhere.id].sort())
    assert.ok(rows.every(({ text, stop }) => text === 'Merci, je viendrai' && !stop))
    assert.deepEqual(await optOutsOf(recipient), [])
  })

  test('with STOP from a lead applies to that lead', async () => {
    const phone = `+212${numbers++}`
    const { rows } = await platform.owner.query(
      `insert into leads (tenant_id, id, name, phone, source) values ($1, new_id('lead'), 'Amine', $2, 'TEST') returning id`,
      [tenantId, phone],
    )
    const stranger = { leadId: rows[0].id as string, name: 'Amine', phone, language: 'fr' } as const
    await sendCallback({ replies: [reply(phone, 'STOP')] })
    const id = await queue(platform, admin, { to: { stranger } })
    await untilStatus(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), ['SMS'])
    await sendCallback({ replies: [reply(phone, 'STOP', 'SMS')] })
    assert.equal(
      (await untilStatus(await queue(platform, admin, { to: { stranger } }), 'FAILED')).last_error,
      'opted_out',
    )
  })

  test('from an unknown number is ignored', async () => {
    assert.equal((await sendCallback({ replies: [reply('+212600999999', 'Qui est-ce ?')] })).status, 200)
    assert.deepEqual(await kept('+212600999999'), [])
  })
})

test('a FAILED receipt on every channel leaves a consistent message', async () => {
  gateway.answer = status(422)
  const id = await queue(platform, await newRecipient())
  await untilStatus(id, 'FAILED')
  for (const channel of ['WHATSAPP', 'SMS', 'EMAIL'] as const)
    await sendCallback({ receipts: [receipt(id, 'FAILED', channel)] })
  assert.equal((await rowOf(platform, id)).status, 'FAILED')
  assert.equal(gateway.arrivalsOf(id).length, 3)
})
