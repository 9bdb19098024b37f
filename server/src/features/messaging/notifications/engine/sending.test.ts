import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { eventually } from '../../../../../testing/eventually.ts'
import { givePhone, newClinic, newPerson, type Person } from '../../../../../testing/factories.ts'
import { startPlatform } from '../../../../../testing/harness.ts'
import { localMinute } from '../../../../lib/moroccan-time.ts'
import {
  AskableGateway,
  GatewayMessages,
  hang,
  ok,
  reset,
  startGateway,
  status,
  triggerTimeouts,
  unreachableUrl,
} from './gateway-provider-testing.ts'
import { queue, rowOf, sendBy } from './sender-testing.ts'

const platform = await startPlatform()
const { call } = platform
const gateway = await startGateway()
const provider = new GatewayMessages(gateway.url)
await sendBy(platform, { WHATSAPP: provider, SMS: provider, EMAIL: provider })
const clinic = await newClinic(platform)
const { tenantId } = clinic
let { admin } = clinic

beforeEach(async () => {
  gateway.answer = ok
  gateway.answers = {}
  admin = await newPerson(platform, tenantId, 'ADMIN') // with a token that outlives the tests' clock advances
})

let numbers = 600_000_000
/** A patient with a phone number and contact preferences. */
async function newRecipient(contact: object = {}): Promise<Person> {
  const person = await newPerson(platform, tenantId, 'PATIENT')
  await givePhone(platform, person, `+212${numbers++}`)
  if (Object.keys(contact).length === 0) return person
  const answer = await call('PUT', `/api/users/${person.id}/contact`, { token: admin.token, body: contact })
  assert.equal(answer.status, 200, answer.text)
  return person
}
const untilStatus = async (id: string, expected: string) => {
  await eventually(async () => (await rowOf(platform, id)).status === expected, `${id} to be ${expected}`)
  return rowOf(platform, id)
}
const untilTried = (id: string, times: number) =>
  eventually(
    async () => gateway.arrivalsOf(id).length === times && (await rowOf(platform, id)).lease === null,
    `${times} tries of ${id}`,
  )
/** Waits until the sender has processed all due messages. */
async function meanwhile(): Promise<void> {
  const other = await queue(platform, await newRecipient(), { purpose: 'CRITICAL', channel: 'EMAIL' })
  gateway.answers.EMAIL = ok
  await untilStatus(other, 'SENT')
}

