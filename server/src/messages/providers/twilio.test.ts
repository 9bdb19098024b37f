import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { idAt } from '../../lib/ids.ts'
import { twilioAddress } from './addresses.ts'
import { MessageProviderError } from './index.ts'
import { json, longDeadline, outcomeOf, outgoing, startProviderServer } from './provider-server-testing.ts'
import { TwilioMessages } from './twilio.ts'
import { signatureOf } from './twilio-callback.ts'

const callbackUrl = 'https://api.example.ma/api/callbacks/messages/twilio'
const server = await startProviderServer(json(201, { sid: 'SM1', status: 'queued' }))
const at = (sender: string) => {
  const provider = new TwilioMessages(twilioAddress(`twilio+http://AC1:s%3Acret@${server.host}?${sender}`), callbackUrl)
  after(() => provider.close())
  return provider
}
const provider = at('from=+212500000000')
const send = () => outcomeOf(provider.send(outgoing(), longDeadline()))

test('sends a form to the account, with the callback URL', async () => {
  assert.equal(await send(), 'SM1')
  const { method, path, headers, body } = server.received.at(-1)!
  assert.deepEqual([method, path], ['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  assert.equal(headers.authorization, `Basic ${Buffer.from('AC1:s:cret').toString('base64')}`)
  assert.equal(
    body,
    'To=%2B212612345678&From=%2B212500000000&Body=Votre+commande+est+pr%C3%AAte.%0APharmacie+Atlas+%26+Cie' +
      '&StatusCallback=https%3A%2F%2Fapi.example.ma%2Fapi%2Fcallbacks%2Fmessages%2Ftwilio' +
      '%3FmessageId%3Dmsg_019a9f3c5d2e00000000000000000001',
  )
})

test('the sender is a messaging service or a name', async () => {
  await at('messagingServiceSid=MG1').send(outgoing({ text: 'طلبك جاهز' }), longDeadline())
  const form = new URLSearchParams(server.received.at(-1)!.body)
  assert.deepEqual([form.get('MessagingServiceSid'), form.get('From'), form.get('Body')], ['MG1', null, 'طلبك جاهز'])
  await at('from=Medina').send(outgoing(), longDeadline())
  assert.equal(new URLSearchParams(server.received.at(-1)!.body).get('From'), 'Medina')
})

test('maps errors by code, and unknown codes by status', async () => {
  for (const [status, code, end] of [
    [400, 21211, 'invalid_recipient'],
    [400, 21614, 'invalid_recipient'],
    [400, 21610, 'blocked'],
    [403, 21408, 'blocked'],
    [400, 21617, 'rejected'],
    [400, 99999, 'rejected'],
    [400, 21606, 'auth_failed'],
    [401, 20003, 'auth_failed'],
    [404, 20404, 'auth_failed'],
    [429, 20429, 'rate_limited'],
    [400, 21611, 'rate_limited'],
    [500, 20500, 'service_unavailable'],
    [503, 20503, 'service_unavailable'],
  ] as const) {
    server.answer = json(status, { code, message: 'to +212612345678', status })
    assert.equal(await send(), end, `${status} ${code}`)
  }
})

test('an answer without a message id leaves the message in doubt', async () => {
  for (const answer of [{}, { sid: '' }, 'SM1', null]) {
    server.answer = json(201, answer)
    assert.equal(await send(), 'service_unavailable?')
  }
  server.answer = (response) => response.writeHead(500).end('<html>')
  assert.equal(await send(), 'service_unavailable?')
})

test('errors contain no secret and no phone number', async () => {
  server.answer = json(401, { code: 20003, message: 'AC1 s:cret +212612345678' })
  const error = await provider.send(outgoing(), longDeadline()).catch((error) => error)
  assert.ok(error instanceof MessageProviderError)
  assert.doesNotMatch(`${error.stack} ${(error.cause as Error).stack}`, /s:cret|212612345678/)
})

test('looks up a message in doubt by its text, among messages created since', async () => {
  const madeAt = Date.UTC(2026, 11, 1, 9, 30)
  const message = outgoing({ messageId: idAt('msg', madeAt + 700) })
  const row = (sid: string, agoSec: number, changes: object = {}) => ({
    sid,
    to: message.to,
    body: message.text,
    date_created: new Date(madeAt - agoSec * 1000).toUTCString().replace('GMT', '+0000'),
    ...changes,
  })
  const find = async (...messages: object[]) => {
    server.answer = json(200, { messages, page_size: 50, next_page_uri: null })
    return (await provider.lookUp(message, longDeadline()))?.providerMessageId
  }
  assert.equal(await find(row('SM4', -9), row('SM3', -2), row('SM2', 0, { body: 'other' }), row('SM1', 60)), 'SM3')
  assert.equal(await find(row('SM1', 0)), 'SM1', 'in the same second')
  assert.equal(await find(row('SM1', 1)), undefined)
  assert.equal(await find(), undefined)
  const { method, path } = server.received.at(-1)!
  assert.deepEqual([method, path], ['GET', '/2010-04-01/Accounts/AC1/Messages.json?To=%2B212612345678&PageSize=50'])
  server.answer = json(500, {})
  await assert.rejects(provider.lookUp(message, longDeadline()), MessageProviderError)
})

/** A callback as Twilio sends it. */
function callback(fields: Record<string, string>, { query = '', token = 's:cret', method = 'POST' } = {}) {
  const url = callbackUrl + query
  const form = new URLSearchParams({ AccountSid: 'AC1', ...fields })
  const headers = { 'x-twilio-signature': signatureOf(url, form, token) }
  return { method, url, headers, body: Buffer.from(form.toString()) }
}
const query = '?messageId=msg_1'

test('signs callbacks as Twilio documents it', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    From: '+12349013030',
    To: '+18005551212',
    Caller: '+12349013030',
    Digits: '1234',
  })
  // The example in the tests of Twilio's libraries.
  assert.equal(
    signatureOf('https://mycompany.com/myapp.php?foo=1&bar=2', form, '12345'),
    '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
  )
})

