import { type LocalParticipant, type LocalTrack, Track, type TrackPublishOptions, VideoPreset } from 'livekit-client'
import type { TrackKind } from './call.ts'

/** Rates as over a direct link: what a consultation needs, and weak lines bear. */
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

/** What one page sends of one kind: the last track that was given, whenever LiveKit lets it. */
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

  /** In the lobby nothing may be published, and who is sent back there has nothing published any more. */
  allow(isAllowed: boolean): void {
    this.#isAllowed = isAllowed
    this.#settle()
  }

  /** One step at a time: a camera that is turned on and off quickly ends as it was left. */
  #settle(): void {
    this.#work = this.#work.then(() => this.#apply()).catch(() => {}) // the line broke meanwhile: done again when it is back
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

  /** A microphone and a camera come back soon, and faster when they keep their place; a screen seldom does. */
  async #silence(published: LocalTrack): Promise<void> {
    if (this.#kind === 'screen') await this.#me.unpublishTrack(published, false)
    else await published.mute()
  }
}
