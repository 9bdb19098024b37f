import { type DeviceFault, faultOf } from './fault.ts'
import type { DevicePlatform } from './platform.ts'

export type Screen = { track: MediaStreamTrack | null; fault: DeviceFault | undefined }

/** A higher rate does not improve legibility, and takes bandwidth from the camera. */
const FRAME_RATE = 10

/** Shares a screen with the others. */
export class ScreenShare {
  now: Screen = { track: null, fault: undefined }
  #platform: DevicePlatform
  #changed: () => void
  /** Incremented by each prompt and end, to ignore a choice after an end. */
  #turn = 0
  #isClosed = false

  constructor(platform: DevicePlatform, changed: () => void) {
    this.#platform = platform
    this.#changed = changed
  }

  get isPossible(): boolean {
    return typeof this.#platform.mediaDevices?.getDisplayMedia === 'function'
  }

  /** Shows the browser's picker. A cancelled picker is not a fault. */
  async begin(): Promise<void> {
    const { mediaDevices, isSecure } = this.#platform
    const turn = ++this.#turn
    try {
      const stream = await mediaDevices!.getDisplayMedia({ video: { frameRate: { max: FRAME_RATE } }, audio: false })
      const [track = null] = stream.getVideoTracks()
      if (this.#isClosed || turn !== this.#turn) return track?.stop()
      this.now.track?.stop()
      // The user stopped it in the browser's sharing bar.
      track?.addEventListener('ended', () => this.now.track === track && this.end())
      this.now = { track, fault: undefined }
    } catch (error) {
      const fault = faultOf(error, isSecure)
      const isCancelled = fault === 'refused' || fault === 'dismissed'
      this.now = { ...this.now, fault: isCancelled ? undefined : fault }
    }
    this.#changed()
  }

  end(): void {
    this.#turn++
    this.now.track?.stop()
    this.now = { track: null, fault: undefined }
    this.#changed()
  }

  close(): void {
    this.#isClosed = true
    this.end()
  }
}
