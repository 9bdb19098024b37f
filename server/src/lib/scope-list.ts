import { z } from 'zod'
import { type Scope, scopes } from '../actor.ts'
import { withoutDuplicates } from './fields.ts'

/** A client's scopes: at least one, without duplicates. */
export const scopeList = (allowed = Object.keys(scopes) as Scope[]) =>
  withoutDuplicates(
    z
      .array(z.enum(allowed, { error: 'is not a scope that may be given' }))
      .min(1, 'must name at least one scope')
      .max(allowed.length),
  ).meta({ example: ['users:read', 'appointments:read', 'appointments:write'] })
