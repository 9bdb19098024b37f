import type { CaptureKind, DevicePreference } from './capture.ts'
import type { DeviceFault } from './fault.ts'

export type Capture = {
  /** The track to send. Null while it is off or missing. */
  track: MediaStreamTrack | null
  /** Whether the user wants it on. The track may still be missing; then `fault` has the reason. */
  isOn: boolean
  fault: DeviceFault | undefined
  /** The device in use, or the preferred one. */
  deviceId: string | undefined
}

/** Microphone or camera: the user's choice, and the actual track. */
export class Slot {
  readonly kind: CaptureKind
  track: MediaStreamTrack | null = null
  isOn = false
  fault: DeviceFault | undefined
  preference: DevicePreference
  #changed: () => void

  constructor(kind: CaptureKind, deviceId: string | undefined, changed: () => void) {
    this.kind = kind
    this.preference = { deviceId, facing: kind === 'camera' ? 'user' : undefined }
    this.#changed = changed
  }

  get now(): Capture {
    const { track, isOn, fault, preference } = this
    return {
      track: isOn ? track : null,
      isOn,
      fault: fault ?? (isOn && track?.muted ? 'lost' : undefined),
      deviceId: track?.getSettings().deviceId ?? preference.deviceId,
    }
  }

  get isMissing(): boolean {
    return this.isOn && this.track?.readyState !== 'live'
  }

  setOn(isOn: boolean): void {
    this.isOn = isOn
    this.#applyChoice()
  }

  /** @param lost called when the track ends by itself */
  setTrack(track: MediaStreamTrack, lost: () => void): void {
    this.release()
    this.track = track
    track.addEventListener('ended', () => {
      if (this.track !== track) return
      this.track = null
      this.fault = this.isOn ? 'lost' : undefined
      lost()
    })
    // The system mutes a track for a phone call or a hardware switch, and may blur its background.
    for (const change of ['mute', 'unmute', 'configurationchange']) track.addEventListener(change, this.#changed)
    this.#applyChoice()
  }

  release(): void {
    this.track?.stop()
    this.track = null
  }

  /** Applies the choice to the track: a muted microphone stays open to resume quickly, and a camera is closed. */
  #applyChoice(): void {
    if (this.kind === 'audio' && this.track) this.track.enabled = this.isOn
    else if (!this.isOn) this.release()
  }
}
