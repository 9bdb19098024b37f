import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import { recordEvent } from '../../../events/record.ts'
import type { Input } from '../../../http/operation.ts'
import { fold } from '../../../lib/fold.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { listPatients } from './contract.ts'
import type { Duplicate, Person } from './duplicate-queries.ts'
import * as duplicates from './duplicate-queries.ts'
import { type Filters, listing } from './listing-queries.ts'
import { nameSearchOf } from './name-words.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { openDisputes } from './dispute-actions.ts'
export { identityOf, recordIdentity } from './identity-actions.ts'
export { unknownIdentity } from './identity-rules.ts'
export { consenting, hasConsent, identityField } from './queries.ts'
export { assertPast } from './rules.ts'

/**
 * A page of the patients whom the caller may see.
 * @throws {ApiError} 403 for a filter by telephone number, if the caller may not read those of patients
 */
export function list(
  ctx: UnitOfWork,
  actor: Actor,
  { name, nationalId, ...query }: Input<typeof listPatients>['query'],
) {
  rules.assertMaySearch(actor, query)
  const filters: Filters = {
    ...(name !== undefined && nameSearchOf(name)),
    nationalId: nationalId && fold(nationalId).replaceAll(' ', ''),
    phone: query.phone,
    birthDate: query.birthDate,
    consent: query.consent,
  }
  return ctx.readPage(listing(actor.role, filters), filters, query)
}

/** @throws {ApiError} 404 unless visible */
export async function read(ctx: UnitOfWork, actor: Actor, id: string) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Patient')
  return row
}

/** Records that may be of the same person. */
export const findDuplicates = (ctx: UnitOfWork, actor: Actor, person: Person): Promise<Duplicate[]> =>
  duplicates.findDuplicates(ctx.db, actor, person)

/** Whether the caller may see a patient. */
export const isVisible = (ctx: UnitOfWork, actor: Actor, patientId: string): Promise<boolean> =>
  queries.isVisible(ctx.db, actor, patientId)

/**
 * Grants the consents in `granted` and withdraws all others. Repeating the same list changes nothing and publishes no event.
 * @returns all current answers
 * @throws {ApiError} 404 unless the patient is visible, 403 unless the caller is the patient or an administrator
 */
export async function decide(
  ctx: UnitOfWork,
  actor: Actor,
  patientId: string,
  granted: readonly rules.ConsentName[],
): Promise<rules.Consent[]> {
  const answers = await queries.lockAnswers(ctx.db, actor, patientId)
  if (!answers) throw notFound('Patient')
  ctx.setAuditSubject(patientId, patientId)
  rules.assertMayDecide(actor, patientId)
  const consentsBefore = answersOf(answers)
  const consents = rules.consentsAfter(consentsBefore, granted, ctx.clock.now())
  const versions = consents.filter((consent) => !consentsBefore.includes(consent))
  if (versions.length === 0) return consents

  for (const version of versions) defer(ctx.db, queries.insertVersion(ctx.db, actor, patientId, version))
  recordEvent(ctx, {
    kind: 'patient.consent_updated',
    subjectId: patientId,
    audience: [patientId],
    data: { patientId, consents: consents.filter((consent) => consent.granted).map(({ name }) => name) },
  })
  return consents
}

/** All answers of a patient, with the default for consents without an answer. */
export const answersOf = ({ answers }: queries.Answers): rules.Consent[] =>
  rules.allConsents(answers.map((answer) => ({ ...answer, at: new Date(answer.at) })))
