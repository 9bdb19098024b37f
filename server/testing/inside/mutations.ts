import './table.ts' // before the contracts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import type { Relation, Rule } from '../../src/access/table.ts'
import { callerRoles, type TableRole } from '../../src/actor.ts'
import { allOperations } from '../../src/app.ts'
import { readOfAnswer } from '../../src/http/resources.ts'
import { startPlatform } from '../harness.ts'
import { sample } from '../random-sample.ts'
import { watchTables } from '../watch.ts'
import { type Case, casesOf } from './cases.ts'
import { attemptsOf, callersOf, failuresOf, isAllowed, operations } from './matrix.ts'
import { type Caller, newOrganisation } from './people.ts'
import { ruleOfRoles, rulesOf } from './rules.ts'
import { liveRules, type RuleName, relationsOf, ruleNames } from './table.ts'

/** A changed cell: the new relations of a role in a rule. */
type Mutation = { rule: RuleName; role: TableRole; to: readonly Relation[]; name: string }

const { values } = parseArgs({ options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } } })

/**
 * Removes each relation of a cell, and adds each relation that other roles have in the rule, or `tenant`. With a relation that is
 * new to a rule, the callers of the rule do not compile (`People` of access/check.ts).
 */
const mutations: Mutation[] = ruleNames.flatMap((rule) =>
  callerRoles.flatMap((role) => {
    const now = relationsOf(rule, role)
    const change = (relation: Relation): Mutation =>
      now.includes(relation)
        ? { rule, role, to: now.filter((one) => one !== relation), name: `${rule}: ${role} without ${relation}` }
        : { rule, role, to: [...now, relation], name: `${rule}: ${role} with ${relation}` }
    const known = new Set<Relation>(['tenant', ...callerRoles.flatMap((one) => relationsOf(rule, one))])
    return [...known].map(change)
  }),
)

/** The relations of the changed table. */
const changedBy =
  (mutation: Mutation): typeof relationsOf =>
  (rule, role) =>
    rule === mutation.rule && role === mutation.role ? mutation.to : relationsOf(rule, role)

const namedRoles = allOperations().flatMap(({ operation }) => {
  const rule = operation.path.startsWith('/api/sandbox/') ? undefined : ruleOfRoles(operation)
  return rule ? [{ rule, roles: operation.roles as TableRole[] }] : [] // the server reads this array
})

/** The rules of the read that produces a write's response. */
function readRulesOf({ operation }: Case): RuleName[] {
  const read = operation.method === 'GET' ? undefined : readOfAnswer(operations, operation)
  return read ? rulesOf(read) : []
}

/** Changes a cell of the table in the running server. */
function setCell(name: RuleName, role: TableRole, to: readonly Relation[]): void {
  const rule: Rule = liveRules.get(name)!
  if (to.length > 0) rule[role] = to
  else delete rule[role]
  const roles = callerRoles.filter((one) => rule[one] !== undefined)
  for (const named of namedRoles) if (named.rule === name) named.roles.splice(0, named.roles.length, ...roles)
}

test('the matrix fails for each changed cell of the access table', async () => {
  const platform = await startPlatform()
  const organisation = await newOrganisation(platform)
  const cases = await casesOf(platform, organisation)
  const watch = await watchTables(platform)
  const began = performance.now()
  const differs = (mutation: Mutation, one: Case) => (caller: Caller) =>
    caller.role === mutation.role && isAllowed(one, caller) !== isAllowed(one, caller, changedBy(mutation))
  const affectedCases = (mutation: Mutation) =>
    cases
      .filter((one) => one.rules.includes(mutation.rule) && callersOf(organisation, one).some(differs(mutation, one)))
      .sort((a, b) => Number(b.operation.method === 'GET') - Number(a.operation.method === 'GET')) // reads are faster

  const effective = mutations.filter((mutation) => affectedCases(mutation).length > 0)
  const tried = values.sample ? sample(effective, Number(values.sample), Number(values.seed)) : effective
  console.log(
    `${mutations.length} changes, of which ${effective.length} change what someone may do; ${tried.length} are tried, seed ${values.seed}.`,
  )
  const survivors: string[] = []
  for (const [n, mutation] of tried.entries()) {
    if (!(await isNoticed(mutation))) {
      survivors.push(mutation.name)
      console.log(`not noticed: ${mutation.name}`)
    }
    if (n % 100 === 99) console.log(`${n + 1} tried, ${survivors.length} not noticed`)
  }
  const sec = Math.round((performance.now() - began) / 1000)
  console.log(`${tried.length - survivors.length} of ${tried.length} noticed in ${sec} s`)
  assert.deepEqual(survivors, [])

  async function isNoticed(mutation: Mutation): Promise<boolean> {
    const { rule, role, to } = mutation
    for (const one of affectedCases(mutation)) {
      // The read that produces the response may refuse a call that the changed rule permits: try with both rules changed, too.
      const widened = new Set<readonly RuleName[]>([[], readRulesOf(one).filter((name) => name !== rule)])
      for (const alsoRead of widened) {
        const attempts = await attemptsOf(organisation, one, differs(mutation, one))
        setCell(rule, role, to)
        for (const name of alsoRead) setCell(name, role, [...relationsOf(name, role), 'tenant'])
        const failures = await failuresOf(platform, organisation, watch, one, attempts)
        for (const name of [rule, ...alsoRead]) setCell(name, role, relationsOf(name, role))
        if (failures.length > 0) return true
      }
    }
    return false
  }
})
