import type { IceServer } from '@medina-care/protocol/messages.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'
import type { Peer, Quality, TrackKind } from './call.ts'
import { isBetweenHostAndPatient } from './media.ts'
import { type IceConfiguration, PeerLink } from './peer-link.ts'
import type { CallPlatform } from './platform.ts'
import { QualityMeter, SAMPLE_MS, sampleOf } from './quality.ts'
import type { Roster, RosterPeer } from './roster.ts'
import { cameraBpsFor } from './slots.ts'

export type PeerLinksEvents = {
  onSignal(to: string, toSid: string, data: Record<string, unknown>): void
  onChange(): void
  onOpen(peerId: string): void
  onMessage(peer: PersonView, data: unknown): void
}

/** The number of times that a connection is recreated, after an error or because the peer has a new one, until one works. */
const MAX_RENEWALS = 5

type Entry = {
  link: PeerLink
  peer: RosterPeer
  meter: QualityMeter
  quality: Quality
  renewals: number
  /** Whether the peer wants video. */
  receivesVideo: boolean
}

/** The host is impolite. Between others, the larger id is. Both sides compute the same result. */
export const isImpolite = (me: PersonView, other: PersonView): boolean =>
  me.role === 'host' || (other.role !== 'host' && me.peerId > other.peerId)

/** One link for each peer of the roster. */
export class PeerLinks {
  #platform: CallPlatform
  #events: PeerLinksEvents
  #entries = new Map<string, Entry>()
  #me: PersonView | undefined
  #ice: IceConfiguration = { iceServers: [], iceTransportPolicy: 'all' }
  #tracks: Record<TrackKind, MediaStreamTrack | null> = { audio: null, camera: null, screen: null }
  #stopSampling: (() => void) | undefined
  #receivesVideo = true

  constructor(platform: CallPlatform, events: PeerLinksEvents) {
    this.#platform = platform
    this.#events = events
  }

  /** Creates links to new peers and new pages of peers, and closes the links to peers who have left. */
  match({ me, peers }: Pick<Roster, 'me' | 'peers'>): void {
    this.#me = me
    for (const [peerId, { link, peer }] of this.#entries) {
      if (peers.some((now) => now.peerId === peerId && now.sid === peer.sid)) continue
      link.close()
      this.#entries.delete(peerId)
    }
    const count = peers.length
    for (const peer of peers) {
      const entry = this.#entries.get(peer.peerId)
      if (!entry) this.#createEntry(peer, count, 0)
      else {
        if (hasChanged(entry.peer, peer)) entry.meter.reset()
        entry.peer = peer
        entry.link.limitCamera(cameraBpsFor(count))
      }
    }
    this.#sampleWhileNeeded()
  }

