import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { patientIdOf } from '../../../actor.ts'
import { auditRow, type Trail } from '../../../audit/trail.ts'
import { defer } from '../../../db/transaction.ts'
import { deferSessionsLock } from '../../../db/users.ts'
import { withinTenant } from '../../../db/within-tenant.ts'
import type { Context, Services } from '../../../http/services.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import { queueMessage } from '../../../messages/queue.ts'
import { loginOf } from '../../platform/sign-in/actions.ts'
import { countReset, wrongCode } from '../codes/actions.ts'
import { confirm } from '../contacts/actions.ts'
import * as queries from './queries.ts'
import { ANSWER_INTERVAL_MS, codeKey, LIFE_MS, newCode } from './rules.ts'

export type Requested = { resetId: string; expiresAt: Date }

/**
 * Sends a code to an address, if it has a login with users. Neither the answer nor its duration reveals whether it has. Runs
 * before the unit of work, in separate transactions.
 * @throws {ApiError} 429 after too many codes to the address, or too many requests by the network
 */
export async function request(services: Services, email: string, trail: Trail): Promise<Requested> {
  const startedAt = performance.now()
  await runUnaudited(services, trail, (ctx) => countReset(ctx, email))
  const resetId = randomSecret()
  const expiresAt = new Date(services.clock.nowMs() + LIFE_MS)
  const login = await loginOf(services.database, email)
  const account = login?.accounts[0]
  if (login && account) {
    const { tenant_id: tenantId, id: userId } = account
    const code = newCode()
    await runUnaudited(services, { ...trail, tenantId }, async (ctx) => {
      defer(
        ctx.db,
        queries.insert({
          resetSha256: sha256(resetId),
          loginId: login.login_id,
          codeKey: codeKey(services.vault, resetId, code),
          expiresAt,
        }),
      )
      queueMessage(ctx, {
        to: { userId, at: { email } },
        template: 'PASSWORD_CODE',
        variables: { code, validUntil: expiresAt },
        about: [userId],
        uselessAt: expiresAt,
      })
      defer(ctx.db, auditRow(ctx.trail, { outcome: 'OK', ...auditSubject(account) }))
    })
  }
  await sleep(ANSWER_INTERVAL_MS - ((performance.now() - startedAt) % ANSWER_INTERVAL_MS))
  return { resetId, expiresAt }
}

/** The reset and the login that a correct code proves. */
export type Proved = { resetSha256: Buffer; loginId: string; tenantId: string }

/**
 * Checks a code. Counts the try in a separate transaction, and a wrong one for the client address: `hashPassword` refuses
 * addresses with too many.
 * @returns undefined for a wrong, used or expired code
 */
export async function tryCode(
  services: Pick<Services, 'database' | 'limits' | 'vault'>,
  { resetId, code }: { resetId: string; code: string },
  clientAddress: string,
): Promise<Proved | undefined> {
  const resetSha256 = sha256(resetId)
  const open = await services.database.inTransaction('', (tx) => queries.countTry(tx, resetSha256))
  const expected = codeKey(services.vault, resetId, code)
  if (open?.tenant_id != null && timingSafeEqual(expected, open.code_key))
    return { resetSha256, loginId: open.login_id, tenantId: open.tenant_id }
  await services.limits.checkGuess(clientAddress, { wrong: true })
  return undefined
}

/**
 * Sets the password, ends all sessions, confirms the address wherever it is the contact address, and notifies the person at their
 * confirmed addresses.
 * @returns whether they have an account
 * @throws {ApiError} 422 for a wrong code
 */
export async function reset(
  ctx: Context<'vault'>,
  proved: Proved | undefined,
  passwordHash: string,
): Promise<{ hasAccount: boolean }> {
  if (!proved) throw wrongCode()
  deferSessionsLock(ctx.db, proved.loginId) // first: a change of the password also locks the resets
  // Of two concurrent resets with one code, the second finds none.
  if (!(await queries.end(ctx.db, proved.resetSha256))) throw wrongCode()
  const members = await queries.resetPassword(ctx.db, proved.loginId, passwordHash)
  const from = ctx.trail.tenantId
  for (const member of members) {
    const trail = { ...ctx.trail, tenantId: member.tenant_id }
    const within = { ...ctx, trail }
    await withinTenant(ctx.db, { from, to: member.tenant_id }, async () => {
      const { id, email } = member
      if (email !== null && member.is_own) confirm(within, id, 'EMAIL', email, { own: true })
      const message = { template: 'PASSWORD_CHANGED' as const, variables: {}, about: [id] }
      queueMessage(within, { ...message, to: { userId: id, atOnce: true } })
      if (trail.tenantId !== from) defer(ctx.db, auditRow(trail, { outcome: 'OK', ...auditSubject(member) }))
      else ctx.setAuditSubject(member.id, patientIdOf(member))
    })
  }
  return { hasAccount: members.length > 0 }
}

const auditSubject = (user: Pick<queries.Member, 'id' | 'role'>) => ({
  subjectId: user.id,
  patientIds: [patientIdOf(user) ?? []].flat(),
})
