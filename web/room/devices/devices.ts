import { Observable } from '../observable.ts'
import { blur, blurOf } from './blur.ts'
import { type Captured, type CaptureKind, capture, type DevicePreference, type DevicePreferences } from './capture.ts'
import { type Device, DeviceList } from './device-list.ts'
import type { DeviceFault } from './fault.ts'
import type { DevicePlatform } from './platform.ts'
import { type Screen, ScreenShare } from './screen-share.ts'
import { type Capture, Slot } from './slot.ts'

export type { Capture, Device }

export type DevicesSnapshot = {
  audio: Capture
  /** `facing` is set on phones. Only the front camera's preview is mirrored. */
  camera: Capture & {
    facing: 'user' | 'environment' | undefined
    /** Whether the camera blurs the background. Undefined if the page cannot change it. */
    blur: boolean | undefined
  }
  screen: Screen
  /** Whether the browser shows a prompt or opens devices. */
  isAsking: boolean
  microphones: Device[]
  cameras: Device[]
  speakers: Device[]
  /** '' is the system's default. */
  speakerId: string
  canFlip: boolean
  canShareScreen: boolean
  canChooseSpeaker: boolean
}

/** After this time the user may have missed the browser's prompt. */
const UNANSWERED_MS = 15_000
/** Delay before a lost device is reopened, because the device list changes a moment later. */
const REOPEN_MS = 1000
/** iOS does not always return the microphone after a phone call: a track that stays muted for this time is reopened. */
const STILL_MUTED_MS = 2000
/** Faults that a retry may fix without an action of the user. */
const TRANSIENT: (DeviceFault | undefined)[] = ['missing', 'busy', 'lost', 'unknown', undefined]

/** Microphone, camera, speaker and screen of this page. The page renders snapshots and calls methods. */
export class Devices {
  #platform: DevicePlatform
  #slots: Record<CaptureKind, Slot>
  #screen: ScreenShare
  #list: DeviceList
  /** The current browser prompt or opening of devices. */
  #prompt: { kinds: CaptureKind[]; isUnanswered: boolean } | undefined
  #isClosed = false
  /** Serializes opening, because two requests at once would compete for the same camera. */
  #queue: Promise<void> = Promise.resolve()
  /** Incremented to cancel queued work. */
  #generation = 0
  #stops: (() => void)[] = []
  #observable = new Observable(() => this.#snapshot())

  constructor(platform: DevicePlatform) {
    this.#platform = platform
    this.#screen = new ScreenShare(platform, () => this.#observable.notify())
    this.#list = new DeviceList(platform)
    const slot = (kind: CaptureKind) => new Slot(kind, this.#list.chosen[kind], () => this.#observable.notify())
    this.#slots = { audio: slot('audio'), camera: slot('camera') }
    const { mediaDevices } = platform
    const devicesChanged = () => void this.#refresh().then(() => this.#reopen())
    mediaDevices?.addEventListener?.('devicechange', devicesChanged)
    this.#stops.push(
      () => mediaDevices?.removeEventListener?.('devicechange', devicesChanged),
      platform.onVisible(() => this.#onVisible()),
    )
  }

  get now(): DevicesSnapshot {
    return this.#observable.now
  }

  watch(listener: (now: DevicesSnapshot) => void): () => void {
    return this.#observable.subscribe(listener)
  }

  /** Opens microphone and camera with one prompt. Resolves when they are open or `now` has their faults. */
  open(kinds: CaptureKind[] = ['audio', 'camera']): Promise<void> {
    for (const kind of kinds) {
      this.#slots[kind].setOn(true)
    }
    const again = this.#prompt?.isUnanswered ? this.#abandonPrompt(this.#prompt.kinds) : []
    this.#observable.notify()
    const wanted = new Set([...kinds, ...again])
    return this.#enqueue(() =>
      this.#acquire([...wanted].filter((kind) => this.#slots[kind].isMissing || this.#slots[kind].track?.muted)),
    )
  }

  /** Mutes or unmutes the microphone. Closes or reopens the camera. */
  setOn(kind: CaptureKind, isOn: boolean): Promise<void> {
    if (isOn) return this.open([kind])
    const slot = this.#slots[kind]
    slot.fault = undefined
    slot.setOn(false)
    this.#observable.notify()
    return Promise.resolve()
  }

  /** Switches to a device, and remembers it for the next visit. */
  choose(kind: CaptureKind, deviceId: string): Promise<void> {
    this.#list.choose({ [kind]: deviceId })
    return this.#switch(kind, { deviceId })
  }

  /** Switches between the front and the back camera. */
  flip(): Promise<void> {
    const facing = this.now.camera.facing === 'environment' ? 'user' : 'environment'
    return this.#switch('camera', { facing })
  }