test('a receipt has the message ids and the status', () => {
  const statusOf = (MessageStatus: string, more = {}) =>
    provider.receive(callback({ MessageSid: 'SM1', MessageStatus, SmsStatus: MessageStatus, ...more }, { query }))
  for (const [word, status] of [
    ['sent', 'SENT'],
    ['delivered', 'DELIVERED'],
    ['read', 'READ'],
  ])
    assert.deepEqual(statusOf(word!)?.receipts, [
      { providerMessageId: 'SM1', messageId: 'msg_1', status, error: undefined },
    ])
  assert.deepEqual(statusOf('undelivered', { ErrorCode: '30005' })?.receipts, [
    { providerMessageId: 'SM1', messageId: 'msg_1', status: 'FAILED', error: '30005' },
  ])
  assert.equal(statusOf('failed')?.receipts[0]?.error, 'failed')
  for (const word of ['queued', 'sending', 'accepted', 'toString', '']) assert.deepEqual(statusOf(word)?.receipts, [])
})

test('an incoming message is a reply, and is answered with empty TwiML', () => {
  const received = provider.receive(
    callback({ MessageSid: 'SM9', SmsStatus: 'received', From: '+212612345678', To: '+212500000000', Body: 'توقف' }),
  )
  assert.deepEqual(received, {
    receipts: [],
    replies: [{ id: 'SM9', channel: 'SMS', from: '+212612345678', text: 'توقف' }],
    answer: { type: 'text/xml; charset=utf-8', text: '<Response/>' },
  })
})

test('refuses callbacks that are not authentic', () => {
  const genuine = callback({ MessageSid: 'SM1', MessageStatus: 'delivered' }, { query })
  assert.ok(provider.receive(genuine))
  const wrong = {
    'signed with another token': callback({ MessageSid: 'SM1', MessageStatus: 'delivered' }, { query, token: 'x' }),
    'for another message': { ...genuine, url: genuine.url.replace('msg_1', 'msg_2') },
    'at another address': { ...genuine, url: genuine.url.replace('https', 'http') },
    'with another body': { ...genuine, body: Buffer.from(genuine.body.toString().replace('delivered', 'failed')) },
    truncated: { ...genuine, body: genuine.body.subarray(0, -5) },
    empty: { ...genuine, body: Buffer.alloc(0) },
    'without a signature': { ...genuine, headers: {} },
    'with two signatures': { ...genuine, headers: { 'x-twilio-signature': ['a', 'b'] } },
    'with half a signature': {
      ...genuine,
      headers: { 'x-twilio-signature': genuine.headers['x-twilio-signature'].slice(0, 9) },
    },
    'by another method': { ...genuine, method: 'GET' },
    'of another account': callback({ AccountSid: 'AC2', MessageSid: 'SM1', MessageStatus: 'sent' }, { query }),
    'without a message': callback({ MessageStatus: 'sent' }, { query }),
    'without a sender': callback({ MessageSid: 'SM1', Body: 'STOP' }),
  }
  for (const [name, given] of Object.entries(wrong)) assert.equal(provider.receive(given), undefined, name)
})
