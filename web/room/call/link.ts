import type { IceServer } from '@medina-care/protocol/messages.ts'
import type { TrackKind } from './call.ts'
import { Negotiation, type NegotiationEvents } from './negotiation.ts'
import type { CallPlatform } from './platform.ts'
import { sampleOf } from './quality.ts'
import { encodings, limitSenders, type Slots, slotKinds } from './slots.ts'

export type IceConfiguration = { iceServers: IceServer[]; iceTransportPolicy: 'all' | 'relay' }

export type LinkOptions = {
  /** The impolite side creates the slots and the first offer. */
  isImpolite: boolean
  /** An observer receives and does not send. */
  isSender: boolean
  ice: IceConfiguration
  tracks: Record<TrackKind, MediaStreamTrack | null>
  cameraBps: number
}

export type LinkEvents = Pick<NegotiationEvents, 'signal' | 'outdated'> & {
  /** The status, the media or `isStuck` has changed. */
  changed(): void
  opened(): void
  heard(data: unknown): void
}

/** A `disconnected` state often recovers by itself. */
const SEEK_AFTER_MS = 3000
/** How long the polite side waits for the other side's ICE restart. */
const DEFERENCE_MS = 2000
/** A working connection receives bytes within this time. */
const PROOF_MS = 1000
/** The user is informed after this time without a connection. */
const STUCK_AFTER_MS = 15_000

/**
 * Media between this page and a peer: one RTCPeerConnection with three slots that are negotiated once. A slot's track
 * is replaced without negotiation, so that device changes, mute and screen sharing never disturb a working call.
 */
export class Link {
  /** The same objects for the lifetime of the link. */
  readonly stream: MediaStream
  readonly screen: MediaStream
  status: 'connecting' | 'connected' | 'reconnecting' = 'connecting'
  /** Like `status`, but without short interruptions. */
  isFlowing = false
  isStuck = false

  #platform: CallPlatform
  #events: LinkEvents
  #isImpolite: boolean
  #isSender: boolean
  #pc: RTCPeerConnection
  #negotiation: Negotiation
  #channel: RTCDataChannel
  #tracks: Record<TrackKind, MediaStreamTrack | null>
  #slots: Slots | undefined
  #cameraBps: number
  #isClosed = false
  #stopRestart: (() => void) | undefined
  #stopWatchdog: (() => void) | undefined
  #stopProof: (() => void) | undefined

