import { hasRelation } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import type { Trail } from '../../../audit/trail.ts'
import { deferLock } from '../../../db/transaction.ts'
import { conflict, forbidden, unprocessable } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { runUnaudited } from '../../../http/unit-of-work.ts'
import { fold } from '../../../lib/fold.ts'
import { addPatient } from '../accounts/actions.ts'
import { countPatient } from '../codes/actions.ts'
import * as contacts from '../contacts/actions.ts'
import { findDuplicates, read, recordIdentity } from '../patients/actions.ts'
import { canTreat, recordRegistration } from '../relationships/actions.ts'
import type * as contract from './contract.ts'

type Registration = Input<typeof contract.registerPatient>['body']

/**
 * Registers a patient without an account.
 * @throws {ApiError} 422 for a birth date in the future or an unknown professional; 403 for a professional who registers for
 *   another professional; 409 with possible duplicates
 */
export async function registerPatient(
  ctx: Context<'config'>,
  actor: Actor,
  { professionalId, differentPerson, phone, email, language, ...person }: Registration,
) {
  const treating = await treatingProfessional(ctx, actor, professionalId)
  if (!differentPerson) await assertNew(ctx, actor, person)
  const id = addPatient(ctx, { name: person.name, email })
  recordIdentity(ctx, actor, id, person, { attested: true })
  contacts.add(ctx, id, { phone, language })
  if (treating !== undefined) recordRegistration(ctx, treating, id)
  ctx.setAuditSubject(id, id)
  const { name, created_at, last_activity } = await read(ctx, actor, id)
  const times = { createdAt: created_at.toISOString(), lastActivityAt: last_activity.toISOString() }
  return { id, name, birthDate: person.birthDate, email, phone, ...times }
}

/**
 * Counts a registration by a professional. It commits separately, so that refused registrations count too.
 * @throws {ApiError} 429 after too many registrations
 */
export async function countRegistration(services: Services, trail: Trail, actor: Actor | undefined): Promise<void> {
  if (actor && hasRelation(access.patients.register, actor.role, 'author'))
    await runUnaudited(services, trail, countPatient)
}

/** The professional who treats the new patient: the caller, or the professional named by the front desk. */
async function treatingProfessional(
  ctx: Context<'config'>,
  { userId, role }: Actor,
  named: string | undefined,
): Promise<string | undefined> {
  if (hasRelation(access.patients.register, role, 'author')) {
    if (named !== undefined && named !== userId)
      throw forbidden('Doctors and dentists register patients for themselves. Leave out professionalId.')
    return userId
  }
  if (named !== undefined && !(await canTreat(ctx, named)))
    throw unprocessable([
      {
        path: ['professionalId'],
        message: 'is not a verified doctor or dentist of this organisation',
        code: 'unknown_record',
      },
    ])
  return named
}

type Person = Pick<Registration, 'name' | 'birthDate' | 'nationalId'>

/**
 * Checks for duplicates. Concurrent registrations of one person are serialized, so that the second finds the first.
 * @throws {ApiError} 409 with possible duplicates
 */
async function assertNew(ctx: Context<'config'>, actor: Actor, person: Person): Promise<void> {
  const { tenantId } = actor
  const nationalId = person.nationalId === null ? '' : fold(person.nationalId).replaceAll(' ', '')
  if (nationalId !== '') deferLock(ctx.db, 'patient with card', tenantId, nationalId)
  deferLock(ctx.db, 'patient born', tenantId, person.birthDate) // always second, to avoid deadlocks
  const found = await findDuplicates(ctx, actor, person)
  if (found.length === 0) return
  const duplicates = found
    .filter(({ is_visible }) => is_visible)
    .map(({ id, name, birth_date: birthDate, unverified_guardian: unverifiedGuardian }) => ({
      ...{ id, name, birthDate, ...(unverifiedGuardian && { unverifiedGuardian }) },
    }))
  throw conflict(
    duplicates.some(({ unverifiedGuardian }) => unverifiedGuardian)
      ? 'This person may be registered already, in a record whose guardian is not verified but can read the record. Verify or end the guardianship before you use the record, or send differentPerson: true if it is another person.'
      : 'This person may be registered already. Use the existing record, ask the front desk, or send differentPerson: true if it is another person.',
    { duplicates, hidden: found.length - duplicates.length },
  )
}
