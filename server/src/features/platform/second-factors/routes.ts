import { type Actor, assertOwnSession } from '../../../actor.ts'
import type { Trail } from '../../../audit/trail.ts'
import type { On } from '../../../http/operation.ts'
import type { Services } from '../../../http/services.ts'
import { type ConfirmedLogin, confirmPassword } from '../passwords/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as passkeys from './passkey-actions.ts'
import * as queries from './queries.ts'
import { isRequiredOf } from './rules.ts'

export function secondFactorRoutes(on: On): void {
  on(contract.readSecondFactors, async (ctx, actor) => {
    assertOwnSession(actor)
    const [row] = await ctx.readSome(queries.ofUser, {})
    return {
      totp: row?.totp_at ? { addedAt: row.totp_at.toISOString() } : null,
      passkeys: (row?.passkeys ?? []).map(presentPasskey),
      recoveryCodesLeft: row?.recovery_codes ?? 0,
      required: isRequiredOf(ctx.config, actor),
    }
  })

  on(contract.beginTotp, async (ctx, actor, { prepared }) => actions.beginTotp(ctx, actor, prepared), checkPassword)

  on(contract.confirmTotp, async (ctx, actor, { body }) => ({
    recoveryCodes: await actions.confirmTotp(ctx, actor, body.code),
  }))

  on(
    contract.removeTotp,
    async (ctx, actor, { prepared }) => {
      await actions.removeTotp(ctx, actor, prepared)
      return { ok: true as const }
    },
    checkProof,
  )

  on(
    contract.replaceRecoveryCodes,
    async (ctx, actor, { prepared }) => ({ recoveryCodes: await actions.newRecoveryCodes(ctx, actor, prepared) }),
    checkProof,
  )

  on(
    contract.beginPasskey,
    async (ctx, actor, { prepared }) => ({ options: { ...(await passkeys.begin(ctx, actor, prepared)) } }),
    checkPassword,
  )

  on(contract.addPasskey, async (ctx, actor, { body }) => {
    const { added, recoveryCodes } = await passkeys.add(ctx, actor, body)
    const { id, name, created_at: createdAt } = added
    return { passkey: { id, name, createdAt: createdAt.toISOString(), lastUsedAt: null }, recoveryCodes }
  })

  on(
    contract.removePasskey,
    async (ctx, actor, { params, prepared }) => {
      await passkeys.remove(ctx, actor, params.id, prepared)
      return { ok: true as const }
    },
    checkPassword,
  )

  on(contract.removeSecondFactors, async (ctx, actor, { params }) => {
    await actions.removeLost(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const presentPasskey = ({ createdAt, lastUsedAt, ...passkey }: queries.Factors['passkeys'][number]) => ({
  ...passkey,
  createdAt: new Date(createdAt).toISOString(),
  lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
})

const checkPassword = (
  services: Services,
  { body }: { body: { password: string } },
  trail: Trail,
  actor: Actor | undefined,
): Promise<ConfirmedLogin | undefined> => confirmPassword(services, actor!, body.password, trail) // an operation with a token has an actor

async function checkProof(
  services: Services,
  { body }: { body: { password: string; code: string } },
  trail: Trail,
  actor: Actor | undefined,
): Promise<actions.Proof> {
  return actions.prove(services, await confirmPassword(services, actor!, body.password, trail), body.code)
}
