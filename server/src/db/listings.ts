import type { Role } from '../actor.ts'
import type { Listing } from '../context.ts'
import { perShape } from './prepared.ts'

/**
 * A list for each role and each choice of filters: what nobody asked for is no condition in its text.
 * @param names of all filters
 * @param make composes one; `by` says which filters are given
 */
export function listings<F extends object, O>(
  names: readonly (keyof F & string)[],
  make: (role: Role, by: Record<keyof F, boolean>) => Listing<F, O>,
): (role: Role, filters: F) => Listing<F, O> {
  const listingOf = perShape((role: Role, ...given: boolean[]) => {
    const by = Object.fromEntries(names.map((name, at) => [name, given[at]]))
    return make(role, by as Record<keyof F, boolean>) // one for each name
  })
  return (role, filters) => listingOf(role, ...names.map((name) => filters[name] !== undefined))
}
