import type { IceServer } from '@medina-care/protocol/messages.ts'
import type { TrackKind } from './call.ts'
import { Negotiation, type NegotiationEvents } from './negotiation.ts'
import type { CallPlatform } from './platform.ts'
import { sampleOf } from './quality.ts'
import { encodings, limitSenders, type Slots, slotKinds } from './slots.ts'

export type IceConfiguration = { iceServers: IceServer[]; iceTransportPolicy: 'all' | 'relay' }

export type PeerLinkOptions = {
  /** The impolite side creates the slots and the first offer. */
  isImpolite: boolean
  /** False for an observer, who only receives. */
  isSender: boolean
  ice: IceConfiguration
  tracks: Record<TrackKind, MediaStreamTrack | null>
  cameraBps: number
}

export type PeerLinkEvents = Pick<NegotiationEvents, 'onSignal' | 'onOutdated'> & {
  /** The status, the media or `isStuck` has changed. */
  onChange(): void
  onOpen(): void
  onMessage(data: unknown): void
}

/** ICE restarts after this time: a `disconnected` state often recovers by itself. */
const RESTART_AFTER_MS = 3000
/** The polite side waits for the other side's ICE restart for this time. */
const POLITE_WAIT_MS = 2000
/** A working connection receives bytes within this time. */
const VERIFY_MS = 1000
/** The user is informed after this time without a connection. */
const STUCK_AFTER_MS = 15_000

/**
 * Media between this page and a peer: one RTCPeerConnection with three slots that are negotiated once. A slot's track
 * is replaced without negotiation, so that device changes, mute and screen sharing do not disturb a working call.
 */
export class PeerLink {
  /** The same objects for the lifetime of the link. */
  readonly stream: MediaStream
  readonly screen: MediaStream
  status: 'connecting' | 'connected' | 'reconnecting' = 'connecting'
  /** Like `status`, but without short interruptions. */
  isFlowing = false
  isStuck = false

  #platform: CallPlatform
  #events: PeerLinkEvents
  #isImpolite: boolean
  #isSender: boolean
  #pc: RTCPeerConnection
  #negotiation: Negotiation
  #channel: RTCDataChannel
  #tracks: Record<TrackKind, MediaStreamTrack | null>
  #slots: Slots | undefined
  #cameraBps: number
  #isVideoWanted = true
  #isNarrow = false
  #isClosed = false
  #stopRestart: (() => void) | undefined
  #stopWatchdog: (() => void) | undefined
  #stopVerification: (() => void) | undefined

