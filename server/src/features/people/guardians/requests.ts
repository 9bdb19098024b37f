import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../../actor.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { type CodeKey, countRequest, offerCode, takeCode } from '../codes/actions.ts'
import { startGuardianship } from './actions.ts'
import type { askForGuardianship, confirmGuardianship } from './contract.ts'
import type { Row } from './queries.ts'
import { findAddress } from './request-queries.ts'

type GuardianshipRequest = Input<typeof askForGuardianship>['body']

/** The code is bound to the guardian who requests it, so that no other user can use it. */
const keyOf = ({ userId: about }: Actor, { dependantId, address }: GuardianshipRequest): CodeKey => ({
  userId: dependantId,
  purpose: 'GUARDIAN',
  kind: address,
  about,
})

/**
 * Sends a code to the patient. For an unknown patient or address, or after too many codes, it sends nothing; the caller cannot
 * tell the difference.
 * @throws {ApiError} 429 after too many requests
 */
export async function requestGuardianship(
  ctx: Context<'vault'>,
  actor: Actor,
  request: GuardianshipRequest,
): Promise<void> {
  await countRequest(ctx)
  const startedAt = performance.now()
  await offer(ctx, actor, request)
  await rowsOf(ctx.db, { sql: 'select', parameters: [] }) // sends the deferred statements
  await sleep(ANSWER_MS - ((performance.now() - startedAt) % ANSWER_MS))
}

/** Every answer takes a multiple of this time, so that its duration does not reveal whether the patient exists. */
const ANSWER_MS = 50

async function offer(ctx: Context<'vault'>, actor: Actor, request: GuardianshipRequest): Promise<void> {
  if (request.dependantId === actor.userId) return
  const { address, guardian } = await findAddress(ctx.db, actor, request)
  if (address === null) return
  ctx.setAuditSubject(request.dependantId, request.dependantId)
  await offerCode(ctx, keyOf(actor, request), { address, guardianName: guardian })
}

/**
 * Begins a guardianship that the dependant has verified with a code. The transaction must always commit, to count the try.
 * @returns undefined if the code is wrong
 * @throws {ApiError} like `startGuardianship`
 */
export async function confirmRequest(
  ctx: Context<'vault'>,
  actor: Actor,
  { code, ...request }: Input<typeof confirmGuardianship>['body'],
): Promise<Row | undefined> {
  const { dependantId, kind } = request
  const { address } = await findAddress(ctx.db, actor, request)
  if (address === null || !(await takeCode(ctx, keyOf(actor, request), { address, code }))) return undefined
  return startGuardianship(ctx, actor, { guardianId: actor.userId, dependantId, kind }, dependantId)
}
