import { type Actor, notAllowedToAct, tableRoleOf } from '../actor.ts'
import { type ApiError, forbidden, starterOutsideSandbox } from '../errors.ts'
import type { Operation } from './operation.ts'
import type { Services } from './services.ts'

/** The refusal if the caller's plan, user or scopes do not permit the operation. Does not check its input or the role. */
export function refusalOf({ config }: Services, op: Operation, actor: Actor): ApiError | undefined {
  if (actor.plan === 'STARTER' && config.mode === 'production') return starterOutsideSandbox()
  if (op.scope === 'public') return
  if (!actor.mayAct) return notAllowedToAct(actor)
  if (op.scope !== 'token' && !actor.scopes.has(op.scope)) return forbidden(`The scope ${op.scope} is required.`)
}

/** Whether an operation admits a role. A list of roles must name PENDING to admit it. */
export const admitsRole = ({ roles, scope }: Pick<Operation, 'roles' | 'scope'>, role: Actor['role']): boolean =>
  roles ? roles.some((one) => one === tableRoleOf(role)) : role !== 'PENDING' || scope === 'token'
