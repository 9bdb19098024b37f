import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/**
 * What `X-MC-Signature` carries: the lowercase hex HMAC-SHA256 of the exact body, keyed with the UTF-8 bytes of the
 * whole secret as it was shown, prefix included (specification: "Signature").
 */
export const hexSignature = (secret: string, body: Buffer): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * One signature of `webhook-signature`, as Standard Webhooks defines it: over `id.timestamp.body`, keyed with the bytes
 * that the secret's base64 part stands for.
 * @param timestampSec seconds since 1970, as sent in `webhook-timestamp`
 */
export function standardSignature(secret: string, id: string, timestampSec: number, body: Buffer): string {
  if (!secret.startsWith(PREFIX)) throw new Error('A webhook secret begins with whsec_.')
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSec}.`).update(body).digest('base64')}`
}

/** A secret of 256 bits as subscribers are shown it. */
export const webhookSecret = (random: Buffer): string => PREFIX + random.toString('base64')
