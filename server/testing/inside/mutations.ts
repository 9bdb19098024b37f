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

/** One changed cell: the relations that a role has in a rule. */
type Mutation = { rule: RuleName; role: TableRole; to: readonly Relation[]; name: string }

const { values } = parseArgs({ options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } } })

/**
 * Each relation of a cell removed, and added each one that other roles have in the rule, or `tenant`. With a relation that is
 * new to a rule, the places that ask the rule no longer compile (`People` of access/check.ts).
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

/** What the table would permit. */
const changedBy =
  (mutation: Mutation): typeof relationsOf =>
  (rule, role) =>
    rule === mutation.rule && role === mutation.role ? mutation.to : relationsOf(rule, role)

const namedRoles = allOperations().flatMap(({ operation }) => {
  const rule = operation.path.startsWith('/api/sandbox/') ? undefined : ruleOfRoles(operation)
  return rule ? [{ rule, roles: operation.roles as TableRole[] }] : [] // the array that the server reads
})

/** The rules of the read with which a write answers. */
function readRulesOf({ operation }: Case): RuleName[] {
  const read = operation.method === 'GET' ? undefined : readOfAnswer(operations, operation)
  return read ? rulesOf(read) : []
}

/** Puts a cell into the running server. */
function put(name: RuleName, role: TableRole, to: readonly Relation[]): void {
  const rule: Rule = liveRules.get(name)!
  if (to.length > 0) rule[role] = to
  else delete rule[role]
  const roles = callerRoles.filter((one) => rule[one] !== undefined)
  for (const named of namedRoles) if (named.rule === name) named.roles.splice(0, named.roles.length, ...roles)
}

test('the matrix notices each changed cell of the access table', async () => {
  const platform = await startPlatform()
  const organisation = await newOrganisation(platform)
  const cases = await casesOf(platform, organisation)
  const watch = await watchTables(platform)
  const began = performance.now()
  const differs = (mutation: Mutation, one: Case) => (caller: Caller) =>
    caller.role === mutation.role && isAllowed(one, caller) !== isAllowed(one, caller, changedBy(mutation))
  const concerned = (mutation: Mutation) =>
    cases
      .filter((one) => one.rules.includes(mutation.rule) && callersOf(organisation, one).some(differs(mutation, one)))
      .sort((a, b) => Number(b.operation.method === 'GET') - Number(a.operation.method === 'GET')) // reads are quicker

  const effective = mutations.filter((mutation) => concerned(mutation).length > 0)
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
    for (const one of concerned(mutation)) {
      // What the table permits alone may still be refused, by the rule of the read that answers: then both are changed.
      const widened = new Set<readonly RuleName[]>([[], readRulesOf(one).filter((name) => name !== rule)])
      for (const alsoRead of widened) {
        const attempts = await attemptsOf(organisation, one, differs(mutation, one))
        put(rule, role, to)
        for (const name of alsoRead) put(name, role, [...relationsOf(name, role), 'tenant'])
        const failures = await failuresOf(platform, organisation, watch, one, attempts)
        for (const name of [rule, ...alsoRead]) put(name, role, relationsOf(name, role))
        if (failures.length > 0) return true
      }
    }
    return false
  }
})
