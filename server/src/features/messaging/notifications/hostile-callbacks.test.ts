import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { eventually } from '../../../../testing/eventually.ts'
import { newClinic } from '../../../../testing/factories.ts'
import { startPlatform } from '../../../../testing/harness.ts'
import { TwilioMessages } from '../../../messages/providers/twilio.ts'
import { signatureOf } from '../../../messages/providers/twilio-callback.ts'
import { WhatsAppMessages } from '../../../messages/providers/whatsapp.ts'
import { queue, rowOf } from './engine/sender-testing.ts'

/** Hostile requests to callbacks and jobs have no effect and cause no errors. */
const platform = await startPlatform({ RATE_LIMIT_GUESSES: '100000' })
const { call, owner } = platform
const clinic = await newClinic(platform)
const elsewhere = await newClinic(platform)

const TWILIO = '/api/callbacks/messages/twilio'
const WHATSAPP = '/api/callbacks/messages/whatsapp'
const unreachable = 'http://127.0.0.1:9'

type Channel = 'SMS' | 'WHATSAPP'
const providerOf = { SMS: 'twilio', WHATSAPP: 'whatsapp' }
/** A sent message that receipts can refer to. */
async function newSentMessage(
  channel: Channel,
  { patient } = clinic,
): Promise<{ id: string; providerMessageId: string }> {
  const id = await queue(platform, patient)
  await eventually(async () => (await rowOf(platform, id)).status === 'DELIVERED', `${id} to be kept`)
  const providerMessageId = `of_${id}`
  await owner.query(
    `update messages
     set status = 'SENT', channel = $2, provider = $3, provider_message_id = $4, delivered_at = null
     where id = $1`,
    [id, channel, providerOf[channel], providerMessageId],
  )
  return { id, providerMessageId }
}
const bySms = await newSentMessage('SMS')
const byWhatsApp = await newSentMessage('WHATSAPP')
const foreignMessage = await newSentMessage('WHATSAPP', elsewhere)
const all = [bySms, byWhatsApp, foreignMessage]
platform.services.messages.SMS = new TwilioMessages(
  { base: unreachable, accountSid: 'AC1', authToken: 'token', sender: { From: '+212500000000' } },
  platform.url + TWILIO,
)
platform.services.messages.WHATSAPP = new WhatsAppMessages({
  base: unreachable,
  phoneNumberId: '1055',
  accessToken: 'EAA',
  appSecret: 'app-secret',
  verifyToken: 'me',
})

const statusesNow = async () =>
  Promise.all(all.map(async ({ id }) => [(await rowOf(platform, id)).status, (await rowOf(platform, id)).given_up]))

type Headers = Record<string, string>
const whatsApp = (raw: string | Buffer<ArrayBuffer>, headers: Headers = {}, secret = 'app-secret') =>
  call('POST', WHATSAPP, {
    raw,
    headers: {
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
      ...headers,
    },
  })
const twilio = (fields: Headers | URLSearchParams, query = '', token = 'token') => {
  const form = new URLSearchParams(fields)
  const url = `${platform.url}${TWILIO}${query}`
  return call('POST', TWILIO + query, {
    raw: form.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf(url, form, token),
    },
  })
}
const notification = (value: object) =>
  JSON.stringify({ entry: [{ changes: [{ value: { metadata: { phone_number_id: '1055' }, ...value } }] }] })
const read = ({ id, providerMessageId }: typeof bySms, more: object = {}) => ({
  id: providerMessageId,
  status: 'read',
  biz_opaque_callback_data: id,
  ...more,
})

