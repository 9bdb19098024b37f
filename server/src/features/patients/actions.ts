import { type Actor, viewerOf } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { later } from '../../db/transaction.ts'
import { notFound } from '../../errors.ts'
import { recordEvent } from '../../events/record.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export { identityOf } from './identity-actions.ts'
/** Whether a patient's last answer was yes. No for whoever has not been asked, is disabled or is no patient. */
/** The same of the patient `p`, as a condition of a query. */
export { consenting, hasConsent } from './queries.ts'
export { assertPast } from './rules.ts'

/** Whether a patient is one that a caller may know of. */
export const isVisible = (ctx: Context, actor: Actor, patientId: string): Promise<boolean> =>
  queries.isVisible(ctx.db, { ...actor, role: viewerOf(actor) }, patientId)

/**
 * Makes `granted` all that a patient consents to. The same list again changes nothing and tells nobody.
 * @returns all answers as they stand now
 * @throws {ApiError} 404 unless the patient is visible, 403 unless it is the patient or an administrator who decides
 */
export async function decide(
  ctx: Context,
  actor: Actor,
  patientId: string,
  granted: readonly rules.ConsentName[],
): Promise<rules.Consent[]> {
  const held = await queries.holdAnswers(ctx.db, actor, patientId)
  if (!held) throw notFound('Patient')
  ctx.concerns(patientId, patientId)
  rules.assertMayDecide(actor, patientId)
  const standing = standingOf(held)
  const consents = rules.answered(standing, granted, ctx.clock.now())
  const versions = consents.filter((consent) => !standing.includes(consent))
  if (versions.length === 0) return consents

  for (const version of versions) later(ctx.db, queries.insertVersion(ctx.db, actor, patientId, version))
  recordEvent(ctx, {
    kind: 'patient.consent_updated',
    subjectId: patientId,
    audience: [patientId],
    data: { patientId, consents: consents.filter((consent) => consent.granted).map(({ name }) => name) },
  })
  return consents
}

/** All answers of a patient, also those that nobody was asked for. */
export const standingOf = ({ answers }: queries.Answers): rules.Consent[] =>
  rules.allConsents(answers.map((answer) => ({ ...answer, at: new Date(answer.at) })))
