import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The received requests: event, path, attempt, and time of the first byte. */
export type ReceivedRequests = { eventIds: string[]; paths: string[]; attempts: number[]; atMs: number[] }

/** The secrets known at each path, by name. */
export type KnownSecrets = Record<string, Record<string, string>>

/** The names of the secrets that signed a request, by header. */
export type VerifiedRequest = {
  path: string
  eventId: string
  atMs: number
  current: string | undefined
  next: string | undefined
  previous: string | undefined
  standard: string[]
}

export type Usage = { cpuMs: number; stallP99Ms: number }

export type ReceiverCommand =
  | { type: 'seen' | 'forget' | 'release' | 'verified' | 'usage' }
  | { type: 'know'; secrets: KnownSecrets }

export type Receiver = {
  url: string
  pid: number
  seen(): Promise<ReceivedRequests>
  /** Clears all records. */
  forget(): Promise<void>
  /** Closes the hanging connections. */
  release(): Promise<void>
  /** Sets the secrets for verification. */
  know(secrets: KnownSecrets): Promise<void>
  verified(): Promise<VerifiedRequest[]>
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** Starts a receiver in a child process. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), [host], { serialization: 'advanced' })
  const [{ port }] = await once(child, 'message')
  const waiting = new Map<number, (answer: unknown) => void>()
  let lastId = 0
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const request = <T>(command: ReceiverCommand): Promise<T> =>
    new Promise((resolve) => {
      const id = lastId++
      waiting.set(id, (answer) => resolve(answer as T)) // by the protocol of receiver.ts
      child.send({ ...command, id })
    })
  return {
    url: `http://${host}:${port}`,
    pid: child.pid!,
    seen: () => request({ type: 'seen' }),
    forget: () => request({ type: 'forget' }),
    release: () => request({ type: 'release' }),
    know: (secrets) => request({ type: 'know', secrets }),
    verified: () => request({ type: 'verified' }),
    usage: () => request({ type: 'usage' }),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** The time of the first byte of each event at each path, the earliest of several. */
export function firstBytes({ eventIds, paths, atMs }: ReceivedRequests): Map<string, number> {
  const first = new Map<string, number>()
  for (const [n, eventId] of eventIds.entries()) {
    const key = arrival(eventId, paths[n]!)
    const known = first.get(key)
    if (known === undefined || atMs[n]! < known) first.set(key, atMs[n]!)
  }
  return first
}

export const arrival = (eventId: string, path: string): string => `${eventId} ${path}`
