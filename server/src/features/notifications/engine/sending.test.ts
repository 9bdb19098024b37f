import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { localMinute } from '../../../lib/moroccan-time.ts'
import { eventually } from '../../../testing/eventually.ts'
import { newClinic, newPerson, type Person } from '../../../testing/factories.ts'
import { startPlatform } from '../../../testing/harness.ts'
import {
  AskableGateway,
  GatewayMessages,
  hang,
  nobodysUrl,
  ok,
  reset,
  runOutOfPatience,
  startGateway,
  status,
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
  admin = await newPerson(platform, tenantId, 'ADMIN') // whose token outlives the hours that a test lets go by
})

let numbers = 600_000_000
/** A patient with a number, who wants to be reached as they say. */
async function somebody(contact: object = {}): Promise<Person> {
  const person = await newPerson(platform, tenantId, 'PATIENT')
  const body = { phone: `+212${numbers++}`, ...contact }
  const answer = await call('PUT', `/api/users/${person.id}/contact`, { token: admin.token, body })
  assert.equal(answer.status, 200, answer.text)
  return person
}
const become = async (id: string, wanted: string) => {
  await eventually(async () => (await rowOf(platform, id)).status === wanted, `${id} to be ${wanted}`)
  return rowOf(platform, id)
}
const untilTried = (id: string, times: number) =>
  eventually(
    async () => gateway.of(id).length === times && (await rowOf(platform, id)).lease === null,
    `${times} tries of ${id}`,
  )
/** A moment in which everything that is due would have been sent. */
async function meanwhile(): Promise<void> {
  const other = await queue(platform, await somebody(), { purpose: 'CRITICAL', channel: 'EMAIL' })
  gateway.answers.EMAIL = ok
  await become(other, 'SENT')
}

