import type { CallPlatform } from './platform.ts'

/**
 * Between two pages, passed on by the server unread.
 * `link` is this end's connection and `to` the other end's, as far as it is known: a page that gave up its connection and
 * made another says so by it, and what was meant for the one of before is recognized. Offers are numbered, so that
 * an answer that was overtaken by a later offer is.
 */
type Signal = {
  link: string
  to?: string
  description?: RTCSessionDescriptionInit
  offer?: number
  candidates?: RTCIceCandidateInit[]
  /** The polite side still waits for a first offer, which may have been lost. */
  isLost?: true
}

/** A browser finds an address for each network and server at nearly the same moment, for every peer at once. */
const COLLECT_MS = 10

export type NegotiationEvents = {
  /** Whether it arrives is not known: the line may be down. `resync()` repairs that. */
  signal(data: Record<string, unknown>): void
  /** An offer of the other side is there, and its answer is not: at the first, what is sent and received is settled now. */
  offered(): void
  /** The other page has a new connection, which says this; or this one cannot be negotiated any more. */
  outdated(data: Record<string, unknown> | undefined): void
}

/**
 * Perfect negotiation (W3C "WebRTC", 10.7) over a line that may lose anything: the impolite side makes the first offer, and
 * where offers meet its own counts. Later offers only restart ICE, from either side.
 */
export class Negotiation {
  #platform: CallPlatform
  #pc: RTCPeerConnection
  #isImpolite: boolean
  #events: NegotiationEvents
  #id: string
  #otherId: string | undefined
  /** Number of the last offer made here. */
  #offer = 0
  /** Number of the last offer from there that was answered. */
  #answered = 0
  #isIgnoring = false
  #isClosed = false
  /** Descriptions and candidates one after the other: each finds the connection in a state of its own. */
  #turn: Promise<void> = Promise.resolve()

  #found: RTCIceCandidateInit[] = []

  constructor(platform: CallPlatform, pc: RTCPeerConnection, isImpolite: boolean, events: NegotiationEvents) {
    this.#platform = platform
    this.#pc = pc
    this.#id = platform.newId()
    this.#isImpolite = isImpolite
    this.#events = events
    pc.onnegotiationneeded = () => {
      // The polite side's first description is an answer.
      if (isImpolite || pc.remoteDescription) this.#next(() => this.#makeOffer())
    }
    pc.onicecandidate = ({ candidate }) => candidate && this.#collect(candidate.toJSON())
    // The other side may still hold on to a connection of before, and learns by this that there is a new one.
    if (!isImpolite) this.#signal({})
  }

  receive(data: Record<string, unknown>): void {
    const signal = data as Signal
    // Said to a connection that is no more, by one that will hear of this one and be no more then either.
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

  /** Another way through the network is wanted. */
  restart(): void {
    // Nothing to restart before the first answer: the offer is on its way, or is sent again by a resync.
    if (!this.#pc.remoteDescription) return
    this.#pc.restartIce()
    // An offer that found no answer is made anew; a stable connection says by its event that it wants one.
    if (this.#pc.signalingState === 'have-local-offer') this.#next(() => this.#makeOffer(true))
  }

  /** The line was broken, or the server restarted: what was signalled meanwhile is lost. */
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
    // Otherwise the event comes again when the connection is stable.
    if (signalingState !== 'stable' && !(isAnew && signalingState === 'have-local-offer')) return
    await this.#pc.setLocalDescription()
    this.#offer++
    this.#sendDescription()
  }

  async #describe(description: RTCSessionDescriptionInit, number: number): Promise<void> {
    const pc = this.#pc
    if (description.type === 'answer') {
      // Else it is to an offer that was replaced, or that has its answer already.
      if (pc.signalingState !== 'have-local-offer' || number !== this.#offer) return
      await pc.setRemoteDescription(description)
      // The offer that met ours was taken back: what comes from now on belongs to this answer.
      this.#isIgnoring = false
      return
    }
    const isStable = pc.signalingState === 'stable'
    this.#isIgnoring = this.#isImpolite && !isStable
    // The other side takes its own offer back when it sees this one, which it may not have.
    if (this.#isIgnoring) return this.#sendDescription()
    if (number === this.#answered && isStable) return this.#sendDescription()
    await pc.setRemoteDescription(description)
    this.#events.offered()
    await pc.setLocalDescription()
    this.#answered = number
    this.#sendDescription()
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    // Without its description it is of no use: that one was lost, and when it is sent again its candidates are in it.
    if (!this.#pc.remoteDescription || this.#isIgnoring) return
    // It may belong to a description of before, or of an offer that was taken back ("unknown ufrag"): no loss.
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
    // They are in it.
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
        console.warn(`A connection cannot be negotiated and is made anew: ${error}`)
        this.#events.outdated(undefined)
      }
    })
  }
}
