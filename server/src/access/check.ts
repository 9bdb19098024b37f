import { type RawBuilder, sql } from 'kysely'
import type { Caller, Role } from '../actor.ts'
import { forbidden, unverified } from '../errors.ts'
import type { Relation, Rule } from './table.ts'

type RelationOf<R extends Rule> = R extends unknown ? Each<R[keyof R]> : never
type Each<T> = T extends readonly (infer U)[] ? U : T

/** The relations of a rule that depend on the record: the keys of `people`. */
type People<R extends Rule, T> = Record<Extract<RelationOf<R>, Exclude<Relation, 'tenant'>>, T>

const ruleByRoles = new WeakMap<readonly Role[], Rule>()

/** The roles of a rule. */
export function rolesOf<R extends Rule>(rule: R): (keyof R & Role)[] {
  const roles = Object.keys(rule) as (keyof R & Role)[] // Rule has no other keys
  ruleByRoles.set(roles, rule)
  return roles
}

/** The rule of which an operation names the roles. */
export const ruleOf = (roles: readonly Role[]): Rule | undefined => ruleByRoles.get(roles)

const relationsOf = (rule: Rule, role: Role): readonly Relation[] => [rule[role] ?? []].flat()

/** Whether a role has a relation in a rule. */
export const hasRelation = (rule: Rule, role: Role, relation: Relation): boolean =>
  relationsOf(rule, role).includes(relation)

/**
 * A rule as a condition in SQL.
 * @param people for each relation the column of the user, or a condition
 */
export function visible<R extends Rule>(
  rule: R,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
  people: People<R, string | RawBuilder<boolean>>,
): RawBuilder<boolean> {
  const places: Partial<Record<Relation, string | RawBuilder<boolean>>> = people
  const conditions = relationsOf(rule, role).map((relation): RawBuilder<boolean> => {
    if (relation === 'tenant') return sql`true`
    const place = places[relation]!
    return typeof place === 'string' ? sql`${sql.ref(place)} = ${userId}` : place
  })
  if (conditions.length === 0) return sql`false`
  return conditions.length === 1 ? conditions[0]! : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The same rule in memory.
 * @param people for each relation the id of the user, or whether the caller is one
 */
export function may<R extends Rule>(
  rule: R,
  { role, userId }: Pick<Caller, 'role' | 'userId'>,
  people: People<R, string | boolean | null>,
): boolean {
  const places: Partial<Record<Relation, string | boolean | null>> = people
  return relationsOf(rule, role).some((relation) => {
    const place = relation === 'tenant' || places[relation]
    return typeof place === 'boolean' ? place : place === userId
  })
}

/** @throws {ApiError} 403 with the message, or for a pending professional with the reason */
export function assertMay<R extends Rule>(
  rule: R,
  caller: Pick<Caller, 'role' | 'userId'>,
  people: People<R, string | boolean | null>,
  message: string,
): void {
  if (may(rule, caller, people)) return
  throw caller.role === 'PENDING' ? unverified() : forbidden(message)
}
