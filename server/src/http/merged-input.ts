import type { Actor } from '../actor.ts'
import { isMissingReference } from '../db/failures.ts'
import { withSurvivors } from './merged-ids.ts'
import type { ParsedInput } from './operation.ts'
import type { Services } from './services.ts'

/** The ids of merged patients mean the surviving ones. */
export function survivorsIn({ merged }: Services, actor: Actor | undefined, input: ParsedInput): ParsedInput {
  const ids = actor && merged.of(actor.tenantId)
  return ids ? withSurvivors(ids, input) : input
}

/**
 * Runs an operation, and again if a patient that it names was merged meanwhile: it then finds the surviving record. A row
 * of the merged one is refused by its foreign key, so none is lost.
 */
export async function retryIfMerged<T>(
  { merged }: Services,
  actor: Actor | undefined,
  run: () => Promise<T>,
): Promise<T> {
  if (!actor) return run()
  const { tenantId } = actor
  const before = merged.of(tenantId)
  try {
    return await run()
  } catch (error) {
    if (!isMissingReference(error)) throw error
    await merged.reload(tenantId)
    if (merged.of(tenantId) === before) throw error
    return run()
  }
}
