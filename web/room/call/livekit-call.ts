import type { RoomCommand, RoomView } from '@medina-care/protocol/control.ts'
import type { MediaState } from '@medina-care/protocol/messages.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'
import {
  ConnectionError,
  ConnectionErrorReason,
  type DisconnectReason,
  Room,
  RoomEvent,
  setLogLevel,
} from 'livekit-client'
import { Watched } from '../watched.ts'
import type { Call, CallSnapshot, Over, TrackKind } from './call.ts'
import { RoomControl } from './livekit-control.ts'
import { Peers } from './livekit-peers.ts'
import { type Notice, noticeOf, overOf } from './livekit-reading.ts'
import { Sending } from './livekit-sending.ts'
import { Talk } from './livekit-talk.ts'
import type { CallPlatform } from './platform.ts'
import { Renewals } from './renewals.ts'

export type LiveKitOptions = {
  /** The LiveKit server's URL: wss://… */
  url: string
  roomId: string
  token: string
  /** Requests a new token, if the page can. Throws while the API is unreachable. */
  renew?: (() => Promise<string | undefined>) | undefined
}

/** Interval of control requests, in addition to those on LiveKit's events. */
const LOOK_MS = 10_000
const RETRY_MS = 1500

// The page reports what matters; LiveKit's log would contain ids, and errors for intended disconnections.
setLogLevel('silent')

/** A consultation over LiveKit, with the same interface as one between two browsers. */
export function liveKitCall(options: LiveKitOptions, platform: CallPlatform): Call {
  return new LiveKitCall(options, platform)
}