  setTrack(kind: TrackKind, track: MediaStreamTrack | null): void {
    this.#tracks[kind] = track
    for (const { link } of this.#entries.values()) link.setTrack(kind, track)
  }

  /** Sets whether this page wants video. */
  receiveVideo(isWanted: boolean): void {
    this.#receivesVideo = isWanted
    for (const entry of this.#entries.values()) this.#adapt(entry)
  }

  /** Sets whether a peer wants video. */
  sendVideo(peerId: string, isWanted: boolean): void {
    const entry = this.#entries.get(peerId)
    if (!entry || entry.receivesVideo === isWanted) return
    entry.receivesVideo = isWanted
    this.#adapt(entry)
  }

  #adapt({ link, meter, receivesVideo }: Entry): void {
    meter.reset()
    link.adapt(receivesVideo, !receivesVideo || !this.#receivesVideo)
  }

  configure(ice: { iceServers: IceServer[]; iceTransportPolicy?: 'all' | 'relay' }): void {
    const { iceServers, iceTransportPolicy = this.#ice.iceTransportPolicy } = ice
    this.#ice = { iceServers, iceTransportPolicy }
    for (const { link } of this.#entries.values()) link.configure(this.#ice)
  }

  receive(from: string, fromSid: string, data: Record<string, unknown>): void {
    const entry = this.#entries.get(from)
    if (entry?.peer.sid === fromSid) entry.link.receive(data)
  }

  /** Repairs links after the connection of a peer or of this page to the server broke, because signals were lost. */
  resync(one?: { peerId: string; sid: string }): void {
    for (const { link, peer } of this.#entries.values())
      if (!one || (one.peerId === peer.peerId && one.sid === peer.sid)) link.resync()
  }

  say(peerId: string, frame: string): void {
    this.#entries.get(peerId)?.link.say(frame)
  }

  /** Whether practitioner and patient, one of them this page's user, are connected. */
  isTogether(): boolean {
    const me = this.#me
    return (
      me !== undefined &&
      [...this.#entries.values()].some(({ link, peer }) => link.isFlowing && isBetweenHostAndPatient(me, peer))
    )
  }

  isFlowing(peerId: string): boolean {
    return this.#entries.get(peerId)?.link.isFlowing ?? false
  }

  isStuck(peers: Peer[]): boolean {
    return peers.some(({ peerId, link }) => link !== 'away' && this.#entries.get(peerId)?.link.isStuck)
  }

  view(peerId: string): Pick<Peer, 'stream' | 'screen' | 'quality' | 'receivesVideo'> & { status: PeerLink['status'] } {
    const entry = this.#entries.get(peerId)
    if (!entry || entry.link.status === 'connecting')
      return { stream: null, screen: null, quality: 'unknown', receivesVideo: true, status: 'connecting' }
    const { link, quality, receivesVideo } = entry
    return { stream: link.stream, screen: link.screen, quality, receivesVideo, status: link.status }
  }

  #createEntry(peer: RosterPeer, count: number, renewals: number): void {
    const me = this.#me
    if (!me) return
    const { peerId, sid } = peer
    const isCurrent = () => this.#entries.get(peerId)?.link === link
    const link: PeerLink = new PeerLink(
      this.#platform,
      {
        isImpolite: isImpolite(me, peer),
        isSender: me.role !== 'observer',
        ice: this.#ice,
        tracks: this.#tracks,
        cameraBps: cameraBpsFor(count),
      },
      {
        onSignal: (data) => this.#events.onSignal(peerId, sid, data),
        onChange: () => isCurrent() && this.#events.onChange(),
        onOpen: () => isCurrent() && this.#events.onOpen(peerId),
        onMessage: (data) => isCurrent() && this.#events.onMessage(this.#entries.get(peerId)!.peer, data),
        onOutdated: (data) => isCurrent() && this.#recreate(peerId, data),
      },
    )
    const entry: Entry = { link, peer, meter: new QualityMeter(), quality: 'unknown', renewals, receivesVideo: true }
    this.#entries.set(peerId, entry)
    this.#adapt(entry)
  }

  #recreate(peerId: string, data: Record<string, unknown> | undefined): void {
    const { link, peer, renewals } = this.#entries.get(peerId)!
    const made = link.status === 'connecting' ? renewals + 1 : 1
    if (made > MAX_RENEWALS) return
    link.close()
    this.#createEntry(peer, this.#entries.size, made)
    if (data) this.#entries.get(peerId)!.link.receive(data)
    this.#events.onChange()
  }

  #sampleWhileNeeded(): void {
    if (this.#entries.size === 0) {
      this.#stopSampling?.()
      this.#stopSampling = undefined
      return
    }
    this.#stopSampling ??= this.#platform.after(SAMPLE_MS, () => {
      this.#stopSampling = undefined
      for (const entry of this.#entries.values()) void this.#sample(entry)
      this.#sampleWhileNeeded()
    })
  }

  async #sample(entry: Entry): Promise<void> {
    let quality: Quality = 'unknown'
    if (entry.link.status === 'connected') {
      const sample = sampleOf(await entry.link.getStats(), this.#platform.now())
      const { mic, cam, screen } = entry.peer.state
      quality = entry.meter.add(sample, mic || (this.#receivesVideo && (cam || screen)))
    } else entry.meter.reset()
    if (quality === entry.quality) return
    entry.quality = quality
    this.#events.onChange()
  }
}

const hasChanged = (before: RosterPeer, now: RosterPeer): boolean =>
  before.state.mic !== now.state.mic || before.state.cam !== now.state.cam || before.state.screen !== now.state.screen
