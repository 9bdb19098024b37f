import { access, type Relation, type Rule } from '../../src/access/table.ts'
import type { TableRole } from '../../src/actor.ts'

type Table = typeof access

/** A rule of the access table, as `appointments.read`. */
export type RuleName = { [R in keyof Table & string]: `${R}.${keyof Table[R] & string}` }[keyof Table & string]

// The table shares rules between verbs. Contracts must find each by identity, so this file is imported before them.
const live: Record<string, Record<string, Rule>> = access
for (const verbs of Object.values(live)) for (const verb of Object.keys(verbs)) verbs[verb] = { ...verbs[verb] }

const entries = Object.entries(live).flatMap(([resource, verbs]) =>
  Object.entries(verbs).map(([verb, rule]) => [`${resource}.${verb}` as RuleName, rule] as const),
)

/** The rules as the server has them; `npm run mutate:access` changes them. */
export const liveRules = new Map<RuleName, Rule>(entries)
export const ruleNames: readonly RuleName[] = [...liveRules.keys()]

/** The rules as they were at the start. */
const rules = new Map<RuleName, Rule>(entries.map(([name, rule]) => [name, structuredClone(rule)]))

const nameByRule = new Map<Rule, RuleName>(entries.map(([name, rule]) => [rule, name]))
export const nameOf = (rule: Rule): RuleName | undefined => nameByRule.get(rule)

/** The relations of a role in a rule, of which one suffices. */
export const relationsOf = (name: RuleName, role: TableRole): readonly Relation[] =>
  [rules.get(name)![role] ?? []].flat()
