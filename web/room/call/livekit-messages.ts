import type { PersonView } from '@medina-care/protocol/people.ts'
import type { RemoteParticipant, Room } from 'livekit-client'
import type { ChatMessage, SharedFile } from './call.ts'
import { Chat } from './chat.ts'
import type { CallPlatform } from './platform.ts'
import { encodeWish, readWish } from './video-wish.ts'

const TOPIC = { chat: 'chat', hand: 'hand', video: 'video' }
const RAISED = 'raised'

/**
 * Chat and raised hands between pages. LiveKit delivers data without recipients to the whole room, including the
 * lobby, so every message names its recipients.
 */
export class PeerMessages {
  readonly #room: () => Room
  readonly #chat: Chat
  /** The other admitted participants. Empty until admission. */
  readonly #others: () => PersonView[]
  readonly #raised = new Set<string>()
  /** Participants who want no video. */
  readonly #listening = new Set<string>()
  /** Connections (LiveKit's sid) that have received missed messages. */
  readonly #greeted = new Set<string>()
  #isRaised = false
  #receivesVideo = true

  constructor(room: () => Room, platform: CallPlatform, roomId: string, others: () => PersonView[]) {
    this.#room = room
    this.#chat = new Chat(platform, roomId)
    this.#others = others
  }

  get messages(): ChatMessage[] {
    return [...this.#chat.messages]
  }

  get isRaised(): boolean {
    return this.#isRaised
  }

  hasRaised(peerId: string): boolean {
    return this.#raised.has(peerId)
  }

  raise(isRaised: boolean): void {
    this.#isRaised = isRaised
    this.#publish(TOPIC.hand, isRaised ? RAISED : '', this.#ids())
  }

  receivesVideo(peerId: string): boolean {
    return !this.#listening.has(peerId)
  }

  wishVideo(isWanted: boolean): void {
    this.#receivesVideo = isWanted
    this.#publish(TOPIC.video, encodeWish(isWanted), this.#ids())
  }

  say(text: string, me: PersonView, file?: SharedFile): void {
    const frame = this.#chat.say(text, me, this.#ids(), file)
    if (frame !== undefined) this.#publish(TOPIC.chat, frame, this.#ids())
  }

  /** Restores the chat after a reload of the page. */
  restoreFor(me: PersonView): void {
    this.#chat.restoreFor(me.peerId)
  }

  /** Deletes the chat, because the consultation is over. */
  forget(): void {
    this.#chat.forget()
  }

  /** Sends newcomers the messages that they missed. */
  greet(): void {
    for (const peerId of this.#ids()) {
      const sid = this.#room().remoteParticipants.get(peerId)!.sid
      if (this.#greeted.has(sid)) continue
      this.#greeted.add(sid)
      this.#publish(TOPIC.hand, this.#isRaised ? RAISED : '', [peerId])
      this.#publish(TOPIC.video, encodeWish(this.#receivesVideo), [peerId])
      for (const frame of this.#chat.unacknowledged(peerId)) this.#publish(TOPIC.chat, frame, [peerId])
    }
  }

  /** Greets all participants again after a reconnection, because messages may be lost. */
  resetGreetings(): void {
    this.#greeted.clear()
  }

  /** @returns false if the sender is not known (yet) */
  receive(payload: Uint8Array, from: RemoteParticipant, topic: string | undefined): boolean {
    const person = this.#others().find(({ peerId }) => peerId === from.identity)
    if (!person) return false
    const text = new TextDecoder().decode(payload)
    if (topic === TOPIC.hand) {
      if (text === RAISED) this.#raised.add(person.peerId)
      else this.#raised.delete(person.peerId)
    } else if (topic === TOPIC.video) {
      if (readWish(text) === false) this.#listening.add(person.peerId)
      else this.#listening.delete(person.peerId)
    } else if (topic === TOPIC.chat) {
      const answer = this.#chat.receive(text, person)
      if (answer !== undefined) this.#publish(TOPIC.chat, answer, [person.peerId])
    }
    return true
  }

  #ids(): string[] {
    return this.#others().map(({ peerId }) => peerId)
  }

  #publish(topic: string, frame: string, to: string[]): void {
    if (to.length === 0) return
    const bytes = new TextEncoder().encode(frame)
    const sent = this.#room().localParticipant.publishData(bytes, { reliable: true, destinationIdentities: to, topic })
    sent.catch(() => {}) // disconnected: sent again after reconnection
  }
}
