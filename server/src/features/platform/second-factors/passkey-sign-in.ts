import { createHmac } from 'node:crypto'
import { defer } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import * as queries from './passkey-queries.ts'
import { namesLogin, readCredential, requestOptions, verifyUse } from './passkeys.ts'
import { PASSKEY_MS } from './rules.ts'

/** A login belongs to no tenant. */
const NO_TENANT = ''

/** The challenge of a browser. Only the browser that has the cookie can answer it. */
const challengeOf = (cookie: string): Buffer => createHmac('sha256', cookie).update('passkey challenge').digest()

/** Options for a sign-in, and a cookie for the browser that requested them. */
export async function beginSignIn({ clock, config, database }: Pick<Services, 'clock' | 'config' | 'database'>) {
  const cookie = randomSecret()
  const challenge = challengeOf(cookie)
  const row = { challengeSha256: sha256(challenge), sessionId: null, expiresAt: new Date(clock.nowMs() + PASSKEY_MS) }
  await database.inTransaction(NO_TENANT, async (tx) => defer(tx, queries.insertChallenge(row)))
  return { cookie, options: await requestOptions(config, challenge) }
}

/**
 * Signs in with a passkey. It counts as both factors, because the device has verified its owner.
 * @returns the login, and whether the passkey is valid; undefined if the passkey is unknown or the challenge is not open
 */
export async function proveSignIn(
  services: Pick<Services, 'config' | 'database' | 'log'>,
  cookie: string,
  text: string,
): Promise<{ loginId: string; isRight: boolean } | undefined> {
  const given = readCredential(text)
  const challenge = challengeOf(cookie)
  const isOpen = await services.database.inTransaction(NO_TENANT, (tx) =>
    queries.takeChallenge(tx, { challengeSha256: sha256(challenge), sessionId: null }),
  )
  const passkey = given && isOpen ? await queries.findPasskey(services.database, given.id) : undefined
  if (!given || !passkey) return undefined
  const { id, login_id: loginId, counter: from } = passkey
  const known = { id: passkey.credential_id, publicKey: passkey.public_key, counter: Number(from) }
  const to = namesLogin(given.json, loginId) ? await verifyUse(services, given.json, challenge, known) : undefined
  const isRight =
    to !== undefined &&
    (await services.database.inTransaction(NO_TENANT, (tx) => queries.recordUse(tx, { id, from, to })))
  return { loginId, isRight }
}