describe('routing', () => {
  test('uses the requested channel, or else the preferred one, else WhatsApp if there is a number, else e-mail', async () => {
    const silent = await newRecipient()
    const withoutNumber = await newPerson(platform, tenantId, 'PATIENT')
    for (const [to, channel, expected] of [
      [silent, undefined, 'WHATSAPP'],
      [silent, 'SMS', 'SMS'],
      [await newRecipient({ preferredChannel: 'SMS' }), undefined, 'SMS'],
      [await newRecipient({ preferredChannel: 'EMAIL' }), 'WHATSAPP', 'WHATSAPP'],
      [withoutNumber, undefined, 'EMAIL'],
      [withoutNumber, 'SMS', 'EMAIL'],
      [await newRecipient({ optOuts: ['WHATSAPP'] }), undefined, 'SMS'],
      [await newRecipient({ optOuts: ['WHATSAPP'] }), 'WHATSAPP', 'SMS'],
    ] as const) {
      const id = await queue(platform, to, { channel })
      const row = await untilStatus(id, 'SENT')
      assert.deepEqual(gateway.channelsOf(id), [expected])
      assert.deepEqual([row.channel, row.attempt, row.next_at, row.in_doubt_since], [expected, 1, null, null])
      assert.equal(row.provider_message_id, `gw_${id}_${expected}`)
    }
  })

  test('uses the language of the recipient', async () => {
    const id = await queue(platform, await newRecipient({ language: 'ar' }))
    await untilStatus(id, 'SENT')
    assert.match(gateway.arrivalsOf(id)[0]!.text, /[\u0600-\u06ff]/)
    assert.equal((await rowOf(platform, id)).language, 'ar')
  })

  test('skips channels that the recipient opted out of, unless the message is critical', async () => {
    const to = await newRecipient({ optOuts: ['WHATSAPP', 'SMS', 'EMAIL'] })
    const service = await queue(platform, to)
    const critical = await queue(platform, to, { purpose: 'CRITICAL' })
    assert.equal((await untilStatus(service, 'FAILED')).last_error, 'opted_out')
    await untilStatus(critical, 'SENT')
    assert.deepEqual([gateway.arrivalsOf(service).length, gateway.channelsOf(critical)], [0, ['WHATSAPP']])
  })

  test('tries WhatsApp, SMS and e-mail, then fails with the last error', async () => {
    gateway.answer = status(422)
    const all = await queue(platform, await newRecipient())
    const some = await queue(platform, await newRecipient({ optOuts: ['SMS'] }))
    const failed = await untilStatus(all, 'FAILED')
    await untilStatus(some, 'FAILED')
    assert.deepEqual(gateway.channelsOf(all), ['WHATSAPP', 'SMS', 'EMAIL'])
    assert.deepEqual(gateway.channelsOf(some), ['WHATSAPP', 'EMAIL'])
    assert.deepEqual([failed.last_error, failed.channel], ['invalid_recipient', 'EMAIL'])
    assert.ok(failed.failed_at && !failed.next_at)
  })

  test('sends nothing to disabled accounts, and no marketing without consent', async () => {
    const [disabled, asked] = [await newRecipient(), await newRecipient()]
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    const offer = { purpose: 'MARKETING' } as const
    assert.equal((await untilStatus(await queue(platform, disabled), 'FAILED')).last_error, 'recipient_disabled')
    assert.equal((await untilStatus(await queue(platform, asked, offer), 'FAILED')).last_error, 'no_consent')
    const consents = { consents: ['MARKETING'] }
    await call('PUT', `/api/patients/${asked.id}/consents`, { token: asked.token, body: consents })
    await untilStatus(await queue(platform, asked, offer), 'SENT')
  })

  test('uses the address and language that a lead gave', async () => {
    const lead = { name: 'Amine', phone: '+212611111111', language: 'en' } as const
    const id = await queue(platform, admin, { to: { stranger: lead } })
    await untilStatus(id, 'SENT')
    assert.deepEqual([gateway.channelsOf(id), gateway.arrivalsOf(id)[0]!.to], [['WHATSAPP'], lead.phone])
  })

  test('fails a message after it becomes useless, regardless of its attempts', async () => {
    gateway.answer = status(503)
    const uselessAt = new Date(platform.services.clock.nowMs() + 60_000)
    const id = await queue(platform, await newRecipient({ optOuts: ['SMS', 'EMAIL'] }), { uselessAt })
    await untilTried(id, 1)
    gateway.answer = ok
    await platform.advance(61)
    assert.equal((await untilStatus(id, 'FAILED')).last_error, 'too_late')
    assert.equal(gateway.arrivalsOf(id).length, 1)
  })

  test('fails if the template no longer exists', async () => {
    const id = await queue(platform, await newRecipient(), { templateCode: 'GONE_SINCE' })
    assert.equal((await untilStatus(id, 'FAILED')).last_error, 'template_missing')
  })

  test('uses the next channel if the text is too long, and fails if it is too long for all channels', async () => {
    const path = '/api/notification-templates/GROWN'
    const body = { text: 'Pour {who}', variables: { who: 'text' }, purpose: 'SERVICE' }
    for (const caller of ['SMS/fr', 'WHATSAPP/fr'])
      assert.equal((await call('PUT', `${path}/${caller}`, { token: admin.token, body })).status, 200)
    const longer = (channel: string, times: number) =>
      platform.owner.query(
        `update notification_texts set text = repeat('{who} ', $3) where tenant_id = $1 and channel = $2`,
        [tenantId, channel, times],
      )
    const grown = { templateCode: 'GROWN', variables: { who: 'x'.repeat(200) }, channel: 'SMS' } as const
    await longer('SMS', 150)
    const sentByOther = await untilStatus(await queue(platform, await newRecipient(), grown), 'SENT')
    assert.deepEqual([sentByOther.channel, sentByOther.given_up], ['WHATSAPP', ['SMS']])
    await longer('WHATSAPP', 150)
    const id = await queue(platform, await newRecipient({ optOuts: ['EMAIL'] }), grown)
    assert.equal((await untilStatus(id, 'FAILED')).last_error, 'too_long')
    assert.deepEqual(gateway.arrivalsOf(id), [])
  })

  test('fails if the template was recreated with other variables', async () => {
    const path = '/api/notification-templates/RECREATED/SMS/fr'
    const write = (text: string, variables: object) =>
      call('PUT', path, { token: admin.token, body: { text, variables, purpose: 'SERVICE' } })
    for (const [text, variables] of [
      ['Le {on}', { on: 'day' }],
      ['Il en reste {places}', { places: 'count' }],
    ] as const) {
      assert.equal((await write(text, variables)).status, 200)
      for (const given of [{ place: '3' }, { on: 'Casablanca', places: 'trois' }]) {
        const id = await queue(platform, await newRecipient(), { templateCode: 'RECREATED', variables: given })
        assert.equal((await untilStatus(id, 'FAILED')).last_error, 'template_missing')
        assert.deepEqual(gateway.arrivalsOf(id), [])
      }
      await call('DELETE', path, { token: admin.token })
    }
  })
})

