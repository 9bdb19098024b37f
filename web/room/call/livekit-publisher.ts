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
  readonly #me: LocalParticipant
  #wanted: MediaStreamTrack | null = null
  #isAllowed = false
  #work: Promise<void> = Promise.resolve()

  constructor(kind: TrackKind, me: LocalParticipant) {
    this.#kind = kind
    this.#me = me
  }

  set(track: MediaStreamTrack | null): void {
    this.#wanted = track
    this.#settle()
  }

  /** Sets whether publishing is allowed. In the lobby it is not, and LiveKit unpublishes on a return to it. */
  allow(isAllowed: boolean): void {
    this.#isAllowed = isAllowed
    this.#settle()
  }

  /** Applies changes one after the other, so that quick toggling ends in the last state. */
  #settle(): void {
    this.#work = this.#work.then(() => this.#apply()).catch(() => {}) // disconnected: published again after reconnection
  }

  async #apply(): Promise<void> {
    if (!this.#isAllowed) return
    const track = this.#wanted
    const published = this.#me.getTrackPublication(publishing[this.#kind].source!)?.track
    if (track && !published) {
      await this.#me.publishTrack(track, publishing[this.#kind])
    } else if (track && published) {
      if (published.mediaStreamTrack !== track) await published.replaceTrack(track, true)
      await published.unmute()
    } else if (published) {
      await this.#silence(published)
    }
  }

  /** Mutes microphone or camera, which resume quickly. Unpublishes a screen. */
  async #silence(published: LocalTrack): Promise<void> {
    if (this.#kind === 'screen') await this.#me.unpublishTrack(published, false)
    else await published.mute()
  }
}
