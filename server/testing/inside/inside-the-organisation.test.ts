import './table.ts' // before the contracts
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerRoles } from '../../src/actor.ts'
import { startPlatform } from '../harness.ts'
import { watchTables } from '../watch.ts'
import { casesOf } from './cases.ts'
import { attemptsOf, callersOf, failuresOf, isAllowed } from './matrix.ts'
import { newOrganisation } from './people.ts'
import { relationsOf, ruleNames } from './table.ts'

/**
 * Calls every operation as every person of one organisation. The access table decides the
 * expected outcome from the caller's relation to the record.
 */
const platform = await startPlatform()
const organisation = await newOrganisation(platform)
const cases = await casesOf(platform, organisation)
const watch = await watchTables(platform)

test('every cell of the access table decides the outcome of at least one call', () => {
  const unused: string[] = []
  for (const rule of ruleNames)
    for (const role of callerRoles)
      for (const relation of relationsOf(rule, role)) {
        const withoutRelation: typeof relationsOf = (name, otherRole) =>
          relationsOf(name, otherRole).filter((one) => !(name === rule && otherRole === role && one === relation))
        const decides = cases.some(
          (one) =>
            one.rules.includes(rule) &&
            callersOf(organisation, one).some(
              (caller) => caller.role === role && isAllowed(one, caller) && !isAllowed(one, caller, withoutRelation),
            ),
        )
        if (!decides) unused.push(`${rule}: ${role} ${relation}`)
      }
  assert.deepEqual(
    unused,
    [],
    'No case has a caller with this role and relation. Add people or records to server/testing/inside, or the operation to its rules.ts.',
  )
})

for (const one of cases)
  test(one.name, async () => {
    const attempts = await attemptsOf(organisation, one)
    assert.deepEqual(await failuresOf(platform, organisation, watch, one, attempts), [])
  })
