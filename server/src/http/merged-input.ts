import type { Actor } from '../actor.ts'
import { isMissingReference } from '../db/failures.ts'
import { withSurvivors } from './merged-ids.ts'
import type { ParsedInput } from './operation.ts'
import type { Services } from './services.ts'

/** Replaces the ids of merged patients in the input by the surviving ids. */
export function survivorsIn({ merged }: Services, actor: Actor | undefined, input: ParsedInput): ParsedInput {
  const ids = actor && merged.get(actor.tenantId)
  return ids ? withSurvivors(ids, input) : input
}

/**
 * Runs an operation, and runs it again with the surviving id if a patient in its input was merged meanwhile. A foreign key
 * refuses every row of a merged patient, so no row is lost.
 */
export async function retryIfMerged<T>(
  { merged }: Services,
  actor: Actor | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!actor) return run()
  const { tenantId } = actor
  const before = merged.get(tenantId)
  try {
    return await run()
  } catch (error) {
    if (!isMissingReference(error)) throw error
    await merged.reload(tenantId)
    if (merged.get(tenantId) === before) throw error
    return run()
  }
}
