import { INITIAL_STATE } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, MediaState, ServerMessage } from '@medina-care/protocol/messages.ts'
import { Observable } from '../observable.ts'
import type { Call, CallSnapshot, Over, Peer, SharedFile, TrackKind } from './call.ts'
import { Chat } from './chat.ts'
import { TogetherClock } from './media.ts'
import { PeerLinks } from './peer-links.ts'
import type { CallPlatform } from './platform.ts'
import { RoomConnection, type RoomConnectionOptions } from './room-connection.ts'
import { EMPTY_ROSTER, type ForgetPeer, type Roster, type RosterPeer, withMessage } from './roster.ts'
import { ServerClock } from './server-clock.ts'
import { encodeWish, readWish } from './video-wish.ts'

export { signalingUrl as lineAddress } from './room-connection.ts'

/** Media of peers unknown to the server are kept for this time. */
const UNKNOWN_MS = 30_000
const END_AGAIN_MS = 2000

const hints: Record<TrackKind, string> = { audio: 'speech', camera: 'motion', screen: 'detail' }
const stateOf = { audio: 'mic', camera: 'cam', screen: 'screen' } as const

export const embeddedCall = (options: RoomConnectionOptions, platform: CallPlatform): Call =>
  new EmbeddedCall(options, platform)

/**
 * A call with media directly between pages, and signalling over the server. Media survive a broken connection to the server.
 */
class EmbeddedCall implements Call {
  #platform: CallPlatform
  #connection: RoomConnection
  #links: PeerLinks
  #chat: Chat
  #together: TogetherClock
  #clock: ServerClock
  #observable = new Observable(() => this.#snapshot())

  #phase: 'idle' | 'active' | 'over' = 'idle'
  #over: Over | undefined
  #roster: Roster = EMPTY_ROSTER
  #state: MediaState = INITIAL_STATE
  #receivesVideo = true
  /** Decisions of the practitioner to send after the next connection. */
  #unsentDecisions: ClientMessage[] = []
  #isEnding = false
  #stopForgetting = new Map<string, () => void>()

