import { type LocalParticipant, type LocalTrack, Track, type TrackPublishOptions, VideoPreset } from 'livekit-client'
import type { TrackKind } from './call.ts'

/** The same bitrates as over a direct link, sufficient on a weak connection. */
const camera = new VideoPreset(640, 480, 800_000, 25)
const publishing: Record<TrackKind, TrackPublishOptions> = {
  audio: { source: Track.Source.Microphone, dtx: true, red: true },
  camera: { source: Track.Source.Camera, simulcast: true, videoEncoding: camera.encoding },
  screen: {
    source: Track.Source.ScreenShare,
    simulcast: false,
    videoEncoding: { maxBitrate: 1_500_000, maxFramerate: 10 },
  },
}

/** Publishes the latest track of a kind whenever LiveKit permits it. */
export class TrackPublisher {
  readonly #kind: TrackKind
  readonly #me: () => LocalParticipant
  #wanted: MediaStreamTrack | null = null
  #isAllowed = false
  #work: Promise<void> = Promise.resolve()

  constructor(kind: TrackKind, me: () => LocalParticipant) {
    this.#kind = kind
    this.#me = me
  }

  set(track: MediaStreamTrack | null): void {
    this.#wanted = track
    this.#settle()
  }

  /** Sets whether publishing is allowed. In the lobby it is not. */
  allow(isAllowed: boolean): void {
    if (this.#isAllowed && !isAllowed) this.#next(() => this.#withdraw())
    this.#isAllowed = isAllowed
    this.#settle()
  }

  #settle(): void {
    this.#next(() => this.#apply())
  }

  /** Runs changes one after the other, so that quick toggling ends in the last state. */
  #next(change: () => Promise<void>): void {
    this.#work = this.#work.then(change).catch(() => {}) // disconnected: published again after reconnection
  }

  /**
   * LiveKit unpublishes on a return to the lobby. Its client does not notice for a track that it is just publishing, and
   * would keep it as published.
   */
  async #withdraw(): Promise<void> {
    const published = this.#published()
    if (published) await this.#me().unpublishTrack(published, false)
  }

  async #apply(): Promise<void> {
    if (!this.#isAllowed) return
    const track = this.#wanted
    const published = this.#published()
    if (track && !published) {
      await this.#me().publishTrack(track, publishing[this.#kind])
    } else if (track && published) {
      if (published.mediaStreamTrack !== track) await published.replaceTrack(track, true)
      await published.unmute()
    } else if (published) {
      await this.#silence(published)
    }
  }

  #published(): LocalTrack | undefined {
    return this.#me().getTrackPublication(publishing[this.#kind].source!)?.track
  }

  /** Mutes microphone or camera, which resume quickly. Unpublishes a screen. */
  async #silence(published: LocalTrack): Promise<void> {
    if (this.#kind === 'screen') await this.#me().unpublishTrack(published, false)
    else await published.mute()
  }
}
