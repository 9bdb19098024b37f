import { createClient } from '@redis/client'
import type { Carrier, Connect } from './lasting.ts'

const CONNECT_MS = 1000
/** A connection without any traffic for this long is considered dead; pings are sent more often. */
const SILENT_MS = 10_000
const PING_MS = 4000

const newClient = (url: string) =>
  createClient({
    url,
    name: 'medina-care-bus',
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
    pingInterval: PING_MS,
    disableOfflineQueue: true,
  })

/** Redis or Valkey pub/sub. A subscribing connection may not publish, so there are two. */
export const overRedis =
  (url: string): Connect =>
  async (listener) => {
    const [speaking, listening] = [newClient(url), newClient(url)]
    const clients = [speaking, listening]
    const destroy = async () => {
      for (const client of clients) if (client.isOpen) client.destroy()
    }
    for (const client of clients) client.on('error', listener.broke).on('end', () => listener.broke(new Error('ended')))
    try {
      await Promise.all(clients.map((client) => client.connect()))
    } catch (error) {
      await destroy()
      throw error
    }
    const carrier: Carrier = {
      publish: (channel, text) => void speaking.publish(channel, text).catch(listener.broke),
      listen: (channel) => listening.subscribe(channel, (text) => listener.text(channel, text)),
      unlisten: (channel) => void listening.unsubscribe(channel).catch(listener.broke),
      /** After the published messages were sent. */
      close: async () => {
        const isReady = clients.every((client) => client.isReady)
        if (isReady) await Promise.all(clients.map((client) => client.close())).catch(destroy)
        else await destroy()
      },
    }
    return carrier
  }