test('a message whose cause was rolled back is never sent', async () => {
  const to = await newRecipient()
  const before = gateway.arrivals.length
  const cause = platform.services.database.inTransaction(tenantId, async (tx) => {
    await tx.insertInto('contacts').values({ tenant_id: tenantId, user_id: to.id }).execute()
  })
  await assert.rejects(cause)
  await assert.rejects(queue(platform, to, { purpose: 'NONE' as never }))
  await meanwhile()
  assert.equal(gateway.arrivals.length, before + 1)
})

describe('a temporary failure', () => {
  test('is retried after 30 s, 2, 10 and 30 minutes, then by the next channel', async () => {
    gateway.answers.WHATSAPP = status(500)
    const id = await queue(platform, await newRecipient())
    for (const [at, sec] of [30, 120, 600, 1800].entries()) {
      await untilTried(id, at + 1)
      await platform.advance(sec - 10)
      await meanwhile()
      assert.equal(gateway.arrivalsOf(id).length, at + 1, `not before ${sec} s`)
      await platform.advance(11)
    }
    await untilStatus(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), [...Array(5).fill('WHATSAPP'), 'SMS'])
  })

  test('with a Retry-After is not retried before that time', async () => {
    gateway.answers.WHATSAPP = status(429, { 'retry-after': '300' })
    const id = await queue(platform, await newRecipient())
    await untilTried(id, 1)
    assert.equal((await rowOf(platform, id)).last_error, 'rate_limited')
    await platform.advance(290)
    await meanwhile()
    assert.equal(gateway.arrivalsOf(id).length, 1)
    gateway.answers.WHATSAPP = ok
    await platform.advance(11)
    await untilStatus(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'WHATSAPP'])
  })

  test('of the connection is retried', async () => {
    const { messages } = platform.services
    const whatsApp = messages.WHATSAPP!
    messages.WHATSAPP = new GatewayMessages(await unreachableUrl())
    const id = await queue(platform, await newRecipient())
    await eventually(async () => (await rowOf(platform, id)).last_error === 'connection_refused')
    messages.WHATSAPP = whatsApp
    await platform.advance(31)
    await untilStatus(id, 'SENT')
  })
})

describe('no response', () => {
  for (const [name, answer] of [
    ['hangs', hang],
    ['breaks off', reset],
  ] as const) {
    test(`because the gateway ${name} leaves a message in doubt: only critical messages are sent again without a lookup`, async () => {
      const [service, critical, other] = [await newRecipient(), await newRecipient(), await newRecipient()]
      gateway.answers.WHATSAPP = answer
      const [a, b] = [await queue(platform, service), await queue(platform, critical, { purpose: 'CRITICAL' })]
      const elsewhere = await queue(platform, other, { channel: 'SMS' })
      await untilStatus(elsewhere, 'SENT')
      await eventually(() => gateway.arrivalsOf(a).length + gateway.arrivalsOf(b).length === 2)
      triggerTimeouts()
      for (const id of [a, b]) {
        await untilTried(id, 1)
        const row = await rowOf(platform, id)
        assert.deepEqual([row.status, row.last_error, row.in_doubt_since !== null], ['QUEUED', 'timeout', true])
      }
      await platform.advance(500)
      await meanwhile()
      assert.equal(gateway.arrivalsOf(b).length, 1)
      gateway.answers.WHATSAPP = ok
      await platform.advance(120)
      assert.equal((await untilStatus(a, 'FAILED')).last_error, 'in_doubt')
      await untilStatus(b, 'SENT')
      assert.deepEqual([gateway.channelsOf(a), gateway.channelsOf(b)], [['WHATSAPP'], ['WHATSAPP', 'WHATSAPP']])
    })
  }

  test('does not delay other channels, regardless of the number of waiting messages', async () => {
    gateway.answers.WHATSAPP = hang
    const crowd = await Promise.all(Array.from({ length: 30 }, () => newRecipient()))
    const stuck = await Promise.all(crowd.map((to) => queue(platform, to)))
    const queuedMessages = await Promise.all(crowd.map((to) => queue(platform, to, { channel: 'SMS' })))
    for (const id of queuedMessages) await untilStatus(id, 'SENT')
    assert.ok(
      stuck.some((id) => gateway.arrivalsOf(id).length === 0),
      'while others still wait for WhatsApp',
    )
    gateway.answers.WHATSAPP = ok
    triggerTimeouts()
    for (const id of stuck) await eventually(() => gateway.arrivalsOf(id).length === 1)
  })
})

