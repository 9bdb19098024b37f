import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, test } from 'node:test'
import { whatsAppAddress } from './addresses.ts'
import { MessageProviderError } from './index.ts'
import { json, longDeadline, outcomeOf, outgoing, startProviderServer } from './provider-server-testing.ts'
import { WhatsAppMessages } from './whatsapp.ts'

const taken = {
  messaging_product: 'whatsapp',
  contacts: [{ input: '+212612345678', wa_id: '212612345678' }],
  messages: [{ id: 'wamid.1', message_status: 'accepted' }],
}
const server = await startProviderServer(json(200, taken))
const provider = new WhatsAppMessages(
  whatsAppAddress(`whatsapp+http://1055:EAAtoken@${server.host}/v23.0?appSecret=app-secret&verifyToken=verify-me`),
)
after(() => provider.close())
const message = outgoing({ channel: 'WHATSAPP', templateCode: 'APPOINTMENT_REMINDER_D1', language: 'ar' })
const send = (outgoing = message) => outcomeOf(provider.send(outgoing, longDeadline()))

test('a message is a template in the recipient’s language, with the message id', async () => {
  assert.equal(await send(), 'wamid.1')
  const { method, path, headers, body } = server.received.at(-1)!
  assert.deepEqual([method, path], ['POST', '/v23.0/1055/messages'])
  assert.equal(headers.authorization, 'Bearer EAAtoken')
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(
    body,
    '{"messaging_product":"whatsapp","recipient_type":"individual","to":"+212612345678","type":"template",' +
      '"template":{"name":"appointment_reminder_d1","language":{"code":"ar"},"components":[{"type":"body",' +
      '"parameters":[{"type":"text","text":"Salma"},{"type":"text","text":"Pharmacie Atlas & Cie"}]}]},' +
      '"biz_opaque_callback_data":"msg_019a9f3c5d2e00000000000000000001"}',
  )
})

test('parameters are single lines and not empty; a template without parameters has no component', async () => {
  await send({ ...message, parameters: ['Salma\r\nIdrissi\t \u00a0  X', '', '  '] })
  assert.deepEqual(
    JSON.parse(server.received.at(-1)!.body).template.components[0].parameters.map(
      ({ text }: { text: string }) => text,
    ),
    ['Salma Idrissi X', '–', '–'],
  )
  await send({ ...message, parameters: [] })
  assert.ok(!('components' in JSON.parse(server.received.at(-1)!.body).template))
})

test('maps errors by code, and unknown codes by status', async () => {
  for (const [status, code, end] of [
    [400, 131026, 'invalid_recipient'],
    [400, 131050, 'blocked'],
    [403, 368, 'blocked'],
    [404, 132001, 'rejected'],
    [400, 132000, 'rejected'],
    [400, 131008, 'rejected'],
    [400, 100, 'rejected'],
    [401, 190, 'auth_failed'],
    [403, 10, 'auth_failed'],
    [403, 294, 'auth_failed'],
    [429, 130429, 'rate_limited'],
    [400, 131056, 'rate_limited'],
    [400, 80007, 'rate_limited'],
    [500, 131000, 'service_unavailable'],
    [503, 131016, 'service_unavailable'],
    [500, 99999, 'service_unavailable'],
  ] as const) {
    server.answer = json(status, { error: { message: 'EAAtoken', type: 'OAuthException', code, fbtrace_id: 'x' } })
    assert.equal(await send(), end, `${status} ${code}`)
  }
  const error = await provider.send(message, longDeadline()).catch((error) => error)
  assert.ok(error instanceof MessageProviderError)
  assert.doesNotMatch(`${error.stack} ${(error.cause as Error).stack}`, /EAAtoken|212612345678/)
})

test('an answer without a message id leaves the message in doubt', async () => {
  for (const answer of [{}, { messages: [] }, { messages: [{ id: '' }] }, []]) {
    server.answer = json(200, answer)
    assert.equal(await send(), 'service_unavailable?')
  }
})

const url = 'https://api.example.ma/api/callbacks/messages/whatsapp'
function callback(body: string, secret = 'app-secret') {
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { method: 'POST', url, headers: { 'x-hub-signature-256': signature }, body: Buffer.from(body) }
}
const notification = (value: object, phoneNumberId = '1055') =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      {
        id: '9',
        changes: [
          {
            field: 'messages',
            value: {
              messaging_product: 'whatsapp',
              metadata: { display_phone_number: '212500000000', phone_number_id: phoneNumberId },
              ...value,
            },
          },
        ],
      },
    ],
  })
const status = (word: string, more: object = {}) => ({
  id: 'wamid.1',
  status: word,
  timestamp: '1767225600',
  recipient_id: '212612345678',
  biz_opaque_callback_data: 'msg_1',
  ...more,
})

