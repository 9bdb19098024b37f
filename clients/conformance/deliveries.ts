import { createHmac } from 'node:crypto'

/** A webhook as a receiver gets it, and whether the libraries must accept it. */
export type Delivery = {
  name: string
  body: string
  headers: Record<string, string>
  secrets: string[]
  /** Milliseconds since 1970, by the receiver's clock. */
  now: number
  isGenuine: boolean
}

const SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
const OTHER = 'whsec_HxwdHhsaGRgXFhUUExIREA8ODQwLCgkIBwYFBAMCAQA='
const ID = 'evt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'
const BODY = `{"event":"prescription.created","id":"${ID}","createdAt":"2026-01-01T00:00:00.000Z","data":{"prescriptionId":"rx_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0","medication":"Paracétamol · باراسيتامول 💊"}}`
const SENT = 1_767_225_600

const own = (secret: string, body = BODY) => createHmac('sha256', secret).update(body).digest('hex')
const standard = (secret: string, id = ID, time = SENT, body = BODY) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${time}.${body}`)
    .digest('base64')}`

const headers = {
  'webhook-id': ID,
  'webhook-timestamp': String(SENT),
  'X-MC-Signature': own(SECRET),
  'webhook-signature': standard(SECRET),
}
const genuine = { body: BODY, headers, secrets: [SECRET], now: (SENT + 2) * 1000, isGenuine: true }
const refused = { ...genuine, isGenuine: false }

export const deliveries: Delivery[] = [
  { ...genuine, name: 'the example of docs/webhooks.md' },
  { ...genuine, name: 'at the end of its 300 seconds', now: (SENT + 300) * 1000 },
  { ...refused, name: 'a second later', now: (SENT + 301) * 1000 },
  { ...refused, name: 'from the future', now: (SENT - 301) * 1000 },
  { ...refused, name: 'an altered body', body: BODY.replace('rx_019a', 'rx_019b') },
  { ...refused, name: 'another secret', secrets: [OTHER] },
  { ...genuine, name: 'one of two known secrets', secrets: [OTHER, SECRET] },
  {
    ...genuine,
    name: 'during a rotation, to a receiver with the next secret',
    secrets: [OTHER],
    headers: {
      ...headers,
      'X-MC-Signature-Next': own(OTHER),
      'webhook-signature': `${standard(SECRET)} ${standard(OTHER)}`,
    },
  },
  {
    ...genuine,
    name: 'during a rotation, to a receiver with the previous secret',
    secrets: [OTHER],
    headers: {
      ...headers,
      'X-MC-Signature-Previous': own(OTHER),
      'webhook-signature': `${standard(SECRET)} ${standard(OTHER)}`,
    },
  },
  {
    ...refused,
    name: 'a new time beside old signatures',
    headers: { ...headers, 'webhook-timestamp': String(SENT + 3600) },
    now: (SENT + 3600) * 1000,
  },
  { ...refused, name: 'without its time', headers: { ...headers, 'webhook-timestamp': '' } },
  {
    ...refused,
    name: 'only one of the two signatures is valid',
    headers: { ...headers, 'X-MC-Signature': own(OTHER) },
  },
  {
    ...refused,
    name: 'only the other signature is valid',
    headers: { ...headers, 'webhook-signature': standard(OTHER) },
  },
  {
    ...refused,
    name: 'signatures of different secrets',
    secrets: [SECRET, OTHER],
    headers: { ...headers, 'X-MC-Signature': own(OTHER) },
  },
  {
    ...refused,
    name: 'signatures of as many letters that take more bytes',
    headers: { ...headers, 'X-MC-Signature': 'é'.repeat(64), 'webhook-signature': 'é'.repeat(47) },
  },
  {
    ...refused,
    name: 'a dot moved between id and time',
    headers: {
      ...headers,
      'webhook-id': `${ID}.1`,
      'webhook-signature': standard(SECRET, `${ID}.1`),
    },
  },
  // With an empty key, for example because of a missing setting, anyone could sign.
  {
    ...refused,
    name: 'an empty secret, and a signature with it',
    secrets: [''],
    headers: { ...headers, 'X-MC-Signature': own(''), 'webhook-signature': standard('') },
  },
  {
    ...refused,
    name: 'a secret without its key, and a signature with it',
    secrets: ['whsec_'],
    headers: { ...headers, 'X-MC-Signature': own('whsec_'), 'webhook-signature': standard('whsec_') },
  },
  {
    ...genuine,
    name: 'header names in lower case, with an entry of another version',
    headers: {
      'webhook-id': ID,
      'webhook-timestamp': String(SENT),
      'x-mc-signature': own(SECRET),
      'webhook-signature': `v2,AAAA ${standard(SECRET)}`,
    },
  },
]