test('unanswered lookups of many messages do not delay other channels', async () => {
  const { messages } = platform.services
  messages.WHATSAPP = new AskableGateway(gateway.url)
  gateway.answers.WHATSAPP = hang
  gateway.silent = true
  const to = await newRecipient()
  const arrived = gateway.arrivals.length
  // As many messages in doubt as a channel has slots, and as many new ones, all due at the same time.
  await platform.owner.query(
    `insert into messages (tenant_id, id, recipient_user_id, template_code, variables, purpose, channel, provider, attempt,
      language, in_doubt_since)
     select $1, new_id('msg'), $2, 'PRESCRIPTION_ISSUED', '{"doctorName": "Dr Benali"}', 'SERVICE',
       case when n <= 16 then 'WHATSAPP' end, case when n <= 16 then 'gateway' end, case when n <= 16 then 1 else 0 end, 'fr',
       case when n <= 16 then app_now() - interval '10 minutes' end
     from generate_series(1, 32) n`,
    [tenantId, to.id],
  )
  await eventually(() => gateway.arrivals.length === arrived + 16, 'the new ones to arrive')
  await untilStatus(await queue(platform, to, { channel: 'SMS' }), 'SENT')
  const { rows } = await platform.owner.query(
    'select count(*)::int as n from messages where recipient_user_id = $1 and lease is not null',
    [to.id],
  )
  assert.equal(rows[0].n, 32, 'while all lookups are still unanswered')
  gateway.silent = false
  triggerTimeouts()
  messages.WHATSAPP = provider
})

test('sends each message once if the provider returns the same id for several', async () => {
  gateway.answer = (response) => response.end(JSON.stringify({ id: 'gw_repeated' }))
  const recipients = await Promise.all(Array.from({ length: 5 }, () => newRecipient()))
  const ids = await Promise.all(recipients.map((to) => queue(platform, to)))
  const rows = await Promise.all(ids.map((id) => untilStatus(id, 'SENT')))
  const recorded = rows.map((row) => row.provider_message_id).filter((id) => id !== null)
  assert.deepEqual(recorded, ['gw_repeated'])
  assert.deepEqual(
    ids.map((id) => gateway.arrivalsOf(id).length),
    ids.map(() => 1),
  )
})

test('a receipt that waited for the record of the sending is not dated before it', async () => {
  const { owner, services } = platform
  const id = await queue(platform, await newRecipient(), { channel: 'EMAIL' })
  const { provider_message_id: providerMessageId } = await untilStatus(id, 'SENT')
  const recorder = await owner.connect()
  try {
    await recorder.query('begin')
    await recorder.query('select from messages where id = $1 for update', [id])
    const receipt = { providerMessageId: providerMessageId!, messageId: id, status: 'READ', error: undefined } as const
    const taken = services.sender.take(provider.name, { receipts: [receipt], replies: [] })
    await eventually(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return (await owner.query(waiting)).rowCount === 1
    }, 'the receipt to wait')
    await recorder.query(`update messages set sent_at = sent_at + interval '1 minute' where id = $1`, [id])
    await recorder.query('commit')
    await taken
  } finally {
    recorder.release(true)
  }
  const { sent_at, delivered_at, read_at } = await untilStatus(id, 'READ')
  assert.deepEqual([delivered_at, read_at], [sent_at, sent_at])
})

describe('quiet hours', () => {
  test('delay messages, except critical ones', async () => {
    const at = (minute: number) => {
      const minuteOfDay = (minute + 1440) % 1440
      return `${String(Math.floor(minuteOfDay / 60)).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`
    }
    const now = localMinute(platform.services.clock.now())
    const to = await newRecipient({ quietHours: { from: at(now - 60), to: at(now + 60) } })
    const [service, critical] = [await queue(platform, to), await queue(platform, to, { purpose: 'CRITICAL' })]
    await untilStatus(critical, 'SENT')
    await platform.advance(50 * 60)
    await meanwhile()
    assert.equal(gateway.arrivalsOf(service).length, 0)
    await platform.advance(11 * 60)
    await untilStatus(service, 'SENT')
  })
})
