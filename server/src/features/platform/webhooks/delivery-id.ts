/** The key of a delivery within its tenant. `n` is 0 for the automatic delivery, and counts resends. */
export type DeliveryKey = { eventId: string; endpointId: string; n: number }

/** How often an event may be resent to an endpoint. The id has space for four digits. */
export const MAX_RESENDS = 9999

const hexOf = (id: string) => id.slice(id.indexOf('_') + 1)

/** A delivery's public id. It contains the key, so that lookups need no additional index. */
export const deliveryId = ({ eventId, endpointId, n }: DeliveryKey): string =>
  `dlv_${hexOf(eventId)}_${hexOf(endpointId)}_${n}`

/** Parses a delivery id; undefined if it is invalid. */
export function parseDeliveryId(id: string): DeliveryKey | undefined {
  const [, event, endpoint, n] = /^dlv_([0-9a-f]{32})_([0-9a-f]{32})_(0|[1-9]\d{0,3})$/.exec(id) ?? []
  if (event === undefined || endpoint === undefined) return undefined
  return { eventId: `evt_${event}`, endpointId: `whk_${endpoint}`, n: Number(n) }
}
