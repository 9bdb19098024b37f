import type { DevicePlatform } from './platform.ts'

export type Device = { id: string; label: string }

const KEPT = 'medina-room-devices'
type Choices = { audio?: string; camera?: string; speaker?: string }

/** The available devices, and the user's choices, also from earlier visits. */
export class Listed {
  #platform: DevicePlatform
  #all: MediaDeviceInfo[] = []
  #choices: Choices

  constructor(platform: DevicePlatform) {
    this.#platform = platform
    this.#choices = (platform.kept.read(KEPT) as Choices | undefined) ?? {}
  }

  get chosen(): Choices {
    return this.#choices
  }

  /** '' is the system's default. */
  get speakerId(): string {
    return this.of('audiooutput').find(({ id }) => id === this.#choices.speaker)?.id ?? ''
  }

  choose(choice: Choices): void {
    this.#choices = { ...this.#choices, ...choice }
    this.#platform.kept.write(KEPT, this.#choices)
  }

  async refresh(): Promise<void> {
    try {
      this.#all = (await this.#platform.mediaDevices?.enumerateDevices()) ?? []
    } catch {
      // Keeps the previous list.
    }
  }

  of(kind: MediaDeviceKind): Device[] {
    return (
      this.#all
        // Without permission devices have no ids; Windows lists default devices again as "communications".
        .filter((device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'communications')
        .map(({ deviceId, label }) => ({ id: deviceId, label }))
    )
  }
}
