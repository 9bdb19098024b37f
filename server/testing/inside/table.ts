import { access, type Relation, type Rule } from '../../src/access/table.ts'
import type { TableRole } from '../../src/actor.ts'

type Table = typeof access

/** A rule of the access table, such as `appointments.read`. */
export type RuleName = { [R in keyof Table & string]: `${R}.${keyof Table[R] & string}` }[keyof Table & string]

// Verbs of the table share rule objects. This gives each verb its own, which contracts find by identity:
const live: Record<string, Record<string, Rule>> = access
for (const verbs of Object.values(live)) for (const verb of Object.keys(verbs)) verbs[verb] = { ...verbs[verb] }

const entries = Object.entries(live).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, rule]) => [`${resource}.${verb}` as RuleName, rule] as const),
)

/** The rules as the server has them; `npm run mutate:access` changes them. */
export const liveRules = new Map<RuleName, Rule>(entries)
export const ruleNames: readonly RuleName[] = [...liveRules.keys()]

/** A copy of the original rules. */
const rules = new Map<RuleName, Rule>(entries.map(([name, rule]) => [name, structuredClone(rule)]))

const nameByRule = new Map<Rule, RuleName>(entries.map(([name, rule]) => [rule, name]))
export const nameOf = (rule: Rule): RuleName | undefined => nameByRule.get(rule)

/** The relations of a role in a rule. A caller needs one of them. */
export const relationsOf = (name: RuleName, role: TableRole): readonly Relation[] =>
  [rules.get(name)![role] ?? []].flat()