class LiveKitCall implements Call {
  readonly #options: LiveKitOptions
  readonly #platform: CallPlatform
  readonly #watched: Watched<CallSnapshot>
  readonly #control: RoomControl
  readonly #renewals: Renewals
  // The page attaches the streams itself, so LiveKit cannot know their display size for adaptive streaming.
  readonly #room = new Room({
    adaptiveStream: false,
    dynacast: true,
    stopLocalTrackOnUnpublish: false,
    disconnectOnPageLeave: false,
  })
  readonly #sending: Record<TrackKind, Sending>
  readonly #peers: Peers
  readonly #talk: Talk
  #view: RoomView | undefined
  #notice: Notice = noticeOf(undefined)
  #hasBegun = false
  #over: Over | undefined
  #isEnding = false
  #isClosed = false
  #isLineUp = false
  #isStuck = false
  #on: Record<TrackKind, boolean> = { audio: false, camera: false, screen: false }
  #looking: Promise<void> | undefined
  #mustLookAgain = false
  #stopTimer: (() => void) | undefined

  constructor(options: LiveKitOptions, platform: CallPlatform) {
    this.#options = options
    this.#platform = platform
    this.#control = new RoomControl(options.roomId, options.token, platform)
    this.#renewals = new Renewals(options.renew)
    this.#peers = new Peers(this.#room, platform.newStream)
    this.#talk = new Talk(this.#room, platform, () => this.#others())
    const me = this.#room.localParticipant
    this.#sending = {
      audio: new Sending('audio', me),
      camera: new Sending('camera', me),
      screen: new Sending('screen', me),
    }
    this.#watched = new Watched(() => this.#snapshot())
    this.#listen()
  }

  get now(): CallSnapshot {
    return this.#watched.now
  }

  watch(listener: (now: CallSnapshot) => void): () => void {
    return this.#watched.watch(listener)
  }

  join(): void {
    if (this.#hasBegun && !this.#over) return
    this.#hasBegun = true
    this.#over = undefined
    this.#isEnding = false
    this.#view = undefined
    this.#notice = noticeOf(undefined)
    this.#watched.changed()
    this.#renewals.settled()
    void this.#connect()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    this.#on[kind] = track !== null
    this.#sending[kind].set(track)
    this.#watched.changed()
  }

  raiseHand(isRaised: boolean): void {
    this.#talk.raise(isRaised)
    this.#watched.changed()
  }

  say(text: string): void {
    if (this.#view) this.#talk.say(text, this.#view.me)
    this.#watched.changed()
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

  /** No final snapshot either: the page is unloading, and may be back in a moment. */
  close(): void {
    this.#isClosed = true
    this.#stopTimer?.()
    this.#control.close()
    void this.#room.disconnect(false)
  }

  async #connect(): Promise<void> {
    try {
      await this.#room.connect(this.#options.url, this.#control.token)
    } catch (error) {
      if (!this.#over && !this.#isClosed) await this.#connectFailed(error)
      return
    }
    if (this.#over || this.#isClosed) return void this.#room.disconnect(false)
    this.#isLineUp = true
    this.#isStuck = false
    this.#renewals.settled()
    this.#readNotice()
    this.#watch()
    this.#look()
  }

  async #connectFailed(error: unknown): Promise<void> {
    const { reason, context } = error instanceof ConnectionError ? error : {}
    const over = reason === ConnectionErrorReason.LeaveRequest && overOf(context as DisconnectReason, this.#notice)
    if (over) return this.#end(over)
    if (reason === ConnectionErrorReason.NotAllowed) {
      try {
        const renewed = await this.#renewals.next()
        if (renewed === undefined) return this.#end({ why: /expired/.test(String(error)) ? 'expired' : 'invalid' })
        this.#control.renew(renewed)
      } catch {
        return this.#broke()
      }
    }
    // The server was reached, but media were not connected: there is no network path.
    this.#isStuck = reason === ConnectionErrorReason.InternalError || reason === ConnectionErrorReason.Timeout
    this.#broke()
  }

  /** LiveKit has stopped reconnecting: connect again, until it succeeds or the user leaves. */
  #broke(): void {
    this.#isLineUp = false
    this.#watched.changed()
    this.#stopTimer?.()
    this.#stopTimer = this.#platform.after(RETRY_MS, () => void this.#connect())
  }

  /** LiveKit's notice is visible to the lobby too, so the duration is requested from our server first. */
  #end(over: Over): void {
    if (over.why !== 'ended') this.#finish(over)
    if (over.why !== 'ended' || this.#isEnding) return
    this.#isEnding = true
    void this.#control.view().then((view) => this.#finish({ ...over, durationSec: view?.ended?.durationSec }))
  }

  #finish(over: Over): void {
    if (this.#over || this.#isClosed || !this.#hasBegun) return
    this.#over = over
    if (over.why === 'ended') this.#control.forget()
    this.#isLineUp = false
    this.#stopTimer?.()
    this.#peers.clear()
    this.#talk.resetGreetings()
    void this.#room.disconnect(false)
    this.#watched.changed()
  }

  #listen(): void {
    const look = () => this.#look()
    const changed = () => this.#watched.changed()
    const line = (isUp: boolean) => () => {
      this.#isLineUp = isUp
      if (isUp) this.#talk.resetGreetings()
      if (isUp) this.#look()
      this.#watched.changed()
    }
    this.#room
      .on(RoomEvent.ParticipantConnected, look)
      .on(RoomEvent.ParticipantDisconnected, look)
      .on(RoomEvent.ParticipantAttributesChanged, look)
      .on(RoomEvent.ParticipantPermissionsChanged, look)
      .on(RoomEvent.TrackSubscribed, changed)
      .on(RoomEvent.TrackUnsubscribed, changed)
      .on(RoomEvent.TrackMuted, changed)
      .on(RoomEvent.TrackUnmuted, changed)
      .on(RoomEvent.TrackUnpublished, changed)
      .on(RoomEvent.ConnectionQualityChanged, changed)
      .on(RoomEvent.SignalReconnecting, line(false))
      .on(RoomEvent.Reconnecting, line(false))
      .on(RoomEvent.Reconnected, line(true))
      .on(RoomEvent.RoomMetadataChanged, () => {
        this.#readNotice()
        this.#look()
      })
      .on(
        RoomEvent.DataReceived,
        (payload, from, _kind, topic) => from && this.#heard(() => this.#talk.heard(payload, from, topic)),
      )
      .on(RoomEvent.Disconnected, (reason) => this.#disconnected(reason))
  }

  #disconnected(reason: DisconnectReason | undefined): void {
    // connect() reports why a first connection failed.
    if (this.#over || this.#isEnding || this.#isClosed || (!this.#isLineUp && !this.#view)) return
    const over = overOf(reason, this.#notice)
    if (over) this.#end(over)
    else this.#broke()
  }

  #readNotice(): void {
    this.#notice = noticeOf(this.#room.metadata)
    if (this.#notice.ended) this.#end(this.#notice.ended)
    this.#watched.changed()
  }

  #watch(): void {
    this.#stopTimer?.()
    this.#stopTimer = this.#platform.after(LOOK_MS, () => {
      this.#look()
      this.#watch()
    })
  }

  /** Requests the view from our server; changes during the request cause one more. */
  #look(): void {
    if (this.#looking) {
      this.#mustLookAgain = true
      return
    }
    this.#looking = this.#control.view().then((view) => {
      this.#looking = undefined
      this.#take(view)
      if (!this.#mustLookAgain) return
      this.#mustLookAgain = false
      this.#look()
    })
  }

  #take(view: RoomView | undefined): void {
    if (!view || view.ended || this.#over) return // LiveKit's notice with the reason follows
    this.#view = view
    for (const sending of Object.values(this.#sending)) sending.allow(this.#isIn())
    this.#talk.greet()
    this.#watched.changed()
  }

  /** Requires both LiveKit's permission and our server's admission. */
  #isIn(): boolean {
    return this.#view?.isAdmitted === true && this.#room.localParticipant.permissions?.canSubscribe === true
  }

  #decide(verb: RoomCommand, peerId?: string): void {
    void this.#control.decide(verb, peerId).then((view) => this.#take(view))
  }

  /** The sender may see us before we see them: then the message is read again after the next view. */
  #heard(read: () => boolean): void {
    const changed = () => this.#watched.changed()
    if (read()) changed()
    else {
      this.#look()
      void this.#looking?.then(read).then(changed)
    }
  }

  /** The participants that both our server and LiveKit report; empty until admission. */
  #others(): PersonView[] {
    if (!this.#isIn()) return []
    return this.#view!.people.filter(({ peerId }) => this.#room.remoteParticipants.has(peerId))
  }

  #snapshot(): CallSnapshot {
    const view = this.#view
    const { audio: mic, camera: cam, screen } = this.#on
    const state: MediaState = { mic, cam, screen, hand: this.#talk.isRaised }
    return {
      phase: this.#phase(),
      over: this.#over,
      line: this.#isLineUp ? 'up' : 'down',
      me: view && { ...view.me, state },
      hostPresent: view?.hostPresent ?? false,
      peers: this.#over ? [] : this.#peers.list(this.#others(), (peerId) => this.#talk.hasRaised(peerId)),
      lobby: this.#control.clock.since(view?.lobby ?? []),
      denied: view?.denied ?? [],
      chat: this.#talk.messages,
      startedAt: view?.startedAt === undefined ? undefined : this.#control.clock.here(Date.parse(view.startedAt)),
      isStuck: this.#isStuck,
    }
  }

  #phase(): CallSnapshot['phase'] {
    if (!this.#hasBegun) return 'idle'
    if (this.#over) return 'over'
    if (!this.#view) return 'joining'
    if (this.#isIn()) return 'in-call'
    return this.#view.me.role === 'host' ? 'joining' : 'waiting'
  }
}
