import type { Medina } from '../../javascript/src/index.ts'

/**
 * The place after all events that there are. The latest by time may not be the last that was written, so what follows it is
 * walked over.
 */
export async function endOfEvents(medina: Medina, signal: AbortSignal): Promise<string> {
  const [latest] = (await medina.events.list({ pageSize: 1 }, { signal })).items
  let last = latest?.id ?? 'start'
  for await (const { id } of medina.events.list({ after: last, pageSize: 100 }, { signal })) last = id
  return last
}
