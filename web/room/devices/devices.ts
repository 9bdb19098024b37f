import { Watched } from '../watched.ts'
import { type Captured, type CaptureKind, capture, type Wish, type Wishes } from './capture.ts'
import type { DeviceFault } from './fault.ts'
import { type Device, Listed } from './listed.ts'
import type { DevicePlatform } from './platform.ts'
import { type Screen, ScreenShare } from './screen-share.ts'
import { type Capture, Slot } from './slot.ts'

export type { Capture, Device }

export type DevicesSnapshot = {
  audio: Capture
  /** `facing`: of phones; only a picture of one's own face is shown mirrored. */
  camera: Capture & { facing: 'user' | 'environment' | undefined }
  screen: Screen
  /** The browser is asking the person, or opening devices. */
  isAsking: boolean
  microphones: Device[]
  cameras: Device[]
  speakers: Device[]
  /** '' is the system's own choice. */
  speakerId: string
  canFlip: boolean
  canShareScreen: boolean
  canChooseSpeaker: boolean
}

/** After this long the person has perhaps not seen the browser's question. */
const UNANSWERED_MS = 15_000
/** A device that was lost is looked for after this pause: the list of devices changes a moment later. */
const REOPEN_MS = 1000
/** iOS gives back a microphone that a phone call had, or not. */
const STILL_MUTED_MS = 2000
/** What another try without the person's doing may mend. */
const PASSING: (DeviceFault | undefined)[] = ['missing', 'busy', 'lost', 'unknown', undefined]

/** Microphone, camera, speaker and screen of this page. Whoever shows it draws snapshots and calls verbs. */
export class Devices {
  #platform: DevicePlatform
  #slots: Record<CaptureKind, Slot>
  #screen: ScreenShare
  #listed: Listed
  /** What the browser is asking the person, or opening. */
  #question: { kinds: CaptureKind[]; isUnanswered: boolean } | undefined
  #isClosed = false
  /** Devices are opened one after the other: two at once would fight for the same camera. */
  #turn: Promise<void> = Promise.resolve()
  /** What still waits for its turn is of no interest after a new beginning. */
  #turns = 0
  #stops: (() => void)[] = []
  #watched = new Watched(() => this.#snapshot())

  constructor(platform: DevicePlatform) {
    this.#platform = platform
    this.#screen = new ScreenShare(platform, () => this.#watched.changed())
    this.#listed = new Listed(platform)
    const slot = (kind: CaptureKind) => new Slot(kind, this.#listed.chosen[kind], () => this.#watched.changed())
    this.#slots = { audio: slot('audio'), camera: slot('camera') }
    const { mediaDevices } = platform
    const devicesChanged = () => void this.#refresh().then(() => this.#reopen())
    mediaDevices?.addEventListener?.('devicechange', devicesChanged)
    this.#stops.push(
      () => mediaDevices?.removeEventListener?.('devicechange', devicesChanged),
      platform.onVisible(() => this.#cameBack()),
    )
  }

  get now(): DevicesSnapshot {
    return this.#watched.now
  }

  watch(listener: (now: DevicesSnapshot) => void): () => void {
    return this.#watched.watch(listener)
  }

  /** Opens microphone and camera with one question. Ends when they are open, or `now` says of each why it is not. */
  open(kinds: CaptureKind[] = ['audio', 'camera']): Promise<void> {
    for (const kind of kinds) {
      this.#slots[kind].turn(true)
    }
    const again = this.#question?.isUnanswered ? this.#abandon(this.#question.kinds) : []
    this.#watched.changed()
    const wanted = new Set([...kinds, ...again])
    return this.#next(() =>
      this.#acquire([...wanted].filter((kind) => this.#slots[kind].isMissing || this.#slots[kind].track?.muted)),
    )
  }

  /** Mutes and unmutes; switches the camera off, and its light with it, and on again. */
  setOn(kind: CaptureKind, isOn: boolean): Promise<void> {
    if (isOn) return this.open([kind])
    const slot = this.#slots[kind]
    slot.fault = undefined
    slot.turn(false)
    this.#watched.changed()
    return Promise.resolve()
  }

  /** Uses another device from now on, and on the next visit. */
  choose(kind: CaptureKind, deviceId: string): Promise<void> {
    this.#listed.choose({ [kind]: deviceId })
    return this.#switch(kind, { deviceId })
  }

  /** From the front camera to the one at the back, and back. */
  flip(): Promise<void> {
    const facing = this.now.camera.facing === 'environment' ? 'user' : 'environment'
    return this.#switch('camera', { facing })
  }

  chooseSpeaker(deviceId: string): void {
    this.#listed.choose({ speaker: deviceId })
    this.#watched.changed()
  }