test('receipts have the message ids and the status', () => {
  const statuses = [
    status('sent'),
    status('delivered'),
    status('read', { biz_opaque_callback_data: undefined }),
    status('failed', { errors: [{ code: 131026, title: 'Message undeliverable' }] }),
    status('failed'),
  ]
  const receipt = { providerMessageId: 'wamid.1', messageId: 'msg_1', error: undefined }
  assert.deepEqual(provider.receive(callback(notification({ statuses }))), {
    receipts: [
      { ...receipt, status: 'SENT' },
      { ...receipt, status: 'DELIVERED' },
      { ...receipt, messageId: undefined, status: 'READ' },
      { ...receipt, status: 'FAILED', error: '131026' },
      { ...receipt, status: 'FAILED', error: 'failed' },
    ],
    replies: [],
  })
})

test('texts, buttons and media are replies', () => {
  const from = '212612345678'
  const messages = [
    { id: 'wamid.a', from, type: 'text', text: { body: 'STOP' } },
    { id: 'wamid.b', from, type: 'button', button: { text: 'Oui', payload: 'yes' } },
    { id: 'wamid.c', from, type: 'interactive', interactive: { button_reply: { id: '1', title: 'Non' } } },
    { id: 'wamid.d', from, type: 'interactive', interactive: { list_reply: { id: '1', title: 'Demain' } } },
    { id: 'wamid.e', from, type: 'image', image: { id: '7' } },
  ]
  const replies = provider.receive(callback(notification({ messages })))?.replies
  assert.deepEqual(
    replies?.map(({ id, text }) => [id, text]),
    [
      ['wamid.a', 'STOP'],
      ['wamid.b', 'Oui'],
      ['wamid.c', 'Non'],
      ['wamid.d', 'Demain'],
      ['wamid.e', ''],
    ],
  )
  assert.deepEqual([replies![0]!.channel, replies![0]!.from], ['WHATSAPP', '+212612345678'])
})

test('ignores unknown items and other numbers, and parses the rest', () => {
  const statuses = [status('warning'), { id: 1 }, null, status('sent')]
  assert.equal(provider.receive(callback(notification({ statuses, messages: [{ from: 'x' }] })))?.receipts.length, 1)
  assert.deepEqual(provider.receive(callback(notification({ statuses: [status('sent')] }, '2066'))), {
    receipts: [],
    replies: [],
  })
  assert.deepEqual(provider.receive(callback('{"entry":[{"changes":[{"value":null}]}]}')), {
    receipts: [],
    replies: [],
  })
})

test('refuses callbacks that are not authentic', () => {
  const body = notification({ statuses: [status('delivered')] })
  const genuine = callback(body)
  assert.ok(provider.receive(genuine))
  const wrong = {
    'signed with another secret': callback(body, 'x'),
    'with another body': { ...genuine, body: Buffer.from(body.replace('delivered', 'failed')) },
    'with a byte more': { ...genuine, body: Buffer.from(`${body} `) },
    truncated: { ...genuine, body: genuine.body.subarray(0, -1) },
    empty: { ...genuine, body: Buffer.alloc(0) },
    'without a signature': { ...genuine, headers: {} },
    'signed in another way': { ...genuine, headers: { 'x-hub-signature': genuine.headers['x-hub-signature-256'] } },
    'with half a signature': {
      ...genuine,
      headers: { 'x-hub-signature-256': genuine.headers['x-hub-signature-256'].slice(0, 20) },
    },
    'by another method': { ...genuine, method: 'PUT' },
    'no JSON': callback('{"entry":'),
    'of another shape': callback('{"entry":{}}'),
  }
  for (const [name, given] of Object.entries(wrong)) assert.equal(provider.receive(given), undefined, name)
})

test('answers the verification request with the challenge, if the token is right', () => {
  const verifySubscription = (query: string) =>
    provider.receive({ method: 'GET', url: `${url}?${query}`, headers: {}, body: Buffer.alloc(0) })
  assert.deepEqual(verifySubscription('hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=verify-me'), {
    receipts: [],
    replies: [],
    answer: { type: 'text/plain; charset=utf-8', text: '1158201444' },
  })
  for (const wrong of [
    'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=guess',
    'hub.mode=subscribe&hub.challenge=1158201444',
    'hub.mode=unsubscribe&hub.challenge=1158201444&hub.verify_token=verify-me',
    'hub.mode=subscribe&hub.verify_token=verify-me',
    'hub.mode=subscribe&hub.challenge=%3Cscript%3E&hub.verify_token=verify-me',
    '',
  ])
    assert.equal(verifySubscription(wrong), undefined, wrong)
})
