/** In centimes: a million dirhams. */
export const MAX_PRICE = 100_000_000

export const priceStatuses = ['TO_COME', 'IN_FORCE', 'PAST'] as const
export type PriceStatus = (typeof priceStatuses)[number]
