import { medina } from '../api.ts'

/** An organisation has at most 50 webhooks. */
const WEBHOOKS_AT_MOST = 100
/** The most clients in a choice. Others can be found by id. */
const CLIENTS_AT_MOST = 200

/** The webhooks of the organisation, for names and choices. */
export const webhooksQuery = {
  queryKey: ['webhooks', 'all'],
  queryFn: async () => medina.webhooks.list({ pageSize: 100 }).all(WEBHOOKS_AT_MOST),
}

/** The clients of the organisation, for names and choices. */
export const clientsQuery = {
  queryKey: ['clients', 'all'],
  queryFn: async () => medina.clients.list({ pageSize: 100 }).all(CLIENTS_AT_MOST),
}
