/** The key of a delivery within its tenant. `n` is 0 for the automatic one and counts resends. */
export type DeliveryKey = { eventId: string; endpointId: string; n: number }

/** How often an event may be sent to an endpoint anew, as ids can tell. */
export const MAX_RESENDS = 9999

const hexOf = (id: string) => id.slice(id.indexOf('_') + 1)

/** A delivery's id as it is shown. It is composed of its key, so that it is found without an index of its own. */
export const deliveryId = ({ eventId, endpointId, n }: DeliveryKey): string =>
  `dlv_${hexOf(eventId)}_${hexOf(endpointId)}_${n}`

/** The key that an id stands for, if it is one. */
export function parseDeliveryId(id: string): DeliveryKey | undefined {
  const [, event, endpoint, n] = /^dlv_([0-9a-f]{32})_([0-9a-f]{32})_(0|[1-9]\d{0,3})$/.exec(id) ?? []
  if (event === undefined || endpoint === undefined) return undefined
  return { eventId: `evt_${event}`, endpointId: `whk_${endpoint}`, n: Number(n) }
}
