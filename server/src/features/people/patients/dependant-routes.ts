import type { On } from '../../../http/operation.ts'
import { present } from '../guardians/actions.ts'
import { register } from './dependant-actions.ts'
import * as contract from './dependant-contract.ts'

export function dependantRoutes(on: On): void {
  on(contract.registerDependant, async (ctx, actor, { params, body }) => ({
    guardianship: present(await register(ctx, actor, params.id, body)),
  }))
}
