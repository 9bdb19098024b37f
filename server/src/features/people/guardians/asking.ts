import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '../../../actor.ts'
import { rowsOf } from '../../../db/transaction.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { type CodeKey, countRequest, offerCode, takeCode } from '../codes/actions.ts'
import { start } from './actions.ts'
import type { askForGuardianship, confirmGuardianship } from './contract.ts'
import * as queries from './queries.ts'

type Asked = Input<typeof askForGuardianship>['body']

/** The code is bound to the guardian who asks, so no other one can use it. */
const keyOf = ({ userId: about }: Actor, { dependantId, address }: Asked): CodeKey => ({
  userId: dependantId,
  purpose: 'GUARDIAN',
  kind: address,
  about,
})

/** Sends a code to the patient. Does nothing, and says so to no one, without such a patient or address, or after too many to it. @throws {ApiError} 429 */
export async function ask(ctx: Context<'vault'>, actor: Actor, asked: Asked): Promise<void> {
  await countRequest(ctx)
  const startedAt = performance.now()
  await offer(ctx, actor, asked)
  await rowsOf(ctx.db, { sql: 'select', parameters: [] }) // sends what was deferred
  await sleep(ANSWER_MS - ((performance.now() - startedAt) % ANSWER_MS))
}

/** Requests take a multiple of this time, so that their duration does not tell whether there is such a patient. */
const ANSWER_MS = 50

async function offer(ctx: Context<'vault'>, actor: Actor, asked: Asked): Promise<void> {
  if (asked.dependantId === actor.userId) return
  const { address, guardian } = await queries.findAddress(ctx.db, actor, asked)
  if (address === null) return
  ctx.setAuditSubject(asked.dependantId, asked.dependantId)
  await offerCode(ctx, keyOf(actor, asked), { address, guardianName: guardian })
}

/**
 * Begins a guardianship that the dependant has verified. The transaction must commit in any case, to count the try.
 * @returns undefined if the code is wrong
 * @throws {ApiError} as `start`
 */
export async function confirm(
  ctx: Context<'vault'>,
  actor: Actor,
  { code, ...asked }: Input<typeof confirmGuardianship>['body'],
): Promise<queries.Row | undefined> {
  const { dependantId, kind } = asked
  const { address } = await queries.findAddress(ctx.db, actor, asked)
  if (address === null || !(await takeCode(ctx, keyOf(actor, asked), { address, code }))) return undefined
  return start(ctx, actor, { guardianId: actor.userId, dependantId, kind }, dependantId)
}