  /** Lets an element sound where the person wants to hear it. */
  async soundThere(element: HTMLMediaElement): Promise<void> {
    const { speakerId } = this.now
    if (!this.#platform.canChooseSpeaker || element.sinkId === speakerId) return
    // A speaker that has just been unplugged: the system's own choice goes on.
    await element.setSinkId(speakerId).catch(() => {})
  }

  shareScreen(): Promise<void> {
    return this.#screen.begin()
  }

  stopScreen(): void {
    this.#screen.end()
  }

  /** Lets go of everything. */
  close(): void {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
    for (const kind of ['audio', 'camera'] as const) this.#slots[kind].release()
    this.#screen.close()
  }

  #next(work: () => Promise<unknown>): Promise<void> {
    const turns = this.#turns
    this.#turn = this.#turn.then(async () => {
      if (turns === this.#turns) await work()
    })
    return this.#turn
  }

  /** The browser's question is perhaps out of sight for good, and who tries again is not to wait for its answer. */
  #abandon(kinds: CaptureKind[]): CaptureKind[] {
    for (const kind of kinds) this.#slots[kind].fault = undefined
    this.#question = undefined
    this.#turns++
    this.#turn = Promise.resolve()
    return kinds
  }

  /** @returns whether the answer still counted */
  async #acquire(kinds: CaptureKind[], isExact = false): Promise<boolean> {
    if (kinds.length === 0 || this.#isClosed) return false
    const wishes: Wishes = Object.fromEntries(kinds.map((kind) => [kind, { ...this.#slots[kind].wish, isExact }]))
    const question = { kinds, isUnanswered: false }
    this.#question = question
    this.#watched.changed()
    const stopWaiting = this.#platform.after(UNANSWERED_MS, () => {
      question.isUnanswered = true
      for (const kind of kinds) if (this.#slots[kind].isOn) this.#slots[kind].fault = 'unanswered'
      this.#watched.changed()
    })
    const captured = await capture(this.#platform, wishes)
    stopWaiting()
    if (this.#question !== question) {
      for (const track of Object.values(captured.tracks)) track.stop()
      return false
    }
    this.#question = undefined
    this.#adopt(kinds, captured)
    this.#watched.changed()
    await this.#refresh()
    return true
  }

  #adopt(kinds: CaptureKind[], { tracks, faults }: Captured): void {
    for (const kind of kinds) {
      const slot = this.#slots[kind]
      const track = tracks[kind]
      // While the question was open, the person switched it off.
      slot.fault = slot.isOn ? faults[kind] : undefined
      if (!track) continue
      slot.hold(track, () => this.#lost())
      if (this.#isClosed) slot.release()
    }
  }

  async #switch(kind: CaptureKind, wish: Wish): Promise<void> {
    const slot = this.#slots[kind]
    const before = slot.wish
    slot.wish = wish
    this.#watched.changed()
    await this.#next(async () => {
      if (!slot.isOn) return slot.release()
      // A phone opens no second camera beside the first.
      if (this.#platform.isHandheld) slot.release()
      const isAnswered = await this.#acquire([kind], wish.deviceId !== undefined)
      if (!isAnswered || !slot.fault || slot.track) return
      // The one of before is better than none; what went wrong with the other is still said.
      const { fault } = slot
      slot.wish = before
      await this.#acquire([kind])
      slot.fault ??= fault
      this.#watched.changed()
    })
  }

  #lost(): void {
    this.#watched.changed()
    this.#stops.push(this.#platform.after(REOPEN_MS, () => this.#reopen()))
  }

  /** Opens what the person wants and is not there, if that may have passed by itself. In a hidden page it would fail. */
  #reopen(): void {
    if (this.#isClosed || this.#question || !this.#platform.isVisible()) return
    const wanted = (['audio', 'camera'] as const).filter((kind) => PASSING.includes(this.#slots[kind].fault))
    void this.#next(() => this.#acquire(wanted.filter((kind) => this.#slots[kind].isMissing)))
  }

  #cameBack(): void {
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
    await this.#listed.refresh()
    this.#watched.changed()
  }

  #snapshot(): DevicesSnapshot {
    const { audio, camera } = this.#slots
    const { isHandheld, canChooseSpeaker } = this.#platform
    const cameras = this.#listed.of('videoinput')
    const facing = (camera.track?.getSettings().facingMode ?? camera.wish.facing) as 'user' | 'environment' | undefined
    return {
      audio: audio.now,
      camera: { ...camera.now, facing },
      screen: this.#screen.now,
      isAsking: this.#question !== undefined,
      microphones: this.#listed.of('audioinput'),
      cameras,
      speakers: this.#listed.of('audiooutput'),
      speakerId: this.#listed.speakerId,
      canFlip: isHandheld && cameras.length > 1,
      canShareScreen: this.#screen.isPossible,
      canChooseSpeaker,
    }
  }
}
