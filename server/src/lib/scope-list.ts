import { z } from 'zod'
import { type Scope, scopes } from '../actor.ts'
import { documentedAs, withoutDuplicates } from './fields.ts'

const known = Object.keys(scopes) as Scope[]
const scope = z.enum(known).meta({ id: 'Scope' })

/** A scope that a client holds. Any text, because an earlier version may have granted scopes that no longer exist. */
export const heldScope = z.string()
documentedAs.set(heldScope, scope)

/** A client's scopes: at least one, without duplicates. */
export function scopeList(allowed = known) {
  const granted = z.enum(allowed, { error: 'is not a scope that may be given' })
  documentedAs.set(granted, scope)
  return withoutDuplicates(z.array(granted).min(1, 'must name at least one scope').max(allowed.length)).meta({
    example: ['users:read', 'appointments:read', 'appointments:write'],
  })
}
