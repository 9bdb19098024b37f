import type { CallPlatform } from './platform.ts'

/**
 * A message between two pages, forwarded unread by the server. `link` identifies this end's connection and `to` the
 * other end's, if known: so a page detects that its peer has a new connection, and drops signals for an old one. Offers
 * are numbered, to detect an answer to an earlier offer.
 */
type Signal = {
  link: string
  to?: string
  description?: RTCSessionDescriptionInit
  offer?: number
  candidates?: RTCIceCandidateInit[]
  /** The polite side is still waiting for the first offer, which may have been lost. */
  isLost?: true
}

/** Browsers find several candidates at nearly the same time. */
const COLLECT_MS = 10

export type NegotiationEvents = {
  /** Delivery is not guaranteed while disconnected; `resync()` repairs that. */
  signal(data: Record<string, unknown>): void
  /** A remote offer was set, and not answered yet: after the first one, slots and tracks can be set. */
  offered(): void
  /** The peer has a new connection, which sent this; or this one cannot be negotiated any more. */
  outdated(data: Record<string, unknown> | undefined): void
}

/**
 * Perfect negotiation (W3C "WebRTC", 10.7) over a lossy channel: the impolite side makes the first offer, and its offer
 * wins a collision. Later offers only restart ICE, from either side.
 */
export class Negotiation {
  #platform: CallPlatform
  #pc: RTCPeerConnection
  #isImpolite: boolean
  #events: NegotiationEvents
  #id: string
  #otherId: string | undefined
  /** Number of the last local offer. */
  #offer = 0
  /** Number of the last remote offer that was answered. */
  #answered = 0
  #isIgnoring = false
  #isClosed = false
  /** Serializes descriptions and candidates. */
  #turn: Promise<void> = Promise.resolve()

  #found: RTCIceCandidateInit[] = []

  constructor(platform: CallPlatform, pc: RTCPeerConnection, isImpolite: boolean, events: NegotiationEvents) {
    this.#platform = platform
    this.#pc = pc
    this.#id = platform.newId()
    this.#isImpolite = isImpolite
    this.#events = events
    pc.onnegotiationneeded = () => {
      // The polite side's first description must be an answer.
      if (isImpolite || pc.remoteDescription) this.#next(() => this.#makeOffer())
    }
    pc.onicecandidate = ({ candidate }) => candidate && this.#collect(candidate.toJSON())
    // Informs a peer who still has an old connection that there is a new one.
    if (!isImpolite) this.#signal({})
  }

  receive(data: Record<string, unknown>): void {
    const signal = data as Signal
    // For an earlier connection of this page, whose peer will be replaced too.
    if (signal.to !== undefined && signal.to !== this.#id) return
    if (this.#otherId !== undefined && signal.link !== this.#otherId) {
      this.#events.outdated(data)
      return
    }
    this.#otherId = signal.link
    this.#next(async () => {
      if (signal.description) await this.#describe(signal.description, signal.offer ?? 0)
      else if (signal.candidates) for (const candidate of signal.candidates) await this.#addCandidate(candidate)
      else if (signal.isLost && !this.#pc.remoteDescription) this.#sendDescription()
    })
  }

  /** Restarts ICE. */
  restart(): void {
    // Before the first answer there is nothing to restart: the offer is on its way, or repeated by a resync.
    if (!this.#pc.remoteDescription) return
    this.#pc.restartIce()
    // An unanswered offer is replaced; in a stable state the event triggers a new one.
    if (this.#pc.signalingState === 'have-local-offer') this.#next(() => this.#makeOffer(true))
  }

  /** The connection to the server was broken, or the server restarted: signals sent meanwhile are lost. */
  resync(): void {
    this.#next(async () => {
      if (this.#pc.signalingState === 'have-local-offer') this.#sendDescription()
      else if (!this.#isImpolite && !this.#pc.remoteDescription) this.#signal({ isLost: true })
    })
  }

  close(): void {
    this.#isClosed = true
  }

  async #makeOffer(isAnew = false): Promise<void> {
    const { signalingState } = this.#pc
    // Otherwise the event fires again in the stable state.
    if (signalingState !== 'stable' && !(isAnew && signalingState === 'have-local-offer')) return
    await this.#pc.setLocalDescription()
    this.#offer++
    this.#sendDescription()
  }

  async #describe(description: RTCSessionDescriptionInit, number: number): Promise<void> {
    const pc = this.#pc
    if (description.type === 'answer') {
      // Otherwise it answers a replaced offer, or is a duplicate.
      if (pc.signalingState !== 'have-local-offer' || number !== this.#offer) return
      await pc.setRemoteDescription(description)
      // The colliding offer was rolled back: candidates from now on belong to this answer.
      this.#isIgnoring = false
      return
    }
    const isStable = pc.signalingState === 'stable'
    this.#isIgnoring = this.#isImpolite && !isStable
    // The peer rolls its own offer back on receiving this one, which may have been lost.
    if (this.#isIgnoring) return this.#sendDescription()
    if (number === this.#answered && isStable) return this.#sendDescription()
    await pc.setRemoteDescription(description)
    this.#events.offered()
    await pc.setLocalDescription()
    this.#answered = number
    this.#sendDescription()
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    // Useless without its description: that was lost, and includes the candidates when it is sent again.
    if (!this.#pc.remoteDescription || this.#isIgnoring) return
    // It may belong to an earlier description or a rolled-back offer ("unknown ufrag"): harmless.
    await this.#pc.addIceCandidate(candidate).catch(() => {})
  }

  #collect(candidate: RTCIceCandidateInit): void {
    this.#found.push(candidate)
    if (this.#found.length > 1) return
    this.#platform.after(COLLECT_MS, () => {
      const candidates = this.#found.splice(0)
      if (candidates.length > 0 && !this.#isClosed) this.#signal({ candidates })
    })
  }

  #sendDescription(): void {
    const description = this.#pc.localDescription
    if (!description) return
    // The description includes them.
    this.#found = []
    const { type, sdp } = description
    this.#signal({ description: { type, sdp }, offer: type === 'offer' ? this.#offer : this.#answered })
  }

  #signal(signal: Omit<Signal, 'link' | 'to'>): void {
    this.#events.signal({ link: this.#id, ...(this.#otherId !== undefined && { to: this.#otherId }), ...signal })
  }

  #next(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(async () => {
      if (this.#isClosed) return
      try {
        await work()
      } catch (error) {
        if (this.#isClosed) return
        console.warn(`A connection cannot be negotiated and is recreated: ${error}`)
        this.#events.outdated(undefined)
      }
    })
  }
}
