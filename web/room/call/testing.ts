import { INITIAL_STATE } from '@medina-care/protocol/constants.ts'
import type { ClientMessage, PeerView, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { CallPlatform } from './platform.ts'

/** The initial time of all clocks. */
export const START = 1_800_000_000_000

/** A simulated browser. `advance` moves its time, and the test controls sockets and connections. */
export class TestBrowser implements CallPlatform {
  time = 0
  chance = 1
  /** Whether the server answers pings. */
  answersPings = true
  sockets: TestSocket[] = []
  connections: TestConnection[] = []
  #timers: { at: number; then: () => void }[] = []
  #hints = new Set<() => void>()
  #ids = 0
  #name: string
  /** Simulates sessionStorage. A second page load may share it. */
  stored: Map<string, unknown>

  constructor(name = 'page', stored = new Map<string, unknown>()) {
    this.#name = name
    this.stored = stored
  }

  openSocket = (url: string): WebSocket => {
    const socket = new TestSocket(url, () => this.answersPings)
    this.sockets.push(socket)
    return socket as unknown as WebSocket
  }
  peerConnection = (configuration: RTCConfiguration): RTCPeerConnection => {
    const connection = new TestConnection(`${this.#name}${this.connections.length + 1}`, configuration)
    this.connections.push(connection)
    return connection as unknown as RTCPeerConnection
  }
  newStream = (): MediaStream => {
    const tracks: MediaStreamTrack[] = []
    return {
      addTrack: (track: MediaStreamTrack) => tracks.push(track),
      getTracks: () => tracks,
    } as unknown as MediaStream
  }
  after = (ms: number, then: () => void): (() => void) => {
    const timer = { at: this.time + ms, then }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }
  now = (): number => this.time
  date = (): number => START + this.time
  random = (): number => this.chance
  newId = (): string => `${this.#name}-${++this.#ids}`
  store = {
    read: (key: string): unknown => this.stored.get(key),
    write: (key: string, value: unknown): void => void this.stored.set(key, value),
  }
  onHint = (back: () => void): (() => void) => {
    this.#hints.add(back)
    return () => void this.#hints.delete(back)
  }

  /** Simulates the return of the network or the user. */
  hint(): void {
    for (const back of this.#hints) back()
  }

  /** Advances the time, and runs due timers. */
  async advance(ms: number): Promise<void> {
    const until = this.time + ms
    await settled()
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.time = Math.max(this.time, next.at)
      next.then()
      await settled()
    }
    this.time = Math.max(this.time, until)
  }

  get socket(): TestSocket {
    return this.sockets.at(-1)!
  }

  get connection(): TestConnection {
    return this.connections.at(-1)!
  }
}

/** Runs all pending microtasks. */
export const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

/** A socket for which the test acts as the server. */
export class TestSocket {
  url: string
  readyState = 0
  sent: ClientMessage[] = []
  onopen: (() => void) | undefined
  onmessage: ((event: { data: string }) => void) | undefined
  onclose: ((event: { code: number }) => void) | undefined

  #answersPings: () => boolean

  constructor(url: string, answersPings: () => boolean) {
    this.url = url
    this.#answersPings = answersPings
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage
    this.sent.push(message)
    if (message.type === 'ping' && this.#answersPings())
      queueMicrotask(() => this.receive({ type: 'pong', ts: message.ts }))
  }
  /** The page closes the socket. */
  close(): void {
    this.readyState = 3
  }
  accept(): void {
    this.readyState = 1
    this.onopen?.()
  }
  receive(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  /** The server closes the socket, or the network does with code 1006. */
  end(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
  sentOf<Type extends ClientMessage['type']>(type: Type): Extract<ClientMessage, { type: Type }>[] {
    return this.sent.filter((message) => message.type === type) as Extract<ClientMessage, { type: Type }>[]
  }
}

export const track = (kind: 'audio' | 'video', id = kind as string): MediaStreamTrack =>
  ({ kind, id, contentHint: '' }) as unknown as MediaStreamTrack

type TestTransceiver = {
  direction: string
  sender: {
    track: MediaStreamTrack | null
    encodings: object[]
    replaceTrack(track: MediaStreamTrack | null): Promise<void>
    getParameters(): { encodings: object[] }
    setParameters(parameters: { encodings: object[] }): Promise<void>
  }
  receiver: { track: MediaStreamTrack }
}

/**
 * Simulates the signalling of RTCPeerConnection (W3C "WebRTC: Real-Time Communication in Browsers", 4.4): states,
 * implicit rollback, negotiationneeded, and the rejection of candidates with an unknown ufrag.
 */
export class TestConnection {
  signalingState: RTCSignalingState = 'stable'
  connectionState: RTCPeerConnectionState = 'new'
  iceGatheringState = 'new'
  localDescription: RTCSessionDescriptionInit | null = null
  remoteDescription: RTCSessionDescriptionInit | null = null
  transceivers: TestTransceiver[] = []
  candidates: RTCIceCandidateInit[] = []
  channel = {
    readyState: 'connecting',
    sent: [] as string[],
    send: (text: string) => void this.channel.sent.push(text),
  } as {
    readyState: string
    sent: string[]
    send(text: string): void
    onopen?: () => void
    onmessage?: (event: { data: unknown }) => void
  }
  /** Media bytes received so far. */
  bytes = 0
  offers = 0
  rollbacks = 0
  configuration: RTCConfiguration
  onnegotiationneeded: (() => void) | undefined
  onicecandidate: ((event: { candidate: { toJSON(): RTCIceCandidateInit } | null }) => void) | undefined
  onicegatheringstatechange: (() => void) | undefined
  onconnectionstatechange: (() => void) | undefined
  #name: string
  #ufrag = 1
  #isNeeded = false
  #willRestart = false

  constructor(name: string, configuration: RTCConfiguration) {
    this.#name = name
    this.configuration = configuration
  }

  setConfiguration(configuration: RTCConfiguration): void {
    this.configuration = configuration
  }
  addTransceiver(kind: 'audio' | 'video', { direction, sendEncodings = [] }: RTCRtpTransceiverInit): TestTransceiver {
    const transceiver = this.#transceiver(kind, direction ?? 'sendrecv', sendEncodings)
    this.#need()
    return transceiver
  }
  getTransceivers(): TestTransceiver[] {
    return this.transceivers
  }
  createDataChannel(): object {
    this.#need()
    return this.channel
  }
  restartIce(): void {
    this.#willRestart = true
    this.#need()
  }
  async setLocalDescription(): Promise<void> {
    await Promise.resolve()
    if (this.signalingState === 'have-remote-offer') {
      this.localDescription = { type: 'answer', sdp: this.#sdp('answer') }
      this.#become('stable')
      return
    }
    if (this.#willRestart) this.#ufrag++
    this.#willRestart = false
    this.#isNeeded = false
    this.offers++
    this.localDescription = { type: 'offer', sdp: this.#sdp('offer') }
    this.#become('have-local-offer')
  }
  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    await Promise.resolve()
    const isOffer = description.type === 'offer'
    if (!isOffer && this.signalingState !== 'have-local-offer') throw new Error(`answer in ${this.signalingState}`)
    if (isOffer && this.signalingState === 'have-local-offer') this.rollbacks++
    this.remoteDescription = description
    while (isOffer && this.transceivers.length < 3)
      this.#transceiver(this.transceivers.length === 0 ? 'audio' : 'video', 'recvonly', [{}])
    this.#become(isOffer ? 'have-remote-offer' : 'stable')
  }
  async addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    const isKnown = this.remoteDescription?.sdp?.split('\n').includes(`ufrag ${candidate.usernameFragment}`)
    if (!isKnown) throw new Error('Unknown ufrag')
    this.candidates.push(candidate)
  }
  close(): void {
    this.connectionState = 'closed'
    this.signalingState = 'closed'
  }
  async getStats(): Promise<Map<string, object>> {
    return new Map([['in', { type: 'inbound-rtp', bytesReceived: this.bytes }]])
  }

  /** Changes the connection state. */
  become(state: RTCPeerConnectionState): void {
    this.connectionState = state
    this.onconnectionstatechange?.()
    if (state !== 'connected' || this.channel.readyState === 'open') return
    this.channel.readyState = 'open'
    this.channel.onopen?.()
  }
  find(candidate: string): void {
    const found = { candidate, usernameFragment: `${this.#name}.${this.#ufrag}` }
    this.onicecandidate?.({ candidate: { toJSON: () => found } })
  }

  #sdp = (type: string) => `${type} ${this.offers}\nufrag ${this.#name}.${this.#ufrag}`

  #transceiver(kind: 'audio' | 'video', direction: string, encodings: object[]): TestTransceiver {
    const sender: TestTransceiver['sender'] = {
      track: null,
      encodings,
      async replaceTrack(track) {
        sender.track = track
      },
      getParameters: () => ({ encodings: sender.encodings.map((encoding) => ({ ...encoding })) }),
      async setParameters(parameters) {
        sender.encodings = parameters.encodings
      },
    }
    const transceiver = { direction, sender, receiver: { track: track(kind, `${this.#name} ${kind}`) } }
    this.transceivers.push(transceiver)
    return transceiver
  }
  #need(): void {
    this.#isNeeded = true
    this.#become(this.signalingState)
  }
  #become(state: RTCSignalingState): void {
    this.signalingState = state
    queueMicrotask(() => {
      if (!this.#isNeeded || this.signalingState !== 'stable') return
      this.#isNeeded = false
      this.onnegotiationneeded?.()
    })
  }
}

export const peerView = (peerId: string, role: PeerView['role'], sid = `${peerId}-sid`): PeerView => ({
  peerId,
  role,
  name: peerId,
  sid,
  state: INITIAL_STATE,
  isAway: false,
})
