import { settled } from '../call/testing.ts'
import { Devices } from './devices.ts'
import type { DevicePlatform } from './platform.ts'

/** An error as browsers throw it. */
export const refusal = (name: string, message = ''): Error => Object.assign(new Error(message), { name })

type Plugged = {
  kind: MediaDeviceKind
  deviceId: string
  label: string
  facingMode?: string
  /** What the camera can do: only off, only on, or both. */
  backgroundBlur?: boolean[]
}

export class TestTrack extends EventTarget {
  readyState: 'live' | 'ended' = 'live'
  enabled = true
  muted = false
  kind: 'audio' | 'video'
  device: Plugged

  constructor(device: Plugged) {
    super()
    this.device = device
    this.#isBlurred = device.backgroundBlur?.[0] ?? false
    this.kind = device.kind === 'audioinput' ? 'audio' : 'video'
  }
  #isBlurred: boolean
  getSettings = () => ({
    ...{ deviceId: this.device.deviceId, facingMode: this.device.facingMode },
    ...(this.device.backgroundBlur && { backgroundBlur: this.#isBlurred }),
  })
  getCapabilities = () => ({ ...(this.device.backgroundBlur && { backgroundBlur: this.device.backgroundBlur }) })
  getConstraints = () => ({ width: { ideal: 960 } })
  applied: object[] = []
  async applyConstraints(constraints: { backgroundBlur?: { exact: boolean } }): Promise<void> {
    this.applied.push(constraints)
    this.#isBlurred = constraints.backgroundBlur?.exact ?? this.#isBlurred
  }
  /** The page stops the track, without an event. */
  stop(): void {
    this.readyState = 'ended'
  }
  /** The system mutes the track. */
  mute(isMuted: boolean): void {
    this.muted = isMuted
    this.dispatchEvent(new Event(isMuted ? 'mute' : 'unmute'))
  }
  /** The system blurs the background, or stops. */
  blur(isBlurred: boolean): void {
    this.#isBlurred = isBlurred
    this.dispatchEvent(new Event('configurationchange'))
  }
  /** The device is unplugged, or a phone call takes it. */
  lose(): void {
    this.readyState = 'ended'
    this.dispatchEvent(new Event('ended'))
  }
}

/** A simulated browser with cameras, microphones and speakers. */
export class TestMedia {
  plugged: Plugged[] = [
    { kind: 'audioinput', deviceId: 'mic', label: 'Built-in microphone' },
    { kind: 'audioinput', deviceId: 'headset', label: 'Headset' },
    { kind: 'videoinput', deviceId: 'front', label: 'Front camera', facingMode: 'user' },
    { kind: 'videoinput', deviceId: 'back', label: 'Back camera', facingMode: 'environment' },
    { kind: 'audiooutput', deviceId: 'loud', label: 'Loudspeaker' },
  ]
  /** The error that getUserMedia throws for a kind. */
  audioFails: Error | undefined
  videoFails: Error | undefined
  /** The browser's prompt stays open until this resolves. */
  question: Promise<void> | undefined
  permissions: Partial<Record<'microphone' | 'camera', PermissionState>> = {}
  isVisible = true
  asked: MediaStreamConstraints[] = []
  tracks: TestTrack[] = []
  /** The maximum of cameras open at the same time. */
  mostCameras = 0
  screen: TestTrack | Error = new TestTrack({ kind: 'videoinput', deviceId: 'screen', label: 'Screen' })
  stored = new Map<string, unknown>()
  mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => this.plugged,
    getUserMedia: (constraints: MediaStreamConstraints) => this.#capture(constraints),
    getDisplayMedia: async () => {
      await this.question
      if (this.screen instanceof Error) throw this.screen
      return stream([this.screen])
    },
  })
  #timers: { ms: number; then: () => void }[] = []
  #visible = new Set<() => void>()

  devices(changes: Partial<DevicePlatform> = {}): Devices {
    return new Devices({
      mediaDevices: this.mediaDevices as unknown as MediaDevices,
      permission: async (name) => this.permissions[name],
      isSecure: true,
      isHandheld: false,
      canChooseSpeaker: true,
      store: { read: (key) => this.stored.get(key), write: (key, value) => void this.stored.set(key, value) },
      isVisible: () => this.isVisible,
      onVisible: (back) => {
        this.#visible.add(back)
        return () => void this.#visible.delete(back)
      },
      after: (ms, then) => {
        const timer = { ms, then }
        this.#timers.push(timer)
        return () => void this.#timers.splice(this.#timers.indexOf(timer), this.#timers.includes(timer) ? 1 : 0)
      },
      ...changes,
    })
  }

  /** Runs the timers of at most this delay. */
  async wait(ms: number): Promise<void> {
    for (const timer of this.#timers.filter((timer) => timer.ms <= ms)) {
      this.#timers.splice(this.#timers.indexOf(timer), 1)
      timer.then()
    }
    await settled()
  }
  async see(): Promise<void> {
    this.isVisible = true
    for (const back of this.#visible) back()
    await settled()
  }
  async plug(...devices: Plugged[]): Promise<void> {
    this.plugged.push(...devices)
    this.mediaDevices.dispatchEvent(new Event('devicechange'))
    await settled()
  }
  get live(): string[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live').map(({ device }) => device.deviceId)
  }

  async #capture({ audio, video }: MediaStreamConstraints): Promise<MediaStream> {
    this.asked.push({ ...(audio && { audio }), ...(video && { video }) })
    await this.question
    if (audio && this.audioFails) throw this.audioFails
    if (video && this.videoFails) throw this.videoFails
    const opened = [
      ...(audio ? [this.#open('audioinput', audio)] : []),
      ...(video ? [this.#open('videoinput', video)] : []),
    ]
    this.tracks.push(...opened)
    const cameras = this.tracks.filter(({ kind, readyState }) => kind === 'video' && readyState === 'live').length
    this.mostCameras = Math.max(this.mostCameras, cameras)
    return stream(opened)
  }
  #open(kind: MediaDeviceKind, wanted: true | MediaTrackConstraints): TestTrack {
    const fitting = this.plugged.filter((device) => device.kind === kind)
    if (fitting.length === 0) throw refusal('NotFoundError')
    const { deviceId, facingMode } = (wanted === true ? {} : wanted) as {
      deviceId?: { exact?: string; ideal?: string }
      facingMode?: { ideal: string }
    }
    const exact = fitting.find((device) => device.deviceId === deviceId?.exact)
    if (deviceId?.exact && !exact) throw refusal('OverconstrainedError')
    const near =
      fitting.find((device) => device.deviceId === deviceId?.ideal) ??
      fitting.find((device) => facingMode && device.facingMode === facingMode.ideal)
    return new TestTrack(exact ?? near ?? fitting[0]!)
  }
}

const stream = (tracks: TestTrack[]): MediaStream =>
  ({
    getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
    getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  }) as unknown as MediaStream