  /** Blurs the background or not, and remembers it for the next visit. */
  async setBlur(isOn: boolean): Promise<void> {
    this.#list.choose({ blur: isOn })
    await blur(this.#slots.camera.track, isOn)
    this.#observable.notify()
  }

  chooseSpeaker(deviceId: string): void {
    this.#list.choose({ speaker: deviceId })
    this.#observable.notify()
  }

  /** Routes an element's sound to the chosen speaker. */
  async routeSound(element: HTMLMediaElement): Promise<void> {
    const { speakerId } = this.now
    if (!this.#platform.canChooseSpeaker || element.sinkId === speakerId) return
    // Fails for a speaker that was just unplugged. The system's default continues.
    await element.setSinkId(speakerId).catch(() => {})
  }

  shareScreen(): Promise<void> {
    return this.#screen.begin()
  }

  stopScreen(): void {
    this.#screen.end()
  }

  /** Stops all tracks. */
  close(): void {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    for (const kind of ['audio', 'camera'] as const) this.#slots[kind].release()
    this.#screen.close()
  }

  #enqueue(work: () => Promise<unknown>): Promise<void> {
    const generation = this.#generation
    this.#queue = this.#queue.then(async () => {
      if (generation === this.#generation) await work()
    })
    return this.#queue
  }

  /** Stops waiting for a prompt that the user may never see, so that a retry is not blocked. */
  #abandonPrompt(kinds: CaptureKind[]): CaptureKind[] {
    for (const kind of kinds) this.#slots[kind].fault = undefined
    this.#prompt = undefined
    this.#generation++
    this.#queue = Promise.resolve()
    return kinds
  }

  /** @returns false if the prompt was abandoned meanwhile */
  async #acquire(kinds: CaptureKind[], isExact = false): Promise<boolean> {
    if (kinds.length === 0 || this.#isClosed) return false
    const preferences: DevicePreferences = Object.fromEntries(
      kinds.map((kind) => [kind, { ...this.#slots[kind].preference, isExact }]),
    )
    const prompt = { kinds, isUnanswered: false }
    this.#prompt = prompt
    this.#observable.notify()
    const stopWaiting = this.#platform.after(UNANSWERED_MS, () => {
      prompt.isUnanswered = true
      for (const kind of kinds) if (this.#slots[kind].isOn) this.#slots[kind].fault = 'unanswered'
      this.#observable.notify()
    })
    const captured = await capture(this.#platform, preferences)
    stopWaiting()
    if (this.#prompt !== prompt) {
      for (const track of Object.values(captured.tracks)) track.stop()
      return false
    }
    this.#prompt = undefined
    this.#applyCapture(kinds, captured)
    this.#observable.notify()
    await this.#refresh()
    return true
  }

  #applyCapture(kinds: CaptureKind[], { tracks, faults }: Captured): void {
    for (const kind of kinds) {
      const slot = this.#slots[kind]
      const track = tracks[kind]
      // The user may have switched it off during the prompt.
      slot.fault = slot.isOn ? faults[kind] : undefined
      if (!track) continue
      slot.setTrack(track, () => this.#onTrackLost())
      if (kind === 'camera' && this.#list.chosen.blur !== undefined)
        void blur(track, this.#list.chosen.blur).then(() => this.#observable.notify())
      if (this.#isClosed) slot.release()
    }
  }

  async #switch(kind: CaptureKind, preference: DevicePreference): Promise<void> {
    const slot = this.#slots[kind]
    const before = slot.preference
    slot.preference = preference
    this.#observable.notify()
    await this.#enqueue(async () => {
      if (!slot.isOn) return slot.release()
      // A phone cannot open two cameras at once.
      if (this.#platform.isHandheld) slot.release()
      const isAnswered = await this.#acquire([kind], preference.deviceId !== undefined)
      if (!isAnswered || !slot.fault || slot.track) return
      // Falls back to the previous device, and keeps the fault of the chosen one.
      const { fault } = slot
      slot.preference = before
      await this.#acquire([kind])
      slot.fault ??= fault
      this.#observable.notify()
    })
  }

  #onTrackLost(): void {
    this.#observable.notify()
    this.#stops.push(this.#platform.after(REOPEN_MS, () => this.#reopen()))
  }

  /** Reopens missing devices that are on, if the fault may be transient. Opening fails in a hidden page. */
  #reopen(): void {
    if (this.#isClosed || this.#prompt || !this.#platform.isVisible()) return
    const wanted = (['audio', 'camera'] as const).filter((kind) => TRANSIENT.includes(this.#slots[kind].fault))
    void this.#enqueue(() => this.#acquire(wanted.filter((kind) => this.#slots[kind].isMissing)))
  }

  #onVisible(): void {
    this.#reopen()
    const muted = Object.values(this.#slots).filter((slot) => slot.track?.muted)
    if (muted.length === 0) return
    const still = () => {
      for (const slot of muted) if (slot.track?.muted) slot.release()
      this.#reopen()
    }
    this.#stops.push(this.#platform.after(STILL_MUTED_MS, still))
  }

  async #refresh(): Promise<void> {
    await this.#list.refresh()
    this.#observable.notify()
  }

  #snapshot(): DevicesSnapshot {
    const { audio, camera } = this.#slots
    const { isHandheld, canChooseSpeaker } = this.#platform
    const cameras = this.#list.byKind('videoinput')
    const facing = (camera.track?.getSettings().facingMode ?? camera.preference.facing) as
      | 'user'
      | 'environment'
      | undefined
    return {
      audio: audio.now,
      camera: { ...camera.now, facing, blur: blurOf(camera.now.track) },
      screen: this.#screen.now,
      isAsking: this.#prompt !== undefined,
      microphones: this.#list.byKind('audioinput'),
      cameras,
      speakers: this.#list.byKind('audiooutput'),
      speakerId: this.#list.speakerId,
      canFlip: isHandheld && cameras.length > 1,
      canShareScreen: this.#screen.isPossible,
      canChooseSpeaker,
    }
  }
}
