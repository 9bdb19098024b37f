import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { settlesWithin } from '../../lib/settles-within.ts'
import type { Carrier, Connect } from './lasting.ts'

/** Bytes of a notification's payload: PostgreSQL takes 7999. */
const CHUNK_BYTES = 7900 - 80
const CONNECT_MS = 1000
const CLOSE_MS = 2000
/** A connection whose statement has no answer after this time is dead. A heartbeat finds a dead one while it is idle. */
const SILENT_MS = 8000
const HEARTBEAT_MS = 4000
/** Maximum queue for a database that does not answer, before the connection counts as broken. */
const MAX_WAITING = 10_000

/**
 * LISTEN and NOTIFY on one connection. A text that is too long for a notification is split into several in one
 * transaction, so that they arrive together and in order. Texts queued during a transaction share the next one.
 */
export const overPostgres =
  (url: string): Connect =>
  async (listener) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'medina-care bus',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: SILENT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Notifications need no durability.
      options:
        '-c synchronous_commit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=4',
    })
    client.on('error', listener.broke)
    client.on('end', () => listener.broke(new Error('The connection has ended.')))
    const whole = new Assembly()
    client.on('notification', ({ channel, payload }) => {
      const text = whole.add(payload ?? '')
      if (text !== undefined) listener.text(channel, text)
    })
    await client.connect()

    const name = randomUUID().slice(0, 8)
    let sent = 0
    let waiting: { channel: string; payload: string }[] = []
    let turn: Promise<unknown> = Promise.resolve()
    /** Runs statements one at a time, in call order. */
    const run = (text: string, values?: () => unknown[]): Promise<unknown> => {
      const done = turn.then(() => client.query(text, values?.()))
      turn = done.catch(() => {}) // the caller handles it
      return done
    }
    const heartbeat = setInterval(() => run('select').catch(listener.broke), HEARTBEAT_MS).unref()
    client.on('end', () => clearInterval(heartbeat))
    const flush = () => {
      const batch = waiting
      waiting = []
      return [batch.map(({ channel }) => channel), batch.map(({ payload }) => payload)]
    }
    const carrier: Carrier = {
      publish(channel, text) {
        if (waiting.length >= MAX_WAITING) {
          waiting = []
          return listener.broke(new Error('The database takes no more notifications.'))
        }
        if (waiting.length === 0) run(notify, flush).catch(listener.broke)
        for (const payload of chunksOf(text, `${name} ${sent++}`)) waiting.push({ channel, payload })
      },
      listen: async (channel) => {
        await run(`listen ${client.escapeIdentifier(channel)}`)
      },
      unlisten: (channel) => void run(`unlisten ${client.escapeIdentifier(channel)}`).catch(listener.broke),
      // After the queued statements.
      close: async () => {
        clearInterval(heartbeat)
        await settlesWithin(
          CLOSE_MS,
          turn.then(() => client.end()),
        )
      },
    }
    return carrier
  }

const notify = `
  select pg_notify(t.channel, t.payload)
  from unnest($1::text[], $2::text[]) as t (channel, payload)`

/** Split between characters. Each is unique, because PostgreSQL drops equal notifications of a transaction. */
function chunksOf(text: string, name: string): string[] {
  const bytes = Buffer.from(text)
  const chunks: string[] = []
  for (let from = 0; from < bytes.length || chunks.length === 0; ) {
    let to = Math.min(from + CHUNK_BYTES, bytes.length)
    while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--
    chunks.push(bytes.toString('utf8', from, to))
    from = to
  }
  return chunks.map((chunk, at) => `${name} ${chunks.length - at - 1} ${chunk}`)
}

/** Reassembles chunks. */
class Assembly {
  /** The partial message of each sender; senders complete one before the next. */
  #begun = new Map<string, { n: string; text: string }>()

  /** @returns the text after its last chunk */
  add(payload: string): string | undefined {
    const [, from, n, left, chunk] = /^(\S+) (\d+) (\d+) ([\s\S]*)$/.exec(payload) ?? []
    if (from === undefined || n === undefined || chunk === undefined) return undefined
    const begun = this.#begun.get(from)
    const text = begun?.n === n ? begun.text + chunk : chunk
    if (left === '0') this.#begun.delete(from)
    else this.#begun.set(from, { n, text })
    return left === '0' ? text : undefined
  }
}
