import type { On, OnPublic, Prepare } from '../../../http/operation.ts'
import { hashPassword } from '../accounts/actions.ts'
import { wrongCode } from '../codes/actions.ts'
import * as actions from './actions.ts'
import * as claims from './claims.ts'
import * as contract from './contract.ts'

export function registrationRoutes(on: On, onPublic: OnPublic): void {
  on(
    contract.registerPatient,
    async (ctx, actor, { body }) => ({ patient: await actions.registerPatient(ctx, actor, body) }),
    count,
  )

  on(contract.sendClaimCode, async (ctx, actor, { params, body: { address } }) => {
    const expiresAt = await claims.sendClaimCode(ctx, actor, params.id, address)
    return { address, expiresAt: expiresAt.toISOString() }
  })

  onPublic(
    contract.claimAccount,
    async (ctx, { body: { email }, prepared: { proved, passwordHash } }) => ({
      ok: true as const,
      user: await claims.claimAccount(ctx, proved, { email, passwordHash }),
    }),
    tryClaim,
  )

  on(
    contract.claimAsUser,
    async (ctx, actor, { prepared }) => ({ user: await claims.claimAsUser(ctx, actor, prepared) }),
    tryClaimOfUser,
  )
}

const count: Prepare<typeof contract.registerPatient, void> = (services, _, trail, actor) =>
  actions.countRegistration(services, trail, actor)

type Proved = Awaited<ReturnType<typeof claims.tryClaim>>

/** The call of a client is refused, and must not use up a try of the code. */
const tryClaimOfUser: Prepare<typeof contract.claimAsUser, Proved> = async (services, { body }, { address }, actor) =>
  actor?.session ? claims.tryClaim(services, body, address!) : undefined // every request has an address

/** Hashes the password even for a wrong code, so that the response time reveals nothing. */
const tryClaim: Prepare<typeof contract.claimAccount, { proved: Proved; passwordHash: string }> = async (
  services,
  { body },
  trail,
) => {
  const address = trail.address! // every request has one
  const passwordHash = await hashPassword(services, body.password, address)
  const proved = await claims.tryClaim(services, body, address)
  if (trail.tenantId === '') {
    if (!proved) throw wrongCode()
    trail.tenantId = proved.tenantId
  }
  return { proved, passwordHash }
}
