import type { On, OnPublic, Prepare } from '../../../http/operation.ts'
import { hashPassword } from '../accounts/actions.ts'
import { wrongCode } from '../codes/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function passwordResetRoutes(_on: On, onPublic: OnPublic): void {
  onPublic(
    contract.requestPasswordReset,
    async (_ctx, { prepared: { resetId, expiresAt } }) => ({ resetId, expiresAt: expiresAt.toISOString() }),
    request,
  )

  onPublic(
    contract.resetPassword,
    async (ctx, { prepared: { proved, passwordHash } }) => ({
      ok: true as const,
      ...(await actions.reset(ctx, proved, passwordHash)),
    }),
    tryCode,
  )
}

const request: Prepare<typeof contract.requestPasswordReset, actions.Requested> = (
  services,
  { body: { email } },
  trail,
) => actions.request(services, email, trail)

type Prepared = { proved: actions.Proved | undefined; passwordHash: string }

/** Hashes the password first, even for a wrong code, so that the response time reveals nothing. */
const tryCode: Prepare<typeof contract.resetPassword, Prepared> = async (services, { body }, trail) => {
  const address = trail.address! // every request has one
  const passwordHash = await hashPassword(services, body.password, address)
  const proved = await actions.tryCode(services, body, address)
  if (trail.tenantId === '') {
    if (!proved) throw wrongCode()
    trail.tenantId = proved.tenantId
  }
  return { proved, passwordHash }
}
