import { createClient } from '@redis/client'
import type { Carrier, Connect } from './lasting.ts'

const CONNECT_MS = 1000
/** A line on which nothing comes back for so long is dead; a ping is sent in time. */
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

/** Pub/sub of Redis or Valkey: one connection that speaks, for the one that listens may do nothing else. */
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
      /** Behind what has been said. */
      close: async () => {
        const isReady = clients.every((client) => client.isReady)
        if (isReady) await Promise.all(clients.map((client) => client.close())).catch(destroy)
        else await destroy()
      },
    }
    return carrier
  }
