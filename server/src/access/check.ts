import { type RawBuilder, sql } from 'kysely'
import { type Actor, type Caller, type Role, type TableRole, tableRoleOf } from '../actor.ts'
import { forbidden, secondFactorRequired, unverified } from '../errors.ts'
import type { Relation, Rule } from './table.ts'

type RelationOf<R extends Rule> = R extends unknown ? Each<R[keyof R]> : never
type Each<T> = T extends readonly (infer U)[] ? U : T

/** The relations of a rule that depend on the record: the keys of `people`. */
type People<R extends Rule, T> = Record<Extract<RelationOf<R>, Exclude<Relation, 'tenant'>>, T>

const ruleByRoles = new WeakMap<readonly Role[], Rule>()

/** The roles of a rule. */
export function rolesOf<R extends Rule>(rule: R): (keyof R & TableRole)[] {
  const roles = Object.keys(rule) as (keyof R & TableRole)[] // Rule has no other keys
  ruleByRoles.set(roles, rule)
  return roles
}

/** The rule from which `rolesOf` made a list of roles. */
export const ruleOf = (roles: readonly Role[]): Rule | undefined => ruleByRoles.get(roles)

const relationsOf = (rule: Rule, role: Role): readonly Relation[] => [rule[tableRoleOf(role)] ?? []].flat()

/** Whether a role has a relation in a rule. */
export const hasRelation = (rule: Rule, role: Role, relation: Relation): boolean =>
  relationsOf(rule, role).includes(relation)

/** Whether a relation also covers the caller's dependants. Guardians have only a patient's own rights for them. */
const coversDependants = (role: Role, relation: Relation): boolean => role === 'GUARDIAN' && relation === 'own'

/** Whether a column contains the caller's id or, for a guardian, the id of a dependant. */
export const isOwn = ({ role, userId, actsFor }: Omit<Caller, 'tenantId'>, column: string): RawBuilder<boolean> =>
  role === 'GUARDIAN' ? sql`${sql.ref(column)} = any(${actsFor}::text[])` : sql`${sql.ref(column)} = ${userId}`

/**
 * A rule as a condition in SQL.
 * @param people for each relation, the column with the id of the user who has it, or a condition
 */
export function visible<R extends Rule>(
  rule: R,
  caller: Omit<Caller, 'tenantId'>,
  people: People<R, string | RawBuilder<boolean>>,
): RawBuilder<boolean> {
  const byRelation: Partial<Record<Relation, string | RawBuilder<boolean>>> = people
  const conditions = relationsOf(rule, caller.role).map((relation): RawBuilder<boolean> => {
    if (relation === 'tenant') return sql`true`
    const column = byRelation[relation]!
    if (typeof column !== 'string') return column
    return coversDependants(caller.role, relation) ? isOwn(caller, column) : sql`${sql.ref(column)} = ${caller.userId}`
  })
  if (conditions.length === 0) return sql`false`
  return conditions.length === 1 ? conditions[0]! : sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * The same rule in memory.
 * @param people for each relation, the id of the user who has it, or whether the caller has it
 */
export function may<R extends Rule>(
  rule: R,
  { role, userId, actsFor }: Omit<Caller, 'tenantId'>,
  people: People<R, string | boolean | null>,
): boolean {
  const byRelation: Partial<Record<Relation, string | boolean | null>> = people
  return relationsOf(rule, role).some((relation) => {
    const person = relation === 'tenant' || byRelation[relation]
    if (typeof person === 'boolean') return person
    return person === userId || (coversDependants(role, relation) && actsFor.some((id) => id === person))
  })
}

/** @throws {ApiError} 403 with the message; for a PENDING caller, with what they lack */
export function assertMay<R extends Rule>(
  rule: R,
  caller: Omit<Caller, 'tenantId'> & Pick<Actor, 'lacksSecondFactor'>,
  people: People<R, string | boolean | null>,
  message: string,
): void {
  if (may(rule, caller, people)) return
  if (caller.lacksSecondFactor) throw secondFactorRequired()
  throw caller.role === 'PENDING' ? unverified() : forbidden(message)
}
