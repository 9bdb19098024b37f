/**
 * Runs in a page before the page's own code, in tests of real calls: counts what the browser makes and receives, which no
 * page shows. Reached by name: `witness.pictures()`. Types are taken out of it, and it imports nothing.
 */
class Witness {
  readonly connections: RTCPeerConnection[] = []
  /** Codes with which lines to a room were closed, in order. */
  readonly closes: number[] = []
  /** When each signalling socket was told that it is in the room, in milliseconds of this page. */
  readonly joins: number[] = []
  /** When something first was so, in milliseconds since 1970, which all pages of a machine share. */
  readonly first: Partial<Record<'admitting' | 'joined' | 'connected' | 'picture', number>> = {}

  constructor() {
    const witness = this
    const seen = (what: keyof Witness['first']) => {
      witness.first[what] ??= performance.timeOrigin + performance.now()
    }
    const within = ({ target }: Event, selector: string) => target instanceof Element && target.closest(selector)
    document.addEventListener('click', (event) => within(event, '[data-do="admit"]') && seen('admitting'), true)
    // Of a stream: its first picture is decoded.
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

  /** How many peer connections have ever been made. */
  count(): number {
    return this.connections.length
  }

  /** Pictures that were decoded, of each video that comes in and has brought any. */
  async pictures(): Promise<number[]> {
    const found: number[] = []
    for (const stats of await this.#stats('inbound-rtp')) {
      if (stats.kind === 'video' && stats.framesDecoded > 0) found.push(stats.framesDecoded)
    }
    return found
  }

  /** Waits for the first picture of somebody else that is there to be seen, and says when that was. */
  async firstPicture(): Promise<number> {
    while (this.first.picture === undefined) await new Promise((done) => setTimeout(done, 20))
    return this.first.picture
  }

  /** Waits until the page has been told so often that it is in the room. */
  async joined(times: number): Promise<void> {
    while (this.joins.length < times) await new Promise((done) => setTimeout(done, 5))
  }

  /** Seconds of sound that came in, of all who speak. */
  async sound(): Promise<number> {
    let sec = 0
    for (const stats of await this.#stats('inbound-rtp'))
      if (stats.kind === 'audio') sec += stats.totalSamplesDuration ?? 0
    return sec
  }

  /** The pairs that media go through: `host/host`, `relay/relay udp`. */
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

  // biome-ignore lint/suspicious/noExplicitAny: statistics have fields by their type, which the DOM's types leave out
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
