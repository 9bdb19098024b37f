import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * The value of `X-MC-Signature`: the lowercase hex HMAC-SHA256 of the exact body, keyed with the UTF-8 bytes of the whole
 * secret including its prefix (specification: "Signature").
 */
export const hexSignature = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * A signature of `webhook-signature` (Standard Webhooks): over `id.timestamp.body`, keyed with the decoded base64 part of
 * the secret.
 * @param timestampSec seconds since 1970, as sent in `webhook-timestamp`
 */
export function standardSignature(secret: string, id: string, timestampSec: number, body: Buffer): string {
  if (!secret.startsWith(PREFIX)) throw new Error('A webhook secret begins with whsec_.')
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.`).update(body).digest('base64')}`
}

/** A 256-bit secret in the form shown to subscribers. */
export const webhookSecret = (random: Buffer): string => PREFIX + random.toString('base64')
