import { type LocalParticipant, type LocalTrack, Track, type TrackPublishOptions, VideoPreset } from 'livekit-client'
import type { TrackKind } from './call.ts'

/** The same rates as over a direct link: sufficient for a consultation on a weak connection. */
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

/** Publishes one kind of track: the latest one that was set, whenever LiveKit permits it. */
export class Sending {
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

  /** LiveKit permits no publishing in the lobby, and unpublishes on a return to it. */
  allow(isAllowed: boolean): void {
    this.#isAllowed = isAllowed
    this.#settle()
  }

  /** One step at a time, so that quick toggling ends in the last state. */
  #settle(): void {
    this.#work = this.#work.then(() => this.#apply()).catch(() => {}) // disconnected: repeated after reconnection
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

  /** Microphone and camera are muted, which makes resuming fast; a screen is unpublished. */
  async #silence(published: LocalTrack): Promise<void> {
    if (this.#kind === 'screen') await this.#me.unpublishTrack(published, false)
    else await published.mute()
  }
}
