import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** What the receiver was sent, request by request: whose, which attempt, and when its first byte came. */
export type Seen = { eventIds: string[]; paths: string[]; attempts: number[]; atMs: number[] }

/** The secrets that a path's receiver knows, each under a name. */
export type KnownSecrets = Record<string, Record<string, string>>

/** By which of the known secrets a request was signed in each place. */
export type Judged = {
  path: string
  eventId: string
  atMs: number
  current: string | undefined
  next: string | undefined
  previous: string | undefined
  standard: string[]
}

export type Usage = { cpuMs: number; stallP99Ms: number }

export type Asked = { ask: 'seen' | 'forget' | 'release' | 'judged' | 'usage' } | { ask: 'know'; secrets: KnownSecrets }

export type Receiver = {
  url: string
  pid: number
  seen(): Promise<Seen>
  /** Forgets all it saw. */
  forget(): Promise<void>
  /** Breaks the connections of those that hang. */
  release(): Promise<void>
  /** From now on, keeps by which of these secrets requests are signed. */
  know(secrets: KnownSecrets): Promise<void>
  judged(): Promise<Judged[]>
  usage(): Promise<Usage>
  stop(): Promise<void>
}

/** Starts a receiver in a process of its own. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const child = fork(join(import.meta.dirname, 'receiver.ts'), [host], { serialization: 'advanced' })
  const [{ port }] = await once(child, 'message')
  const waiting = new Map<number, (answer: unknown) => void>()
  let asked = 0
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ask = <T>(question: Asked): Promise<T> =>
    new Promise((resolve) => {
      const id = asked++
      waiting.set(id, (answer) => resolve(answer as T)) // receiver.ts answers each question with its own type
      child.send({ ...question, id })
    })
  return {
    url: `http://${host}:${port}`,
    pid: child.pid!,
    seen: () => ask({ ask: 'seen' }),
    forget: () => ask({ ask: 'forget' }),
    release: () => ask({ ask: 'release' }),
    know: (secrets) => ask({ ask: 'know', secrets }),
    judged: () => ask({ ask: 'judged' }),
    usage: () => ask({ ask: 'usage' }),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** When the first byte of each event came at each path, the earliest where there were several. */
export function firstBytes({ eventIds, paths, atMs }: Seen): Map<string, number> {
  const first = new Map<string, number>()
  for (const [n, eventId] of eventIds.entries()) {
    const key = arrival(eventId, paths[n]!)
    const known = first.get(key)
    if (known === undefined || atMs[n]! < known) first.set(key, atMs[n]!)
  }
  return first
}

export const arrival = (eventId: string, path: string): string => `${eventId} ${path}`