  constructor(platform: CallPlatform, options: LinkOptions, events: LinkEvents) {
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
      signal: events.signal,
      outdated: events.outdated,
      offered: () => this.#offered(),
    })
    this.#channel = this.#pc.createDataChannel('chat', { negotiated: true, id: 0 })
    this.#channel.onopen = () => events.opened()
    this.#channel.onmessage = ({ data }) => events.heard(data)
    this.#watch()
    if (this.#isImpolite) this.#makeSlots()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track
    this.#put(kind)
  }

  /** Applies to future ICE restarts. */
  configure(ice: IceConfiguration): void {
    this.#pc.setConfiguration({ ...ice, bundlePolicy: 'max-bundle' })
  }

  /** Peers share what this device can encode and send. */
  limitCamera(bps: number): void {
    this.#cameraBps = bps
    this.#limit()
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
    // The old description may be of a network that this device has left.
    if (this.status !== 'connected' && this.#pc.remoteDescription) this.#seekWay()
    else this.#negotiation.resync()
    // By one side only: the other one also notices a broken connection.
    if (this.status === 'connected' && this.#isImpolite) void this.#prove()
  }

  close(): void {
    this.#isClosed = true
    for (const stop of [this.#stopRestart, this.#stopWatchdog, this.#stopProof]) stop?.()
    this.#negotiation.close()
    this.#pc.close()
  }

  #listen(): void {
    const pc = this.#pc
    pc.onicecandidateerror = ({ url, errorCode, errorText }) => {
      // 701: the server is unreachable by one of several paths, which is harmless while another one works.
      if (errorCode !== 701) console.warn(`ICE server ${url} answered ${errorCode} ${errorText}`)
    }
    pc.onicegatheringstatechange = () => {
      const hasNoCandidate = pc.iceGatheringState === 'complete' && !pc.localDescription?.sdp.includes('a=candidate:')
      // Without any local candidate, for example because TURN refused the credentials, waiting is useless.
      if (hasNoCandidate && this.status !== 'connected') this.#setStuck()
    }
    pc.onconnectionstatechange = () => this.#stateChanged()
  }

  #stateChanged(): void {
    const state = this.#pc.connectionState
    this.#stopRestart?.()
    this.#stopRestart = undefined
    if (state === 'connected') {
      this.status = 'connected'
      this.isFlowing = true
      this.isStuck = false
      this.#stopWatchdog?.()
      this.#stopWatchdog = undefined
      this.#limit()
    } else if (state === 'disconnected' || state === 'failed') {
      if (this.status === 'connected') this.status = 'reconnecting'
      this.#watch()
      if (state === 'failed') this.#seekWay()
      else this.#stopRestart = this.#platform.after(SEEK_AFTER_MS, () => this.#seekWay())
    }
    this.#events.changed()
  }

  /** Restarts ICE, by one side first: a collision of restarts takes seconds more. */
  #seekWay(): void {
    this.#stopRestart?.()
    if (this.#isImpolite) this.#negotiation.restart()
    else this.#stopRestart = this.#platform.after(DEFERENCE_MS, () => this.#negotiation.restart())
    if (!this.isFlowing) return
    this.isFlowing = false
    this.#events.changed()
  }

  #offered(): void {
    if (!this.#slots) this.#take(this.#pc.getTransceivers())
    // The peer has restarted ICE.
    this.#stopRestart?.()
  }

  /**
   * The connection to the server may have broken because the device changed networks, which a peer connection notices
   * many seconds later: if no bytes arrive, restart ICE. If the peer sent nothing, that is harmless.
   */
  async #prove(): Promise<void> {
    const bytes = async () => sampleOf(await this.#pc.getStats(), 0).bytes
    const before = await bytes()
    if (this.#isClosed) return
    this.#stopProof?.()
    this.#stopProof = this.#platform.after(PROOF_MS, async () => {
      if ((await bytes()) === before && !this.#isClosed && this.status === 'connected') this.#negotiation.restart()
    })
  }

  #watch(): void {
    this.#stopWatchdog ??= this.#platform.after(STUCK_AFTER_MS, () => this.#setStuck())
  }

  #setStuck(): void {
    this.isStuck = true
    this.#events.changed()
  }

  #makeSlots(): void {
    const direction = this.#isSender ? 'sendrecv' : 'recvonly'
    const slots = slotKinds.map((kind) =>
      this.#pc.addTransceiver(kind === 'audio' ? 'audio' : 'video', {
        direction,
        sendEncodings: encodings(kind, this.#cameraBps),
      }),
    )
    this.#take(slots)
  }

  /** @param transceivers in the order of the slots */
  #take([audio, camera, screen]: RTCRtpTransceiver[]): void {
    if (!audio || !camera || !screen) throw new Error('The peer does not offer three slots.')
    this.#slots = { audio, camera, screen }
    for (const track of [audio.receiver.track, camera.receiver.track]) this.stream.addTrack(track)
    this.screen.addTrack(screen.receiver.track)
    for (const kind of slotKinds) {
      if (this.#isSender) this.#slots[kind].direction = 'sendrecv'
      this.#put(kind)
    }
  }

  #put(kind: TrackKind): void {
    if (!this.#isSender) return
    this.#slots?.[kind].sender.replaceTrack(this.#tracks[kind]).catch((error) => {
      // The connection was closed meanwhile; or this track needs a negotiation, which is a bug worth logging.
      if (!this.#isClosed) console.warn(`The ${kind} track cannot be sent: ${error}`)
    })
  }

  #limit(): void {
    if (this.#slots && this.#isSender && this.status === 'connected') limitSenders(this.#slots, this.#cameraBps)
  }
}
