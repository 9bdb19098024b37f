import type { Context } from '../../context.ts'
import { later, lockLater } from '../../db/transaction.ts'
import type { Input } from '../../http/operation.ts'
import { newId } from '../../lib/ids.ts'
import { isTrapped } from '../../lib/trap.ts'
import type { submitLead } from './contract.ts'
import * as queries from './queries.ts'

/**
 * Keeps a lead, unless the same person sent the same form within a day. To a program that fell into the trap it says
 * the same, and keeps nothing.
 * @returns the lead's id
 */
export async function submit(
  ctx: Context,
  { website, name, email, phone, source, metadata = {} }: Input<typeof submitLead>['body'],
): Promise<string> {
  const id = newId('lead')
  if (isTrapped(website)) return id
  const { tenantId } = ctx.trail
  const lead = { tenantId, id, name, email, phone, source, metadata }
  // All that name one address or number take turns, in one order, so that none waits in a circle.
  const contacts = [email?.toLowerCase(), phone].filter((contact) => contact !== undefined).sort()
  for (const contact of contacts) lockLater(ctx.db, 'lead', tenantId, source, contact)
  const earlier = await queries.findRepeated(ctx.db, lead)
  ctx.concerns(earlier ?? id)
  if (earlier === undefined) later(ctx.db, queries.insert(lead))
  return earlier ?? id
}
