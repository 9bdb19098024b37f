import type { Relation } from '../../src/access/table.ts'
import type { TableRole } from '../../src/actor.ts'
import { allOperations } from '../../src/app.ts'
import type { Person } from '../factories.ts'
import type { Answer, Platform } from '../harness.ts'
import { pathOf } from '../operation-path.ts'
import type { Sample } from '../samples/scene.ts'
import type { Watch } from '../watch.ts'
import type { Case } from './cases.ts'
import type { Caller, Organisation, Related } from './people.ts'
import { ruleOfRoles } from './rules.ts'
import { type RuleName, relationsOf } from './table.ts'

/** Operations under the access table. It does not cover the sandbox's own: they need any token, or ADMIN for the clock. */
export const operations = allOperations()
  .map(({ operation }) => operation)
  .filter(
    ({ scope, path }) => (scope !== 'public' && !path.startsWith('/api/sandbox/')) || path === '/api/sandbox/messages',
  )

/** Whether a caller has a relation to the record of a case. */
const isRelated = (related: Related, relation: Relation, { person }: Caller): boolean => {
  const ids = related[relation] ?? []
  return ids === 'everyone' || ids.includes(person.id)
}

type RelationsOf = (rule: RuleName, role: TableRole) => readonly Relation[]

/** Whether each rule of a case permits a caller. @param relationsIn the relations of a role in a rule, by default the table's */
export const isAllowed = (
  { operation, rules, related }: Case,
  caller: Caller,
  relationsIn: RelationsOf = relationsOf,
): boolean =>
  (operation.roles !== undefined || caller.role !== 'PENDING') && // a contract must name PENDING
  rules.every((rule) => relationsIn(rule, caller.role).some((one) => isRelated(related, one, caller)))

/** The callers of a case. */
export const callersOf = (
  { callers, operators }: Organisation,
  { decidedBy, isTriedBy = () => true }: Case,
): readonly Caller[] => (decidedBy === 'operator' ? operators : callers).filter(isTriedBy)

/** A prepared request of a caller. */
type Attempt = { caller: Caller; sample: Sample; substitute?: Person | undefined }

/** Creates the records and requests of a case's callers. @param only restricts the callers */
export async function attemptsOf(
  organisation: Organisation,
  testCase: Case,
  only: (caller: Caller) => boolean = () => true,
): Promise<Attempt[]> {
  const isRead = testCase.operation.method === 'GET'
  let common: Sample | undefined
  const attempts: Attempt[] = []
  for (const caller of callersOf(organisation, testCase).filter(only)) {
    // Reads and refused calls can share a record. An allowed write may change it so that a second write fails.
    const isShared = testCase.sample.length === 0 && (isRead || !isAllowed(testCase, caller))
    const sample = isShared && common ? common : await testCase.sample(caller)
    if (isShared) common = sample
    attempts.push({ caller, sample, substitute: await testCase.substitute?.(caller) })
  }
  return attempts
}

/**
 * Calls the operation of a case as each caller, and compares the outcome with the access table.
 * @returns the differences
 */
export async function failuresOf(
  platform: Platform,
  organisation: Organisation,
  watch: Watch,
  testCase: Case,
  attempts: readonly Attempt[],
): Promise<string[]> {
  const { operation: op } = testCase
  const failures: string[] = []
  const call = async ({ caller, sample, substitute }: Attempt): Promise<void> => {
    const { token } = substitute ?? (testCase.inSession ? await organisation.sessionOf(caller.person) : caller.person)
    const request = { token, ...(op.body && { body: sample.body }) }
    const answer = await platform.call(op.method, pathOf(op, sample), request)
    const fault = faultOf(testCase, caller, sample, answer)
    if (fault)
      failures.push(`${testCase.name} as ${caller.name}: ${fault}: ${answer.status} ${answer.text.slice(0, 300)}`)
  }
  const refused = attempts.filter(({ caller }) => !isAllowed(testCase, caller))
  await watch.reset()
  await Promise.all(refused.map(call))
  const changed = await watch.changes()
  if (changed.length > 0) failures.push(`${testCase.name}: refused calls changed ${changed.join(', ')}`)
  for (const attempt of attempts) if (!refused.includes(attempt)) await call(attempt)
  return failures
}

/** The difference between a response and the access table. */
function faultOf(testCase: Case, caller: Caller, sample: Sample, { status, text }: Answer): string | undefined {
  const { operation: op } = testCase
  const allowed = isAllowed(testCase, caller)
  if (status >= 500) return 'fails'
  if (op.method === 'GET' && !op.params) {
    const byRole = ruleOfRoles(op)
    if (byRole && relationsOf(byRole, caller.role).length === 0)
      return status === 403 ? undefined : 'is not refused by role'
    if (!op.roles && caller.role === 'PENDING') return status === 403 ? undefined : 'is not refused before verification'
    if (status !== 200) return 'the list is refused'
    if (!sample.visibleText) return undefined
    return text.includes(sample.visibleText) === allowed
      ? undefined
      : allowed
        ? 'the record is absent'
        : 'the record is shown'
  }
  if (op.method === 'GET' && sample.visibleText) {
    if (text.includes(sample.visibleText) === allowed) return undefined
    return allowed ? 'the field is absent' : 'the field is shown'
  }
  if (allowed) return status < 300 ? undefined : 'is refused'
  // A forbidden record in a body is refused as an unknown reference.
  const refusals = op.params ? [403, 404] : [403, 404, 422]
  return refusals.includes(status) ? undefined : 'is allowed'
}