/** Bodies that are invalid for callbacks and jobs. */
const bodies: [what: string, raw: string | Buffer<ArrayBuffer>, headers?: Headers][] = [
  ['nothing', ''],
  ['10 MB', 'x'.repeat(10_000_000)],
  ['10 MB of JSON', JSON.stringify({ entry: 'x'.repeat(10_000_000) })],
  ['a deep list', '['.repeat(200_000)],
  ['a deep object', `${'{"entry":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ['a list for an object', '[]'],
  ['a list within', '{"entry":{"changes":[]}}'],
  ['null', 'null'],
  ['a prototype', '{"__proto__":{"entry":[]},"constructor":{"prototype":{}}}'],
  ['broken JSON', '{"entry":[{'],
  ['another type', '<entry/>', { 'content-type': 'text/xml' }],
  ['a form', 'entry=1&entry=2', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['many parts', '--x\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['another charset', '{"entry":{}}', { 'content-type': 'application/json; charset=utf-16' }],
  ['no charset at all', '{"entry":{}}', { 'content-type': 'application/json; charset=""; x' }],
  ['a type that is none', '{"entry":{}}', { 'content-type': ';;' }],
  ['compressed', gzipSync('{"entry":{}}'), { 'content-encoding': 'gzip' }],
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, 0xc0, 0x80])],
]

describe('a callback', () => {
  for (const [name, raw, headers] of bodies)
    test(`with ${name} is refused, signed or not, and changes nothing`, async () => {
      const before = await statusesNow()
      for (const answer of [
        await whatsApp(raw, headers),
        await whatsApp(raw, headers, 'a guess'),
        await call('POST', WHATSAPP, { raw, headers: headers ?? {} }),
        await call('POST', TWILIO, { raw, headers: { 'x-twilio-signature': 'x', ...headers } }),
      ])
        assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status} ${answer.text}`)
      assert.deepEqual(await statusesNow(), before)
    })

  test('that is genuine but has hostile content changes nothing', async () => {
    const before = await statusesNow()
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const raw = notification({ statuses: 'DEEP' })
    assert.equal((await whatsApp(raw.replace('"DEEP"', deep))).status, 200)
    const invalidTexts = ['', '\0', '\ud800', 'x'.repeat(100_000), "'; drop table messages; --", '\u202e']
    for (const value of [
      { statuses: [null, 1, [], {}, { id: 1, status: 'read' }, { id: 'x', status: 'READ' }] },
      { statuses: {}, messages: 'x' },
      { statuses: invalidTexts.map((id) => ({ id, status: 'read', biz_opaque_callback_data: id })) },
      { statuses: invalidTexts.map((id) => ({ id, status: 'failed', errors: [{ code: 1e308 }] })) },
      { messages: invalidTexts.map((id) => ({ id, from: '212600000000', text: { body: id } })) },
      { messages: [{ id: 'x', from: '+212600000000' }, { id: 'y', from: '1'.repeat(1000) }, null] },
      { metadata: { phone_number_id: '1056' }, statuses: [read(byWhatsApp)] },
      { metadata: [], statuses: [read(byWhatsApp)] },
    ]) {
      const answer = await whatsApp(notification(value))
      assert.equal(answer.status, 200, `${JSON.stringify(value).slice(0, 200)}: ${answer.text}`)
    }
    const from = { AccountSid: 'AC1', MessageSid: 'SM1' }
    for (const id of invalidTexts)
      for (const fields of [
        { ...from, MessageSid: id || 'SM1', MessageStatus: 'read' },
        { ...from, MessageStatus: id || 'unheard_of' },
        { ...from, MessageStatus: 'failed', ErrorCode: id },
        { ...from, From: id || 'x', Body: id },
      ])
        for (const query of [
          '',
          `?${new URLSearchParams({ messageId: id.slice(0, 5000) })}`,
          '?messageId=a&messageId=b',
        ]) {
          const answer = await twilio(fields, query)
          assert.equal(answer.status, 200, `${JSON.stringify(fields).slice(0, 200)}: ${answer.text}`)
        }
    assert.deepEqual(await statusesNow(), before)
  })

  test('with an impossible id or error code is sanitized', async () => {
    const message = await newSentMessage('WHATSAPP')
    await owner.query('update messages set provider_message_id = null where id = $1', [message.id])
    const noise = Array.from({ length: 3000 }, () => Math.random().toString(36)).join('')
    assert.equal((await whatsApp(notification({ statuses: [{ ...read(message), id: noise }] }))).status, 200)
    assert.equal((await rowOf(platform, message.id)).status, 'SENT')
    const failed = {
      AccountSid: 'AC1',
      MessageSid: (await newSentMessage('SMS')).providerMessageId,
      MessageStatus: 'failed',
    }
    assert.equal((await twilio({ ...failed, ErrorCode: `\0${noise}` })).status, 200)
    const { rows } = await owner.query('select last_error from messages where $1 = any(former_ids)', [
      failed.MessageSid,
    ])
    assert.match(rows[0].last_error, /^.{100}$/)
  })

  test('does not change another provider’s message, and prefers the message with its provider id', async () => {
    const before = await statusesNow()
    await whatsApp(notification({ statuses: [read(bySms), { ...read(bySms), id: 'wamid.unknown' }] }))
    await twilio({ AccountSid: 'AC1', MessageSid: 'SM2', MessageStatus: 'read' }, `?messageId=${byWhatsApp.id}`)
    await twilio({ AccountSid: 'AC2', MessageSid: bySms.providerMessageId, MessageStatus: 'read' })
    assert.deepEqual(await statusesNow(), before)
    const [a, b] = [await newSentMessage('WHATSAPP'), await newSentMessage('WHATSAPP', elsewhere)]
    await whatsApp(notification({ statuses: [{ ...read(a), biz_opaque_callback_data: b.id }] }))
    assert.deepEqual([(await rowOf(platform, a.id)).status, (await rowOf(platform, b.id)).status], ['READ', 'SENT'])
  })

  test('with a thousand receipts of one message takes effect once, with server time', async () => {
    const message = await newSentMessage('WHATSAPP')
    const statuses = Array.from({ length: 1000 }, (_, n) => read(message, { timestamp: String(99_999_999_999 + n) }))
    assert.equal((await whatsApp(notification({ statuses }))).status, 200)
    const row = await rowOf(platform, message.id)
    assert.equal(row.status, 'READ')
    assert.ok(row.read_at!.getTime() <= Date.now() + 60_000)
    const replies = Array.from({ length: 1000 }, () => ({
      id: 'wamid.same',
      from: '212611223344',
      text: { body: 'Oui' },
    }))
    await owner.query(
      `insert into contacts (tenant_id, user_id, phone, phone_confirmed_at) values ($1, $2, '+212611223344', now())`,
      [clinic.tenantId, clinic.patient.id],
    )
    assert.equal((await whatsApp(notification({ messages: replies }))).status, 200)
    const { rowCount } = await owner.query(`select from message_replies where provider_reply_id = 'wamid.same'`)
    assert.equal(rowCount, 1)
  })
})

describe('a job', () => {
  const run = (raw: string | Buffer<ArrayBuffer>, headers: Headers, secret: string) =>
    call('POST', '/api/cron/reminders', { raw, headers: { 'x-cron-secret': secret, ...headers } })

  for (const [name, raw, headers = {}] of bodies)
    test(`called with ${name} causes no error and cannot be guessed`, async () => {
      const guess = await run(raw, headers, 'a guess')
      assert.deepEqual([guess.status, guess.body], [403, { error: 'forbidden' }])
      const answer = await run(raw, headers, 'sandbox-cron-secret')
      assert.ok(
        answer.status === 200 || (answer.status >= 400 && answer.status < 500),
        `${answer.status} ${answer.text}`,
      )
    })
})
