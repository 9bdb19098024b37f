import type { Medina } from '../../javascript/src/index.ts'

/**
 * The position after all existing events. The latest event by time may not be the last in the log, so this reads the
 * events after it.
 */
export async function endOfEvents(medina: Medina, signal: AbortSignal): Promise<string> {
  const [latest] = (await medina.events.list({ pageSize: 1 }, { signal })).items
  let last = latest?.id ?? 'start'
  for await (const { id } of medina.events.list({ after: last, pageSize: 100 }, { signal })) last = id
  return last
}
