import type { PersonView } from '@medina-care/protocol/people.ts'
import type { ChatMessage, SharedFile } from './call.ts'
import type { CallPlatform } from './platform.ts'

type ChatPlatform = Pick<CallPlatform, 'newId' | 'date' | 'store'>

const MAX_TEXT = 2000
/** The maximum size of an escaped text with its envelope. */
const MAX_FRAME = MAX_TEXT * 6 + 1000
const MAX_KEPT = 500
const MAX_UNACKNOWLEDGED = 100

type Frame = { say: { id: string; text: string; file?: SharedFile } } | { got: string }

/** What a reload needs: the messages, and for each peer the frames that were not acknowledged, by message. */
type Kept = {
  owner: string
  messages: ChatMessage[]
  outbox: [peerId: string, frames: [id: string, frame: string][]][]
}

/**
 * The chat, until the consultation ends or the tab is closed. Messages go directly between pages; no server sees them. A link may
 * break during a transmission: a message that a peer has not acknowledged is sent again on the next link, and deduplicated by
 * its id. A reload of the page keeps the messages and what is still to be sent.
 */
export class Chat {
  #messages: readonly ChatMessage[] = []
  #seen = new Set<string>()
  #outbox = new Map<string, Map<string, string>>()
  #owner = ''
  /** The recipients who have not acknowledged a message yet, by its id. */
  #missing = new Map<string, Set<string>>()
  readonly #platform: ChatPlatform
  readonly #key: string

  constructor(platform: ChatPlatform, roomId: string) {
    this.#platform = platform
    this.#key = `chat ${roomId}`
  }

  /** Restores what an earlier load of the page has kept, unless it belongs to another person who used this tab. */
  restoreFor(owner: string): void {
    if (this.#owner === owner) return
    this.#owner = owner
    const kept = this.#platform.store.read(this.#key) as Kept | undefined
    if (kept?.owner !== owner) return
    this.#messages = kept.messages
    this.#seen = new Set(kept.messages.map(({ id }) => id))
    this.#outbox = new Map(kept.outbox.map(([peerId, frames]) => [peerId, new Map(frames)]))
    for (const [peerId, frames] of kept.outbox)
      for (const [id] of frames) this.#missing.set(id, (this.#missing.get(id) ?? new Set()).add(peerId))
  }

  get messages(): readonly ChatMessage[] {
    return this.#messages
  }

  /** @returns the frame to send to each of `to`, or undefined for an empty text */
  say(text: string, me: PersonView, to: string[], file?: SharedFile): string | undefined {
    const trimmed = text.trim().slice(0, MAX_TEXT)
    if (trimmed === '') return undefined
    const id = this.#platform.newId()
    const frame = encodeFrame({ say: { id, text: trimmed, ...(file && { file }) } })
    for (const peerId of to) {
      const waiting = this.#outbox.get(peerId) ?? new Map<string, string>()
      waiting.set(id, frame)
      for (const oldest of waiting.keys()) {
        if (waiting.size <= MAX_UNACKNOWLEDGED) break
        waiting.delete(oldest)
      }
      this.#outbox.set(peerId, waiting)
    }
    this.#missing.set(id, new Set(to))
    this.#add({
      id,
      from: me,
      isMine: true,
      text: trimmed,
      ...(file && { file }),
      at: this.#platform.date(),
      isDelivered: false,
    })
    return frame
  }

  /** The frames to send when the link to a peer opens. */
  unacknowledged(peerId: string): string[] {
    return [...(this.#outbox.get(peerId)?.values() ?? [])]
  }

  /** @returns the frame with which to answer, if any */
  receive(raw: unknown, from: PersonView): string | undefined {
    const frame = readFrame(raw)
    if (!frame) return undefined
    if ('got' in frame) {
      this.#outbox.get(from.peerId)?.delete(frame.got)
      this.#arrived(frame.got, from.peerId)
      this.#keep()
      return undefined
    }
    const { id, text, file } = frame.say
    // The sender chooses the id: it must not hide another sender's message.
    const key = `${from.peerId} ${id}`
    if (!this.#seen.has(key)) {
      this.#seen.add(key)
      this.#add({
        id: key,
        from,
        isMine: false,
        text,
        ...(file && { file }),
        at: this.#platform.date(),
        isDelivered: true,
      })
    }
    return encodeFrame({ got: id })
  }

  /** Deletes the messages, because the consultation is over. */
  forget(): void {
    this.#platform.store.write(this.#key, undefined)
  }

  #arrived(id: string, peerId: string): void {
    const missing = this.#missing.get(id)
    if (!missing?.delete(peerId) || missing.size > 0) return
    this.#missing.delete(id)
    this.#messages = this.#messages.map((message) => (message.id === id ? { ...message, isDelivered: true } : message))
  }

  #add(message: ChatMessage): void {
    this.#messages = [...this.#messages, message].slice(-MAX_KEPT)
    this.#keep()
  }

  #keep(): void {
    const outbox = [...this.#outbox].map(([peerId, frames]): Kept['outbox'][number] => [peerId, [...frames]])
    const kept: Kept = { owner: this.#owner, messages: [...this.#messages], outbox }
    this.#platform.store.write(this.#key, kept)
  }
}

const encodeFrame = (frame: Frame): string => JSON.stringify(frame)

/** Parses untrusted input from another page. */
function readFrame(raw: unknown): Frame | undefined {
  if (typeof raw !== 'string' || raw.length > MAX_FRAME) return undefined
  let frame: Partial<{ say: Partial<{ id: unknown; text: unknown; file: unknown }> | null; got: unknown }> | null
  try {
    frame = JSON.parse(raw)
  } catch {
    return undefined
  }
  if (isId(frame?.got)) return { got: frame.got }
  const { id, text, file: given } = frame?.say ?? {}
  const isText = typeof text === 'string' && text.trim() !== '' && text.length <= MAX_TEXT
  const file = given === undefined ? undefined : readFile(given)
  if (!isId(id) || !isText || (given !== undefined && !file)) return undefined
  return { say: { id, text, ...(file && { file }) } }
}

function readFile(given: unknown): SharedFile | undefined {
  const { id, name, size } = (given ?? {}) as Partial<Record<keyof SharedFile, unknown>>
  const isFile = typeof id === 'string' && /^vfl_\w{1,64}$/.test(id) && typeof name === 'string' && name.length <= 100
  return isFile && typeof size === 'number' && size > 0 ? { id, name, size } : undefined
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,40}$/.test(value)