describe('a message goes by', () => {
  test('the channel that is wanted, or preferred, or WhatsApp where there is a number, or e-mail', async () => {
    const silent = await somebody()
    const withoutNumber = await newPerson(platform, tenantId, 'PATIENT')
    for (const [to, channel, went] of [
      [silent, undefined, 'WHATSAPP'],
      [silent, 'SMS', 'SMS'],
      [await somebody({ preferredChannel: 'SMS' }), undefined, 'SMS'],
      [await somebody({ preferredChannel: 'EMAIL' }), 'WHATSAPP', 'WHATSAPP'],
      [withoutNumber, undefined, 'EMAIL'],
      [withoutNumber, 'SMS', 'EMAIL'],
      [await somebody({ optOuts: ['WHATSAPP'] }), undefined, 'SMS'],
      [await somebody({ optOuts: ['WHATSAPP'] }), 'WHATSAPP', 'SMS'],
    ] as const) {
      const id = await queue(platform, to, { channel })
      const row = await become(id, 'SENT')
      assert.deepEqual(gateway.channelsOf(id), [went])
      assert.deepEqual([row.channel, row.attempt, row.next_at, row.in_doubt_since], [went, 1, null, null])
      assert.equal(row.provider_message_id, `gw_${id}_${went}`)
    }
  })

  test('the language of its recipient', async () => {
    const id = await queue(platform, await somebody({ language: 'ar' }))
    await become(id, 'SENT')
    assert.match(gateway.of(id)[0]!.text, /[\u0600-\u06ff]/)
    assert.equal((await rowOf(platform, id)).language, 'ar')
  })

  test('no channel that they opted out of, unless it is critical', async () => {
    const to = await somebody({ optOuts: ['WHATSAPP', 'SMS', 'EMAIL'] })
    const service = await queue(platform, to)
    const critical = await queue(platform, to, { purpose: 'CRITICAL' })
    assert.equal((await become(service, 'FAILED')).last_error, 'opted_out')
    await become(critical, 'SENT')
    assert.deepEqual([gateway.of(service).length, gateway.channelsOf(critical)], [0, ['WHATSAPP']])
  })

  test('WhatsApp, then SMS, then e-mail where one refuses it, and then it has failed with what the last one said', async () => {
    gateway.answer = status(422)
    const all = await queue(platform, await somebody())
    const some = await queue(platform, await somebody({ optOuts: ['SMS'] }))
    const failed = await become(all, 'FAILED')
    await become(some, 'FAILED')
    assert.deepEqual(gateway.channelsOf(all), ['WHATSAPP', 'SMS', 'EMAIL'])
    assert.deepEqual(gateway.channelsOf(some), ['WHATSAPP', 'EMAIL'])
    assert.deepEqual([failed.last_error, failed.channel], ['invalid_recipient', 'EMAIL'])
    assert.ok(failed.failed_at && !failed.next_at)
  })

  test('nothing to somebody whose account is disabled, nor an offer to somebody who has not agreed to any', async () => {
    const [disabled, asked] = [await somebody(), await somebody()]
    await call('PUT', `/api/users/${disabled.id}`, { token: admin.token, body: { disabled: true } })
    const offer = { purpose: 'MARKETING' } as const
    assert.equal((await become(await queue(platform, disabled), 'FAILED')).last_error, 'recipient_disabled')
    assert.equal((await become(await queue(platform, asked, offer), 'FAILED')).last_error, 'no_consent')
    const consents = { consents: ['MARKETING'] }
    await call('PUT', `/api/patients/${asked.id}/consents`, { token: asked.token, body: consents })
    await become(await queue(platform, asked, offer), 'SENT')
  })

  test('what a lead gave, in its language', async () => {
    const lead = { name: 'Amine', phone: '+212611111111', language: 'en' } as const
    const id = await queue(platform, admin, { to: { stranger: lead } })
    await become(id, 'SENT')
    assert.deepEqual([gateway.channelsOf(id), gateway.of(id)[0]!.to], [['WHATSAPP'], lead.phone])
  })

  test('nothing once it is of no use any more, however often it was tried', async () => {
    gateway.answer = status(503)
    const uselessAt = new Date(platform.services.clock.nowMs() + 60_000)
    const id = await queue(platform, await somebody({ optOuts: ['SMS', 'EMAIL'] }), { uselessAt })
    await untilTried(id, 1)
    gateway.answer = ok
    await platform.advance(61)
    assert.equal((await become(id, 'FAILED')).last_error, 'too_late')
    assert.equal(gateway.of(id).length, 1)
  })

  test('nothing where there is no such template any more', async () => {
    const id = await queue(platform, await somebody(), { templateCode: 'GONE_SINCE' })
    assert.equal((await become(id, 'FAILED')).last_error, 'template_missing')
  })

  test('the next channel where it has turned out longer than a channel takes, and nothing where none takes it', async () => {
    const path = '/api/notification-templates/GROWN'
    const body = { text: 'Pour {who}', variables: { who: 'text' }, purpose: 'SERVICE' }
    for (const by of ['SMS/fr', 'WHATSAPP/fr'])
      assert.equal((await call('PUT', `${path}/${by}`, { token: admin.token, body })).status, 200)
    const longer = (channel: string, times: number) =>
      platform.owner.query(
        `update notification_texts set text = repeat('{who} ', $3) where tenant_id = $1 and channel = $2`,
        [tenantId, channel, times],
      )
    const grown = { templateCode: 'GROWN', variables: { who: 'x'.repeat(200) }, channel: 'SMS' } as const
    await longer('SMS', 150)
    const stoodInFor = await become(await queue(platform, await somebody(), grown), 'SENT')
    assert.deepEqual([stoodInFor.channel, stoodInFor.given_up], ['WHATSAPP', ['SMS']])
    await longer('WHATSAPP', 150)
    const id = await queue(platform, await somebody({ optOuts: ['EMAIL'] }), grown)
    assert.equal((await become(id, 'FAILED')).last_error, 'too_long')
    assert.deepEqual(gateway.of(id), [])
  })

  test('nothing where its code was made anew meanwhile, with other variables', async () => {
    const path = '/api/notification-templates/MADE_ANEW/SMS/fr'
    const write = (text: string, variables: object) =>
      call('PUT', path, { token: admin.token, body: { text, variables, purpose: 'SERVICE' } })
    for (const [text, variables] of [
      ['Le {on}', { on: 'day' }],
      ['Il en reste {places}', { places: 'count' }],
    ] as const) {
      assert.equal((await write(text, variables)).status, 200)
      for (const given of [{ place: '3' }, { on: 'Casablanca', places: 'trois' }]) {
        const id = await queue(platform, await somebody(), { templateCode: 'MADE_ANEW', variables: given })
        assert.equal((await become(id, 'FAILED')).last_error, 'template_missing')
        assert.deepEqual(gateway.of(id), [])
      }
      await call('DELETE', path, { token: admin.token })
    }
  })
})

test('a message whose cause was rolled back is never sent', async () => {
  const to = await somebody()
  const before = gateway.arrivals.length
  const cause = platform.services.database.inTransaction(tenantId, async (tx) => {
    await tx.insertInto('contacts').values({ tenant_id: tenantId, user_id: to.id }).execute()
  })
  await assert.rejects(cause)
  await assert.rejects(queue(platform, to, { purpose: 'NONE' as never }))
  await meanwhile()
  assert.equal(gateway.arrivals.length, before + 1)
})

