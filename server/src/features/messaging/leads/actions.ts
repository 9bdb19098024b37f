import { defer, deferLock } from '../../../db/transaction.ts'
import type { Input } from '../../../http/operation.ts'
import { isBot } from '../../../lib/honeypot.ts'
import { newId } from '../../../lib/ids.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { submitLead } from './contract.ts'
import * as queries from './queries.ts'

/**
 * Stores a lead, unless the same person sent the same form within a day. Submissions that fill the honeypot field get the same
 * response but are not stored.
 * @returns the lead's id
 */
export async function submit(
  ctx: UnitOfWork,
  { website, name, email, phone, source, metadata = {} }: Input<typeof submitLead>['body'],
): Promise<string> {
  const id = newId('lead')
  if (isBot(website)) return id
  const { tenantId } = ctx.trail
  const lead = { tenantId, id, name, email, phone, source, metadata }
  // Serializes submissions with a common address or number. Locks are sorted to avoid deadlocks.
  const contacts = [email?.toLowerCase(), phone].filter((contact) => contact !== undefined).sort()
  for (const contact of contacts) deferLock(ctx.db, 'lead', tenantId, source, contact)
  const earlier = await queries.findRepeated(ctx.db, lead)
  ctx.setAuditSubject(earlier ?? id)
  if (earlier === undefined) defer(ctx.db, queries.insert(lead))
  return earlier ?? id
}
