import type { RoomCommand, RoomView } from '@medina-care/protocol/control.ts'
import type { MediaState } from '@medina-care/protocol/messages.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'
import { ConnectionError, ConnectionErrorReason, type DisconnectReason, Room, setLogLevel } from 'livekit-client'
import { Observable } from '../observable.ts'
import type { Call, CallSnapshot, Over, SharedFile, TrackKind } from './call.ts'
import { RoomControl } from './livekit-control.ts'
import { type Notice, noticeOf, overOf } from './livekit-data.ts'
import { listenToRoom } from './livekit-events.ts'
import { PeerMessages } from './livekit-messages.ts'
import { Peers } from './livekit-peers.ts'
import { TrackPublisher } from './livekit-publisher.ts'
import type { CallPlatform } from './platform.ts'
import { Renewals } from './renewals.ts'
import { RepeatedTask } from './repeated-task.ts'

export type LiveKitOptions = {
  /** The LiveKit server's URL: wss://… */
  url: string
  roomId: string
  token: string
  /** Requests a new token, if the page can. Throws while the API is unreachable. */
  renew?: (() => Promise<string | undefined>) | undefined
}

/** The interval of requests for the room view, in addition to those after LiveKit's events. */
const POLL_MS = 10_000
const RETRY_MS = 1500

// LiveKit's log would contain ids, and errors for intended disconnections.
setLogLevel('silent')

/** A call over LiveKit. */
export const liveKitCall = (options: LiveKitOptions, platform: CallPlatform): Call => new LiveKitCall(options, platform)

/** The page attaches the streams itself, so LiveKit does not know their display size for adaptive streaming. */
const newRoom = () =>
  new Room({ adaptiveStream: false, dynacast: true, stopLocalTrackOnUnpublish: false, disconnectOnPageLeave: false })

class LiveKitCall implements Call {
  readonly #options: LiveKitOptions
  readonly #platform: CallPlatform
  readonly #observable: Observable<CallSnapshot>
  readonly #control: RoomControl
  readonly #renewals: Renewals
  #room = newRoom()
  readonly #sending: Record<TrackKind, TrackPublisher>
  readonly #peers: Peers
  readonly #messages: PeerMessages
  #view: RoomView | undefined
  #roomNotice: Notice = noticeOf(undefined)
  #hasBegun = false
  #over: Over | undefined
  #isEnding = false
  #isClosed = false
  #isLineUp = false
  #isStuck = false
  #receivesVideo = true
  #on: Record<TrackKind, boolean> = { audio: false, camera: false, screen: false }
  /** Requests the room view from our server. */
  readonly #poll = new RepeatedTask(async () => this.#applyView(await this.#control.view()))
  #stopTimer: (() => void) | undefined