  constructor(platform: CallPlatform, options: PeerLinkOptions, events: PeerLinkEvents) {
    this.#platform = platform
    this.#events = events
    this.#isImpolite = options.isImpolite
    this.#isSender = options.isSender
    this.#tracks = { ...options.tracks }
    this.#cameraBps = options.cameraBps
    this.stream = platform.newStream()
    this.screen = platform.newStream()
    this.#pc = platform.peerConnection({ ...options.ice, bundlePolicy: 'max-bundle' })
    this.#listen()
    this.#negotiation = new Negotiation(platform, this.#pc, options.isImpolite, {
      onSignal: events.onSignal,
      onOutdated: events.onOutdated,
      onOffer: () => this.#onOffer(),
    })
    this.#channel = this.#pc.createDataChannel('chat', { negotiated: true, id: 0 })
    this.#channel.onopen = () => events.onOpen()
    this.#channel.onmessage = ({ data }) => events.onMessage(data)
    this.#startWatchdog()
    if (this.#isImpolite) this.#createSlots()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track
    this.#replaceTrack(kind)
  }

  /** Sets the ICE servers for future ICE restarts. */
  configure(ice: IceConfiguration): void {
    this.#pc.setConfiguration({ ...ice, bundlePolicy: 'max-bundle' })
  }

  /** Peers share what this device can encode and send. */
  limitCamera(bps: number): void {
    this.#cameraBps = bps
    this.#limitBitrate()
  }

  /**
   * @param isVideoWanted whether the peer wants video
   * @param isNarrow whether the connection of one of both carries audio only
   */
  adapt(isVideoWanted: boolean, isNarrow: boolean): void {
    this.#isVideoWanted = isVideoWanted
    this.#isNarrow = isNarrow
    for (const kind of ['camera', 'screen'] as const) this.#replaceTrack(kind)
    this.#limitBitrate()
  }

  /** @returns whether it was sent */
  say(frame: string): boolean {
    if (this.#channel.readyState !== 'open') return false
    this.#channel.send(frame)
    return true
  }

  getStats(): Promise<RTCStatsReport> {
    return this.#pc.getStats()
  }

  receive(data: Record<string, unknown>): void {
    this.#negotiation.receive(data)
  }

  /** Repairs lost signals: the connection to the server broke, or the server was restarted. */
  resync(): void {
    // The old description may belong to a network that this device has left.
    if (this.status !== 'connected' && this.#pc.remoteDescription) this.#restartIce()
    else this.#negotiation.resync()
    // Only one side verifies: the other one also notices a broken connection.
    if (this.status === 'connected' && this.#isImpolite) void this.#verifyMedia()
  }

  close(): void {
    this.#isClosed = true
    for (const stop of [this.#stopRestart, this.#stopWatchdog, this.#stopVerification]) stop?.()
    this.#negotiation.close()
    this.#pc.close()
  }

  #listen(): void {
    const pc = this.#pc
    pc.onicecandidateerror = ({ url, errorCode, errorText }) => {
      // 701: one of several paths to the server fails, which is harmless while another one works.
      if (errorCode !== 701) console.warn(`ICE server ${url} returned ${errorCode} ${errorText}`)
    }
    pc.onicegatheringstatechange = () => {
      const hasNoCandidate = pc.iceGatheringState === 'complete' && !pc.localDescription?.sdp.includes('a=candidate:')
      // Without a local candidate, for example because TURN refused the credentials, no connection is possible.
      if (hasNoCandidate && this.status !== 'connected') this.#setStuck()
    }
    pc.onconnectionstatechange = () => this.#onStateChange()
  }

  #onStateChange(): void {
    const state = this.#pc.connectionState
    this.#stopRestart?.()
    this.#stopRestart = undefined
    if (state === 'connected') {
      this.status = 'connected'
      this.isFlowing = true
      this.isStuck = false
      this.#stopWatchdog?.()
      this.#stopWatchdog = undefined
      this.#limitBitrate()
    } else if (state === 'disconnected' || state === 'failed') {
      if (this.status === 'connected') this.status = 'reconnecting'
      this.#startWatchdog()
      if (state === 'failed') this.#restartIce()
      else this.#stopRestart = this.#platform.after(RESTART_AFTER_MS, () => this.#restartIce())
    }
    this.#events.onChange()
  }

  /** Restarts ICE on one side first, because a collision of restarts takes seconds longer. */
  #restartIce(): void {
    this.#stopRestart?.()
    if (this.#isImpolite) this.#negotiation.restart()
    else this.#stopRestart = this.#platform.after(POLITE_WAIT_MS, () => this.#negotiation.restart())
    if (!this.isFlowing) return
    this.isFlowing = false
    this.#events.onChange()
  }

  #onOffer(): void {
    if (!this.#slots) this.#adoptSlots(this.#pc.getTransceivers())
    // The peer has restarted ICE.
    this.#stopRestart?.()
  }

  /**
   * Restarts ICE if no bytes arrive. The connection to the server may have broken because the device changed networks, which
   * a peer connection notices many seconds later. A restart is harmless if the peer sent nothing.
   */
  async #verifyMedia(): Promise<void> {
    const bytes = async () => sampleOf(await this.#pc.getStats(), 0).bytes
    const before = await bytes()
    if (this.#isClosed) return
    this.#stopVerification?.()
    this.#stopVerification = this.#platform.after(VERIFY_MS, async () => {
      if ((await bytes()) === before && !this.#isClosed && this.status === 'connected') this.#negotiation.restart()
    })
  }

  #startWatchdog(): void {
    this.#stopWatchdog ??= this.#platform.after(STUCK_AFTER_MS, () => this.#setStuck())
  }

  #setStuck(): void {
    this.isStuck = true
    this.#events.onChange()
  }

  #createSlots(): void {
    const direction = this.#isSender ? 'sendrecv' : 'recvonly'
    const slots = slotKinds.map((kind) =>
      this.#pc.addTransceiver(kind === 'audio' ? 'audio' : 'video', {
        direction,
        sendEncodings: encodings(kind, this.#cameraBps),
      }),
    )
    this.#adoptSlots(slots)
  }

  /** @param transceivers in the order of the slots */
  #adoptSlots([audio, camera, screen]: RTCRtpTransceiver[]): void {
    if (!audio || !camera || !screen) throw new Error('The peer does not offer three slots.')
    this.#slots = { audio, camera, screen }
    for (const track of [audio.receiver.track, camera.receiver.track]) this.stream.addTrack(track)
    this.screen.addTrack(screen.receiver.track)
    for (const kind of slotKinds) {
      if (this.#isSender) this.#slots[kind].direction = 'sendrecv'
      this.#replaceTrack(kind)
    }
  }

  #replaceTrack(kind: TrackKind): void {
    if (!this.#isSender) return
    const track = kind === 'audio' || this.#isVideoWanted ? this.#tracks[kind] : null
    this.#slots?.[kind].sender.replaceTrack(track).catch((error) => {
      // Either the connection was closed, or this track needs a negotiation, which is a bug.
      if (!this.#isClosed) console.warn(`Cannot send the ${kind} track: ${error}`)
    })
  }

  #limitBitrate(): void {
    if (this.#slots && this.#isSender && this.status === 'connected')
      limitSenders(this.#slots, this.#cameraBps, this.#isNarrow)
  }
}
