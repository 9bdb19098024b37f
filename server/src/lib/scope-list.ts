import { z } from 'zod'
import { type Scope, scopes } from '../actor.ts'
import { eachOnce } from './fields.ts'

/** Names of scopes, of which a client has at least one and each once. */
export const scopeList = (allowed = Object.keys(scopes) as Scope[]) =>
  eachOnce(
    z
      .array(z.enum(allowed, { error: 'is not a scope that may be given' }))
      .min(1, 'must name at least one scope')
      .max(allowed.length),
  ).meta({ example: ['users:read', 'appointments:read', 'appointments:write'] })
