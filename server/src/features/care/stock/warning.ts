import type { Actor } from '../../../actor.ts'
import { defer } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { claimEffects } from '../../../jobs/effects.ts'
import { localDay } from '../../../lib/moroccan-time.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { daysAfter, type Window, windows } from './rules.ts'
import * as queries from './warning-queries.ts'

const JOB = 'expiry-warnings'
/** Limit of lots that a message names; the lots that expire first are named. */
const MAX_NAMED = 100

/** A page of pharmacies of all tenants that have lots to warn of, after the given one. */
export const duePharmacies = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  limit: number,
  after?: queries.Pharmacy,
) => database.queryWithoutTenant(queries.pharmaciesToWarn(localDay(clock.now()), limit, after))

/**
 * Warns a pharmacy of lots that expire soon, in one message for each window. Expired lots count in the narrow window.
 * @returns the number of lots
 */
export async function warn(ctx: UnitOfWork, { tenantId }: Actor, pharmacyId: string): Promise<number> {
  const today = localDay(ctx.clock.now())
  const current = await queries.lockUnwarned(ctx.db, tenantId, pharmacyId, today)
  if (current.length === 0) return 0
  ctx.setAuditSubject(pharmacyId)
  const nearest = daysAfter(today, windows.narrow)
  const { near = [], far = [] } = Object.groupBy(current, (lot) => (lot.expires_on <= nearest ? 'near' : 'far'))
  return (
    (await queueWarning(ctx, pharmacyId, near, windows.narrow)) +
    (await queueWarning(ctx, pharmacyId, far, windows.wide))
  )
}

async function queueWarning(
  ctx: UnitOfWork,
  pharmacyId: string,
  lots: queries.Unwarned[],
  withinDays: Window,
): Promise<number> {
  if (lots.length === 0) return 0
  const ids = lots.map(({ id }) => id)
  defer(ctx.db, queries.markWarned(ctx.db, ctx.trail.tenantId, ids, withinDays))
  const keyOf = ({ id, expires_on }: queries.Unwarned) => `${withinDays} ${id} ${expires_on}`
  const claimed = await claimEffects(ctx, JOB, lots.map(keyOf))
  const about = lots.filter((lot) => claimed.has(keyOf(lot))).map(({ id }) => id)
  if (about.length === 0) return 0
  queueMessage(ctx, {
    to: { userId: pharmacyId },
    template: 'EXPIRY_WARNING',
    variables: { lots: about.length, withinDays },
    about: about.slice(0, MAX_NAMED),
  })
  return about.length
}