describe('a provider that does not take it now', () => {
  test('is asked again after 30 s, 2, 10 and 30 minutes, and then the next channel has its turn', async () => {
    gateway.answers.WHATSAPP = status(500)
    const id = await queue(platform, await somebody())
    for (const [at, sec] of [30, 120, 600, 1800].entries()) {
      await untilTried(id, at + 1)
      await platform.advance(sec - 10)
      await meanwhile()
      assert.equal(gateway.of(id).length, at + 1, `not before ${sec} s`)
      await platform.advance(11)
    }
    await become(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), [...Array(5).fill('WHATSAPP'), 'SMS'])
  })

  test('and says when to come back is left alone until then', async () => {
    gateway.answers.WHATSAPP = status(429, { 'retry-after': '300' })
    const id = await queue(platform, await somebody())
    await untilTried(id, 1)
    assert.equal((await rowOf(platform, id)).last_error, 'rate_limited')
    await platform.advance(290)
    await meanwhile()
    assert.equal(gateway.of(id).length, 1)
    gateway.answers.WHATSAPP = ok
    await platform.advance(11)
    await become(id, 'SENT')
    assert.deepEqual(gateway.channelsOf(id), ['WHATSAPP', 'WHATSAPP'])
  })

  test('for it cannot be reached is tried again', async () => {
    const { messages } = platform.services
    const whatsApp = messages.WHATSAPP!
    messages.WHATSAPP = new GatewayMessages(await nobodysUrl())
    const id = await queue(platform, await somebody())
    await eventually(async () => (await rowOf(platform, id)).last_error === 'connection_refused')
    messages.WHATSAPP = whatsApp
    await platform.advance(31)
    await become(id, 'SENT')
  })
})

describe('a provider that says nothing', () => {
  for (const [what, answer] of [
    ['hangs', hang],
    ['breaks off', reset],
  ] as const) {
    test(`because it ${what} leaves it in doubt: never sent again blindly, but for what is critical`, async () => {
      const [service, critical, other] = [await somebody(), await somebody(), await somebody()]
      gateway.answers.WHATSAPP = answer
      const [a, b] = [await queue(platform, service), await queue(platform, critical, { purpose: 'CRITICAL' })]
      const elsewhere = await queue(platform, other, { channel: 'SMS' })
      await become(elsewhere, 'SENT')
      await eventually(() => gateway.of(a).length + gateway.of(b).length === 2)
      runOutOfPatience()
      for (const id of [a, b]) {
        await untilTried(id, 1)
        const row = await rowOf(platform, id)
        assert.deepEqual([row.status, row.last_error, row.in_doubt_since !== null], ['QUEUED', 'timeout', true])
      }
      await platform.advance(500)
      await meanwhile()
      assert.equal(gateway.of(b).length, 1)
      gateway.answers.WHATSAPP = ok
      await platform.advance(120)
      assert.equal((await become(a, 'FAILED')).last_error, 'in_doubt')
      await become(b, 'SENT')
      assert.deepEqual([gateway.channelsOf(a), gateway.channelsOf(b)], [['WHATSAPP'], ['WHATSAPP', 'WHATSAPP']])
    })
  }

  test('holds up no other channel, however many messages wait for it', async () => {
    gateway.answers.WHATSAPP = hang
    const crowd = await Promise.all(Array.from({ length: 30 }, () => somebody()))
    const stuck = await Promise.all(crowd.map((to) => queue(platform, to)))
    const through = await Promise.all(crowd.map((to) => queue(platform, to, { channel: 'SMS' })))
    for (const id of through) await become(id, 'SENT')
    assert.ok(
      stuck.some((id) => gateway.of(id).length === 0),
      'while others still wait for WhatsApp',
    )
    gateway.answers.WHATSAPP = ok
    runOutOfPatience()
    for (const id of stuck) await eventually(() => gateway.of(id).length === 1)
  })
})

test('a provider that does not say what became of many messages holds up no other channel', async () => {
  const { messages } = platform.services
  messages.WHATSAPP = new AskableGateway(gateway.url)
  gateway.answers.WHATSAPP = hang
  gateway.silent = true
  const to = await somebody()
  const arrived = gateway.arrivals.length
  // As many in doubt as one channel has places, and as many again that are new, all due at one moment.
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
  await become(await queue(platform, to, { channel: 'SMS' }), 'SENT')
  const { rows } = await platform.owner.query(
    'select count(*)::int as n from messages where recipient_user_id = $1 and lease is not null',
    [to.id],
  )
  assert.equal(rows[0].n, 32, 'while all of them still wait for their answers')
  gateway.silent = false
  runOutOfPatience()
  messages.WHATSAPP = provider
})

describe('quiet hours', () => {
  test('are waited out, and what is critical comes all the same', async () => {
    const at = (minute: number) => {
      const of = (minute + 1440) % 1440
      return `${String(Math.floor(of / 60)).padStart(2, '0')}:${String(of % 60).padStart(2, '0')}`
    }
    const now = localMinute(platform.services.clock.now())
    const to = await somebody({ quietHours: { from: at(now - 60), to: at(now + 60) } })
    const [service, critical] = [await queue(platform, to), await queue(platform, to, { purpose: 'CRITICAL' })]
    await become(critical, 'SENT')
    await platform.advance(50 * 60)
    await meanwhile()
    assert.equal(gateway.of(service).length, 0)
    await platform.advance(11 * 60)
    await become(service, 'SENT')
  })
})