  constructor(options: RoomConnectionOptions, platform: CallPlatform) {
    this.#platform = platform
    this.#chat = new Chat(platform, options.roomId)
    this.#together = new TogetherClock(platform.now)
    this.#clock = new ServerClock(platform.date)
    this.#connection = new RoomConnection(platform, options, {
      onMessage: (message) => this.#onMessage(message),
      onChange: () => this.#observable.notify(),
      onOver: (over) => this.#finish(over),
    })
    this.#links = new PeerLinks(platform, {
      onSignal: (to, toSid, data) => this.#connection.send({ type: 'signal', to, toSid, data }),
      onChange: () => this.#onMediaChange(),
      onOpen: (peerId) => {
        if (!this.#receivesVideo) this.#links.say(peerId, encodeWish(false))
        for (const frame of this.#chat.unacknowledged(peerId)) this.#links.say(peerId, frame)
      },
      onMessage: (peer, data) => {
        const wish = readWish(data)
        if (wish !== undefined) this.#links.sendVideo(peer.peerId, wish)
        const answer = this.#chat.receive(data, peer)
        if (answer) this.#links.say(peer.peerId, answer)
        this.#observable.notify()
      },
    })
  }

  get now(): CallSnapshot {
    return this.#observable.now
  }

  watch(listener: (now: CallSnapshot) => void): () => void {
    return this.#observable.subscribe(listener)
  }

  join(): void {
    if (this.#phase === 'active' || this.#over?.why === 'ended') return
    this.#phase = 'active'
    this.#over = undefined
    this.#roster = EMPTY_ROSTER
    this.#observable.notify()
    this.#connection.go()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    if (track && 'contentHint' in track) track.contentHint = hints[kind]
    this.#links.setTrack(kind, track)
    this.#setState({ [stateOf[kind]]: track !== null })
  }

  receiveVideo(isWanted: boolean): void {
    this.#receivesVideo = isWanted
    this.#links.receiveVideo(isWanted)
    for (const { peerId } of this.#roster.peers) this.#links.say(peerId, encodeWish(isWanted))
    this.#observable.notify()
  }

  raiseHand(isRaised: boolean): void {
    this.#setState({ hand: isRaised })
  }

  say(text: string, file?: SharedFile): void {
    const { me, peers, phase } = this.#roster
    if (!me || phase !== 'in-call' || me.role === 'observer') return
    const to = peers.map(({ peerId }) => peerId)
    const frame = this.#chat.say(text, me, to, file)
    if (frame) for (const peerId of to) this.#links.say(peerId, frame)
    this.#observable.notify()
  }

  leave(): void {
    if (this.#phase !== 'active') return
    this.#connection.send({ type: 'leave' })
    this.#finish({ why: 'left' })
  }

  admit = (peerId: string): void => this.#decide({ type: 'admit', peerId })
  deny = (peerId: string): void => this.#decide({ type: 'deny', peerId })
  allow = (peerId: string): void => this.#decide({ type: 'allow', peerId })
  toLobby = (peerId: string): void => this.#decide({ type: 'to-lobby', peerId })
  kick = (peerId: string): void => this.#decide({ type: 'kick', peerId })

  end(): void {
    if (this.#phase !== 'active') return
    this.#isEnding = true
    this.#connection.send({ type: 'end' })
  }

  close(): void {
    this.#observable.close()
    if (this.#phase === 'active') this.#finish({ why: 'left' })
  }

  #decide(message: ClientMessage & { peerId: string }): void {
    if (this.#phase !== 'active') return
    if (!this.#connection.isUp || !this.#connection.send(message)) this.#unsentDecisions.push(message)
    if (message.type !== 'kick' && message.type !== 'to-lobby') return
    // A server that does not know the peer cannot remove them, and their media would continue.
    const peer = this.#roster.peers.find(({ peerId, isUnknown }) => peerId === message.peerId && isUnknown)
    if (peer) this.#apply({ type: 'forget', peerId: peer.peerId, sid: peer.sid })
  }

  #setState(change: Partial<MediaState>): void {
    this.#state = { ...this.#state, ...change }
    this.#sendState()
    this.#observable.notify()
  }

  #sendState(): void {
    const { phase, me } = this.#roster
    const isHeard = this.#connection.isUp && phase === 'in-call' && me?.role !== 'observer'
    if (isHeard) this.#connection.send({ type: 'state', ...this.#state })
  }

  #onMessage(message: ServerMessage): void {
    if (message.type === 'signal') this.#links.receive(message.from, message.fromSid, message.data)
    else if (message.type === 'ice') this.#links.configure(message)
    else if (message.type === 'error') this.#onFailure(message.code)
    else if (message.type === 'joined') this.#onJoined(message)
    else {
      if (message.type === 'peer-back' || message.type === 'peer-joined') this.#links.resync(message)
      this.#apply(message)
      if (message.type !== 'ended') return
      const { reason, durationSec } = message
      this.#finish({ why: 'ended', reason, durationSec })
    }
  }

  /** Repeats a failed "End consultation". */
  #onFailure(code: 'service_unavailable' | 'not_there'): void {
    if (code !== 'service_unavailable' || !this.#isEnding) return
    this.#platform.after(END_AGAIN_MS, () => this.#isEnding && this.#connection.send({ type: 'end' }))
  }

  /** Sends the page's state to a new or restarted server. */
  #onJoined(message: Extract<ServerMessage, { type: 'joined' }>): void {
    this.#clock.set(message.now)
    this.#chat.restoreFor(message.peerId)
    this.#links.configure(message)
    this.#links.resync()
    this.#apply(message)
    this.#sendState()
    if (this.#isHostOrPatient()) this.#connection.send(this.#together.report())
    for (const verb of this.#unsentDecisions.splice(0)) this.#connection.send(verb)
    if (this.#isEnding) this.#connection.send({ type: 'end' })
  }

  #apply(message: ServerMessage | ForgetPeer): void {
    const before = this.#roster
    this.#roster = withMessage(before, message)
    if (this.#roster === before) return
    this.#links.match(this.#roster)
    this.#onMediaChange()
  }

  #onMediaChange(): void {
    const report = this.#together.set(this.#links.isTogether())
    if (report && this.#isHostOrPatient() && this.#connection.isUp) this.#connection.send(report)
    for (const peer of this.#roster.peers) this.#scheduleForget(peer)
    this.#observable.notify()
  }

  #isHostOrPatient(): boolean {
    const role = this.#roster.me?.role
    return role === 'host' || role === 'patient'
  }

  #scheduleForget({ peerId, sid, isUnknown }: RosterPeer): void {
    const key = `${peerId} ${sid}`
    const stop = this.#stopForgetting.get(key)
    const forget = () => {
      this.#stopForgetting.delete(key)
      this.#apply({ type: 'forget', peerId, sid })
    }
    if (isUnknown && this.#links.isFlowing(peerId)) {
      if (!stop) this.#stopForgetting.set(key, this.#platform.after(UNKNOWN_MS, forget))
      return
    }
    stop?.()
    this.#stopForgetting.delete(key)
    if (isUnknown) forget()
  }

  #finish(over: Over): void {
    this.#phase = 'over'
    this.#over = over
    this.#isEnding = false
    this.#unsentDecisions = []
    for (const stop of this.#stopForgetting.values()) stop()
    this.#stopForgetting.clear()
    this.#connection.stop()
    if (over.why === 'ended') {
      this.#connection.forget()
      this.#chat.forget()
    }
    this.#roster = { ...EMPTY_ROSTER, me: this.#roster.me }
    this.#links.match(this.#roster)
    this.#together.set(false)
    this.#observable.notify()
  }

  #snapshot(): CallSnapshot {
    const { phase, me, hostPresent, lobby, denied, startedAt } = this.#roster
    const peers = this.#roster.peers.map((peer) => this.#peer(peer))
    const { isUp } = this.#connection
    return {
      phase: this.#phase === 'active' ? phase : this.#phase,
      over: this.#over,
      line: isUp ? 'up' : 'down',
      me: me && { ...me, state: me.role === 'observer' ? INITIAL_STATE : this.#state },
      hostPresent,
      peers,
      receivesVideo: this.#receivesVideo,
      lobby: this.#clock.since(lobby),
      denied,
      chat: [...this.#chat.messages],
      startedAt: startedAt === undefined ? undefined : this.#clock.here(startedAt),
      isStuck: isUp && this.#links.isStuck(peers),
    }
  }

  #peer({ peerId, role, name, sid, state: sent, isAway }: RosterPeer): Peer {
    const { stream, screen, status, quality, receivesVideo } = this.#links.view(peerId)
    const link = isAway ? 'away' : status
    const state = this.#receivesVideo ? sent : { ...sent, cam: false, screen: false }
    const shared = state.screen ? screen : null
    return { peerId, role, name, sid, state, stream, screen: shared, link, quality, receivesVideo }
  }
}
