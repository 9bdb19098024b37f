import { randomBytes } from 'node:crypto'
import { type Actor, assertOwnSession } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { findNameOf } from '../../../db/users.ts'
import { conflict, notFound, unprocessable } from '../../../errors.ts'
import type { Context } from '../../../http/services.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { type ConfirmedLogin, notifyOwner } from '../passwords/actions.ts'
import { admit, afterAdding, read } from './actions.ts'
import * as queries from './passkey-queries.ts'
import { creationOptions, readCredential, verifyCreation } from './passkeys.ts'
import { deleteRecoveryCodes } from './queries.ts'
import { MAX_PASSKEYS, PASSKEY_MS } from './rules.ts'

/**
 * Options for a new passkey in this session.
 * @throws {ApiError} 403 for a client, 409 with too many passkeys, 422 for a wrong password
 */
export async function begin(ctx: Context<'config'>, actor: Actor, confirmedLogin: ConfirmedLogin | undefined) {
  assertOwnSession(actor)
  const { login_id: loginId } = await admit(ctx, actor, confirmedLogin)
  const existing = await queries.credentialsOf(ctx.db, loginId)
  assertRoom(existing.length)
  const challenge = randomBytes(32)
  const expiresAt = new Date(ctx.clock.nowMs() + PASSKEY_MS)
  defer(ctx.db, queries.insertChallenge({ challengeSha256: sha256(challenge), sessionId: actor.session, expiresAt }))
  const name = await findNameOf(ctx.db, actor.tenantId, actor.userId)
  return creationOptions(ctx.config, { loginId, email: confirmedLogin!.email, name }, challenge, existing)
}

/**
 * Registers a passkey for the options that the session requested.
 * @returns the passkey, and recovery codes if it is the first second factor
 * @throws {ApiError} 403 for a client, 409 with too many passkeys or for a registered one, 422 for an invalid credential
 */
export async function add(
  ctx: Context<'config' | 'log' | 'vault'>,
  actor: Actor,
  { name, credential }: { name: string; credential: string },
) {
  assertOwnSession(actor)
  const { login_id: loginId, recovery_codes: codesLeft, passkeys, totp_at: appAt } = await read(ctx, actor)
  const given = readCredential(credential)
  const isOpen =
    given !== undefined &&
    (await queries.takeChallenge(ctx.db, { challengeSha256: sha256(given.challenge), sessionId: actor.session }))
  const valid = isOpen ? await verifyCreation(ctx, given.json, given.challenge) : undefined
  if (!valid)
    throw unprocessable([{ path: ['credential'], message: 'is not a valid answer to the challenge of this session' }])
  assertRoom(passkeys.length)
  const passkey = {
    ...{ id: newId('psk'), loginId, credentialId: valid.id, name },
    ...{ publicKey: Buffer.from(valid.publicKey), counter: valid.counter },
  }
  const added = await queries.insertPasskey(ctx.db, passkey)
  if (!added) throw conflict('This passkey is already registered.')
  const isFirst = passkeys.length === 0 && appAt === null
  return { added, recoveryCodes: await afterAdding(ctx, actor, { loginId, codesLeft, isFirst }) }
}

/** @throws {ApiError} 409 if the person has the maximum number of passkeys */
function assertRoom(count: number): void {
  if (count >= MAX_PASSKEYS) throw conflict(`A person has at most ${MAX_PASSKEYS} passkeys. Remove one first.`)
}

/**
 * Removes a passkey. If it was the last second factor, also removes the recovery codes.
 * @throws {ApiError} 403 for a client, 404 for an unknown passkey, 422 for a wrong password
 */
export async function remove(
  ctx: UnitOfWork,
  actor: Actor,
  id: string,
  confirmedLogin: ConfirmedLogin | undefined,
): Promise<void> {
  const { login_id: loginId, totp_at: appAt, passkeys } = await read(ctx, actor)
  if (!passkeys.some((one) => one.id === id)) throw notFound('Passkey')
  await admit(ctx, actor, confirmedLogin)
  const left = await queries.removePasskey(ctx.db, { id, loginId })
  if (left === undefined) throw notFound('Passkey')
  if (left === 0 && appAt === null) defer(ctx.db, deleteRecoveryCodes({ loginId }))
  await notifyOwner(ctx, loginId, 'SECOND_FACTOR_CHANGED', {})
}
