/**
 * Runs before the page's own code in tests of real calls. Records the page's connections and media, which the page does
 * not show. Called as `witness.pictures()`. Its types are stripped, and it imports nothing.
 */
class Witness {
  readonly connections: RTCPeerConnection[] = []
  /** Close codes of the sockets that joined a room, in order. */
  readonly closes: number[] = []
  /** The times at which sockets received `joined`, by the page's monotonic clock. */
  readonly joins: number[] = []
  /** First occurrences, in milliseconds since 1970, to compare pages on one machine. */
  readonly first: Partial<Record<'admitting' | 'joined' | 'connected' | 'picture', number>> = {}

  constructor() {
    const witness = this
    const seen = (what: keyof Witness['first']) => {
      witness.first[what] ??= performance.timeOrigin + performance.now()
    }
    const within = ({ target }: Event, selector: string) => target instanceof Element && target.closest(selector)
    document.addEventListener('click', (event) => within(event, '[data-do="admit"]') && seen('admitting'), true)
    // This event occurs when a stream's first frame is decoded.
    document.addEventListener('loadeddata', (event) => within(event, '[data-peer]') && seen('picture'), true)
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        witness.connections.push(this)
        this.addEventListener('connectionstatechange', () => this.connectionState === 'connected' && seen('connected'))
      }
    }
    globalThis.WebSocket = class extends WebSocket {
      override send(data: Parameters<WebSocket['send']>[0]) {
        super.send(data)
        if (typeof data === 'string' && data.startsWith('{"type":"join"'))
          this.addEventListener('close', ({ code }) => witness.closes.push(code))
      }
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols)
        this.addEventListener('message', ({ data }) => {
          if (typeof data !== 'string' || !data.startsWith('{"type":"joined"')) return
          witness.joins.push(performance.now())
          seen('joined')
        })
      }
    }
  }

  get #open(): RTCPeerConnection[] {
    return this.connections.filter(({ connectionState }) => connectionState !== 'closed')
  }

  /** The number of peer connections created so far. */
  count(): number {
    return this.connections.length
  }

  /** The number of decoded frames of each inbound video. */
  async pictures(): Promise<number[]> {
    const found: number[] = []
    for (const stats of await this.#stats('inbound-rtp')) {
      if (stats.kind === 'video' && stats.framesDecoded > 0) found.push(stats.framesDecoded)
    }
    return found
  }

  /** Waits for a peer's first visible frame, and returns its time. */
  async firstPicture(): Promise<number> {
    while (this.first.picture === undefined) await new Promise((done) => setTimeout(done, 20))
    return this.first.picture
  }

  /** Waits until the page has received `joined` this many times. */
  async joined(times: number): Promise<void> {
    while (this.joins.length < times) await new Promise((done) => setTimeout(done, 5))
  }

  /** Seconds of received audio from all peers. */
  async sound(): Promise<number> {
    let sec = 0
    for (const stats of await this.#stats('inbound-rtp'))
      if (stats.kind === 'audio') sec += stats.totalSamplesDuration ?? 0
    return sec
  }

  /** Received audio so far: all samples, and those that were made up for lost packets. Freezes of video in seconds. */
  async reception(): Promise<{ samples: number; concealed: number; frozenSec: number; bytes: number }> {
    const total = { samples: 0, concealed: 0, frozenSec: 0, bytes: 0 }
    for (const stats of await this.#stats('inbound-rtp')) {
      total.bytes += stats.bytesReceived ?? 0
      total.frozenSec += stats.totalFreezesDuration ?? 0
      total.samples += stats.totalSamplesReceived ?? 0
      total.concealed += stats.concealedSamples ?? 0
    }
    return total
  }

  /** The selected candidate pairs: `host/host`, `relay/relay udp`. */
  async pairs(): Promise<string[]> {
    const found: string[] = []
    for (const connection of this.#open) {
      const all = await connection.getStats()
      for (const stats of all.values()) {
        if (stats.type !== 'transport' || !stats.selectedCandidatePairId) continue
        const pair = all.get(stats.selectedCandidatePairId)
        const [local, remote] = [all.get(pair.localCandidateId), all.get(pair.remoteCandidateId)]
        found.push([`${local.candidateType}/${remote.candidateType}`, local.relayProtocol].filter(Boolean).join(' '))
      }
    }
    return found
  }

  // biome-ignore lint/suspicious/noExplicitAny: the DOM's types lack the fields of each statistics type
  async #stats(type: string): Promise<Record<string, any>[]> {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const found: any[] = []
    for (const connection of this.#open) {
      for (const stats of (await connection.getStats()).values()) if (stats.type === type) found.push(stats)
    }
    return found
  }
}

Object.assign(globalThis, { witness: new Witness() })
