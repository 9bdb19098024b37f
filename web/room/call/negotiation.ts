import type { CallPlatform } from './platform.ts'

/**
 * A message between two pages, which the server forwards unread. `link` identifies the connection of the sender and `to`
 * the one of the recipient, if known. With them a page detects that its peer has a new connection, and drops signals for
 * an old one. Offers have numbers, to detect an answer to an earlier offer.
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

/** Candidates found within this time are sent in one message. */
const COLLECT_MS = 10

export type NegotiationEvents = {
  /** Sends a signal. It may be lost while disconnected; `resync()` repairs that. */
  onSignal(data: Record<string, unknown>): void
  /** A remote offer was set and is not answered yet. After the first one, slots and tracks can be set. */
  onOffer(): void
  /** The connection must be replaced: the peer has a new one, which sent `data`, or the negotiation failed. */
  onOutdated(data: Record<string, unknown> | undefined): void
}

/**
 * Perfect negotiation (W3C "WebRTC", 10.7) over a lossy channel: the impolite side makes the first offer, and its offer
 * wins a collision. Later offers, from either side, only restart ICE.
 */
export class Negotiation {
  #platform: CallPlatform
  #pc: RTCPeerConnection
  #isImpolite: boolean
  #events: NegotiationEvents
  #id: string
  #otherId: string | undefined
  /** Number of the last local offer. */
  #localOffer = 0
  /** Number of the last remote offer that was answered. */
  #answeredOffer = 0
  #ignoresCandidates = false
  #isClosed = false
  /** Serializes descriptions and candidates. */
  #queue: Promise<void> = Promise.resolve()

  #candidates: RTCIceCandidateInit[] = []

  constructor(platform: CallPlatform, pc: RTCPeerConnection, isImpolite: boolean, events: NegotiationEvents) {
    this.#platform = platform
    this.#pc = pc
    this.#id = platform.newId()
    this.#isImpolite = isImpolite
    this.#events = events
    pc.onnegotiationneeded = () => {
      // The first description of the polite side must be an answer.
      if (isImpolite || pc.remoteDescription) this.#enqueue(() => this.#makeOffer())
    }
    pc.onicecandidate = ({ candidate }) => candidate && this.#collect(candidate.toJSON())
    // Informs a peer with an old connection about the new one.
    if (!isImpolite) this.#signal({})
  }

  receive(data: Record<string, unknown>): void {
    const signal = data as Signal
    // The signal is for an earlier connection of this page. The peer will replace its connection, too.
    if (signal.to !== undefined && signal.to !== this.#id) return
    if (this.#otherId !== undefined && signal.link !== this.#otherId) {
      this.#events.onOutdated(data)
      return
    }
    this.#otherId = signal.link
    this.#enqueue(async () => {
      if (signal.description) await this.#applyDescription(signal.description, signal.offer ?? 0)
      else if (signal.candidates) for (const candidate of signal.candidates) await this.#addCandidate(candidate)
      else if (signal.isLost && !this.#pc.remoteDescription) this.#sendDescription()
    })
  }

  /** Restarts ICE. */
  restart(): void {
    // Before the first answer there is nothing to restart: the offer is in transit, or a resync repeats it.
    if (!this.#pc.remoteDescription) return
    this.#pc.restartIce()
    // Replace an unanswered offer. In the stable state, `negotiationneeded` triggers a new one.
    if (this.#pc.signalingState === 'have-local-offer') this.#enqueue(() => this.#makeOffer(true))
  }

  /** Repeats signals that were lost while the connection to the server was broken. */
  resync(): void {
    this.#enqueue(async () => {
      if (this.#pc.signalingState === 'have-local-offer') this.#sendDescription()
      else if (!this.#isImpolite && !this.#pc.remoteDescription) this.#signal({ isLost: true })
    })
  }

  close(): void {
    this.#isClosed = true
  }

  async #makeOffer(isReplacement = false): Promise<void> {
    const { signalingState } = this.#pc
    // In other states the event fires again once the state is stable.
    if (signalingState !== 'stable' && !(isReplacement && signalingState === 'have-local-offer')) return
    await this.#pc.setLocalDescription()
    this.#localOffer++
    this.#sendDescription()
  }

  async #applyDescription(description: RTCSessionDescriptionInit, number: number): Promise<void> {
    const pc = this.#pc
    if (description.type === 'answer') {
      // Ignore the answer to a replaced offer, and duplicates.
      if (pc.signalingState !== 'have-local-offer' || number !== this.#localOffer) return
      await pc.setRemoteDescription(description)
      // The peer rolled its colliding offer back, so further candidates belong to this answer.
      this.#ignoresCandidates = false
      return
    }
    const isStable = pc.signalingState === 'stable'
    this.#ignoresCandidates = this.#isImpolite && !isStable
    // The peer rolls its own offer back when it receives this one, which may have been lost.
    if (this.#ignoresCandidates) return this.#sendDescription()
    if (number === this.#answeredOffer && isStable) return this.#sendDescription()
    await pc.setRemoteDescription(description)
    this.#events.onOffer()
    await pc.setLocalDescription()
    this.#answeredOffer = number
    this.#sendDescription()
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    // Without a description the candidate is useless. The description was lost, and contains the candidates when it is sent
    // again.
    if (!this.#pc.remoteDescription || this.#ignoresCandidates) return
    // Fails harmlessly for a candidate of an earlier description or a rolled-back offer ("unknown ufrag").
    await this.#pc.addIceCandidate(candidate).catch(() => {})
  }

  #collect(candidate: RTCIceCandidateInit): void {
    this.#candidates.push(candidate)
    if (this.#candidates.length > 1) return
    this.#platform.after(COLLECT_MS, () => {
      const candidates = this.#candidates.splice(0)
      if (candidates.length > 0 && !this.#isClosed) this.#signal({ candidates })
    })
  }

  #sendDescription(): void {
    const description = this.#pc.localDescription
    if (!description) return
    // The description includes these candidates.
    this.#candidates = []
    const { type, sdp } = description
    this.#signal({ description: { type, sdp }, offer: type === 'offer' ? this.#localOffer : this.#answeredOffer })
  }

  #signal(signal: Omit<Signal, 'link' | 'to'>): void {
    this.#events.onSignal({ link: this.#id, ...(this.#otherId !== undefined && { to: this.#otherId }), ...signal })
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(async () => {
      if (this.#isClosed) return
      try {
        await work()
      } catch (error) {
        if (this.#isClosed) return
        console.warn(`Negotiation failed; the connection is recreated: ${error}`)
        this.#events.onOutdated(undefined)
      }
    })
  }
}
