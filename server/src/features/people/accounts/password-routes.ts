import { type Actor, assertOwnSession } from '../../../actor.ts'
import type { On, Prepare } from '../../../http/operation.ts'
import type { Context } from '../../../http/services.ts'
import { type ConfirmedLogin, confirmPassword, notifyOwner, wrongPassword } from '../../platform/passwords/actions.ts'
import { hashPassword } from './actions.ts'
import * as queries from './login-queries.ts'
import * as contract from './password-contract.ts'

type Checked = { current: ConfirmedLogin; newHash: string } | undefined

export function passwordRoutes(on: On): void {
  on(
    contract.changePassword,
    async (ctx, actor, { prepared }) => {
      await change(ctx, actor, prepared)
      return { ok: true as const }
    },
    check,
  )
}

const check: Prepare<typeof contract.changePassword, Checked> = async (services, { body }, trail, actor) => {
  const current = await confirmPassword(services, actor!, body.currentPassword, trail) // the operation is not public
  return current && { current, newHash: await hashPassword(services, body.newPassword, trail.address!) }
}

/**
 * Replaces the password, ends all other sessions and notifies the person.
 * @throws {ApiError} 422 for a wrong current password, or if a concurrent request has changed it
 */
async function change(ctx: Context<'vault'>, actor: Actor, checked: Checked): Promise<void> {
  assertOwnSession(actor)
  const { tenantId, userId, session: keptSession } = actor
  const isChanged =
    checked !== undefined &&
    (await queries.changePassword(ctx.db, {
      ...{ tenantId, userId, keptSession },
      ...{ oldHash: checked.current.hash, newHash: checked.newHash },
    }))
  if (!isChanged) throw wrongPassword('currentPassword')
  await notifyOwner(ctx, checked.current.loginId, 'PASSWORD_CHANGED', {})
}