  constructor(options: LiveKitOptions, platform: CallPlatform) {
    this.#options = options
    this.#platform = platform
    this.#control = new RoomControl(options.roomId, options.token, platform)
    this.#renewals = new Renewals(options.renew)
    const room = () => this.#room
    this.#peers = new Peers(room, platform.newStream)
    this.#messages = new PeerMessages(room, platform, options.roomId, () => this.#others())
    const me = () => this.#room.localParticipant
    this.#sending = {
      audio: new TrackPublisher('audio', me),
      camera: new TrackPublisher('camera', me),
      screen: new TrackPublisher('screen', me),
    }
    this.#observable = new Observable(() => this.#snapshot())
  }

  get now(): CallSnapshot {
    return this.#observable.now
  }

  watch(listener: (now: CallSnapshot) => void): () => void {
    return this.#observable.subscribe(listener)
  }

  join(): void {
    if (this.#hasBegun && !this.#over) return
    this.#hasBegun = true
    this.#over = undefined
    this.#isEnding = false
    this.#view = undefined
    this.#roomNotice = noticeOf(undefined)
    this.#observable.notify()
    this.#renewals.reset()
    void this.#connect()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    this.#on[kind] = track !== null
    this.#sending[kind].set(track)
    this.#observable.notify()
  }

  receiveVideo(isWanted: boolean): void {
    this.#receivesVideo = isWanted
    this.#peers.receiveVideo(isWanted)
    this.#messages.wishVideo(isWanted)
    this.#observable.notify()
  }

  raiseHand(isRaised: boolean): void {
    this.#messages.raise(isRaised)
    this.#observable.notify()
  }

  say(text: string, file?: SharedFile): void {
    if (this.#view) this.#messages.say(text, this.#view.me, file)
    this.#observable.notify()
  }

  leave(): void {
    this.#end({ why: 'left' })
  }

  admit = (peerId: string): void => this.#decide('admit', peerId)
  deny = (peerId: string): void => this.#decide('deny', peerId)
  allow = (peerId: string): void => this.#decide('allow', peerId)
  toLobby = (peerId: string): void => this.#decide('to-lobby', peerId)
  kick = (peerId: string): void => this.#decide('kick', peerId)
  end = (): void => this.#decide('end')

  /** Publishes no final snapshot: the page is unloading, and may be loaded again. */
  close(): void {
    this.#isClosed = true
    this.#stopTimer?.()
    this.#control.close()
    void this.#room.disconnect(false)
  }

  /**
   * Connects with a new Room: one that the server disconnects while it is connecting waits for media for 15 s, and
   * meanwhile can neither be stopped nor connect again.
   */
  async #connect(): Promise<void> {
    this.#room.removeAllListeners()
    const room = newRoom()
    this.#room = room
    this.#listen()
    const isAbandoned = () => room !== this.#room || this.#over !== undefined || this.#isEnding || this.#isClosed
    try {
      await room.connect(this.#options.url, this.#control.token)
    } catch (error) {
      if (!isAbandoned()) await this.#connectFailed(error)
      return
    }
    if (isAbandoned()) return void room.disconnect(false)
    this.#isLineUp = true
    this.#isStuck = false
    this.#renewals.reset()
    this.#readNotice()
    this.#schedulePoll()
    this.#poll.run()
  }

  async #connectFailed(error: unknown): Promise<void> {
    const { reason, context } = error instanceof ConnectionError ? error : {}
    const over = reason === ConnectionErrorReason.LeaveRequest && overOf(context as DisconnectReason, this.#roomNotice)
    if (over) return this.#end(over)
    if (reason === ConnectionErrorReason.NotAllowed) {
      try {
        const renewed = await this.#renewals.next()
        if (renewed === undefined) return this.#end({ why: /expired/.test(String(error)) ? 'expired' : 'invalid' })
        this.#control.renew(renewed)
      } catch {
        return this.#reconnectLater()
      }
    }
    // The server answered, but media did not connect: there is no network path.
    this.#isStuck = reason === ConnectionErrorReason.InternalError || reason === ConnectionErrorReason.Timeout
    this.#reconnectLater()
  }

  /** LiveKit stopped reconnecting: connects again until it succeeds or the user leaves. */
  #reconnectLater(): void {
    this.#isLineUp = false
    this.#observable.notify()
    this.#stopTimer?.()
    this.#stopTimer = this.#platform.after(RETRY_MS, () => void this.#connect())
  }

  /** Requests the duration from our server first. LiveKit's notice lacks it, because the lobby sees the notice, too. */
  #end(over: Over): void {
    if (over.why !== 'ended') this.#finish(over)
    if (over.why !== 'ended' || this.#isEnding) return
    this.#isEnding = true
    void this.#control.view().then((view) => this.#finish({ ...over, durationSec: view?.ended?.durationSec }))
  }

  #finish(over: Over): void {
    if (this.#over || this.#isClosed || !this.#hasBegun) return
    this.#over = over
    if (over.why === 'ended') {
      this.#control.forget()
      this.#messages.forget()
    }
    this.#isLineUp = false
    this.#stopTimer?.()
    this.#peers.clear()
    this.#messages.resetGreetings()
    void this.#room.disconnect(false)
    this.#observable.notify()
  }

  #listen(): void {
    listenToRoom(this.#room, {
      peopleChanged: () => {
        this.#allowSending()
        void this.#poll.run()
      },
      mediaChanged: () => {
        this.#peers.receiveVideo(this.#receivesVideo)
        this.#observable.notify()
      },
      lineChanged: (isUp) => this.#onLine(isUp),
      metadataChanged: () => {
        this.#readNotice()
        void this.#poll.run()
      },
      received: (payload, from, topic) => this.#readMessage(() => this.#messages.receive(payload, from, topic)),
      disconnected: (reason) => this.#onDisconnected(reason),
    })
  }

  #onLine(isUp: boolean): void {
    this.#isLineUp = isUp
    if (isUp) {
      this.#messages.resetGreetings()
      void this.#poll.run()
    }
    this.#observable.notify()
  }

  #onDisconnected(reason: DisconnectReason | undefined): void {
    if (this.#over || this.#isEnding || this.#isClosed) return
    const over = overOf(reason, this.#roomNotice)
    if (over) this.#end(over)
    // If the first connection failed, connect() reports the reason.
    else if (this.#isLineUp || this.#view) this.#reconnectLater()
  }

  #readNotice(): void {
    this.#roomNotice = noticeOf(this.#room.metadata)
    if (this.#roomNotice.ended) this.#end(this.#roomNotice.ended)
    this.#observable.notify()
  }

  #schedulePoll(): void {
    this.#stopTimer?.()
    this.#stopTimer = this.#platform.after(POLL_MS, () => {
      this.#poll.run()
      this.#schedulePoll()
    })
  }

  #applyView(view: RoomView | undefined): void {
    if (!view || view.ended || this.#over) return // LiveKit's notice with the reason follows
    this.#view = view
    this.#messages.restoreFor(view.me)
    this.#allowSending()
    this.#messages.greet()
    this.#observable.notify()
  }

  #allowSending(): void {
    for (const sending of Object.values(this.#sending)) sending.allow(this.#isAdmitted())
  }

  /** Requires both LiveKit's permission and our server's admission. */
  #isAdmitted(): boolean {
    return this.#view?.isAdmitted === true && this.#room.localParticipant.permissions?.canSubscribe === true
  }

  #decide(verb: RoomCommand, peerId?: string): void {
    void this.#control.decide(verb, peerId).then((view) => this.#applyView(view))
  }

  /** If the sender is not in our view yet, reads the message again after the next view. */
  #readMessage(read: () => boolean): void {
    const changed = () => this.#observable.notify()
    if (read()) changed()
    else void this.#poll.run().then(read).then(changed)
  }

  /** The participants that both our server and LiveKit report. Empty until admission. */
  #others(): PersonView[] {
    if (!this.#isAdmitted()) return []
    return this.#view!.people.filter(({ peerId }) => this.#room.remoteParticipants.has(peerId))
  }

  #snapshot(): CallSnapshot {
    const view = this.#view
    const { audio: mic, camera: cam, screen } = this.#on
    const state: MediaState = { mic, cam, screen, hand: this.#messages.isRaised }
    return {
      phase: this.#phase(),
      over: this.#over,
      line: this.#isLineUp ? 'up' : 'down',
      me: view && { ...view.me, state },
      hostPresent: view?.hostPresent ?? false,
      receivesVideo: this.#receivesVideo,
      peers: this.#over ? [] : this.#peers.list(this.#others(), this.#messages, this.#receivesVideo),
      lobby: this.#control.clock.since(view?.lobby ?? []),
      denied: view?.denied ?? [],
      chat: this.#messages.messages,
      startedAt: view?.startedAt === undefined ? undefined : this.#control.clock.here(Date.parse(view.startedAt)),
      isStuck: this.#isStuck,
    }
  }

  #phase(): CallSnapshot['phase'] {
    if (!this.#hasBegun) return 'idle'
    if (this.#over) return 'over'
    if (!this.#view) return 'joining'
    if (this.#isAdmitted()) return 'in-call'
    return this.#view.me.role === 'host' ? 'joining' : 'waiting'
  }
}
