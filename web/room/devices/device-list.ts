import type { DevicePlatform } from './platform.ts'

export type Device = { id: string; label: string }

const KEY = 'medina-room-devices'
type Choices = { audio?: string; camera?: string; speaker?: string; blur?: boolean }

/** The available devices, and the user's choices, also from earlier visits. */
export class DeviceList {
  #platform: DevicePlatform
  #all: MediaDeviceInfo[] = []
  #choices: Choices

  constructor(platform: DevicePlatform) {
    this.#platform = platform
    this.#choices = (platform.store.read(KEY) as Choices | undefined) ?? {}
  }

  get chosen(): Choices {
    return this.#choices
  }

  /** '' is the system's default. */
  get speakerId(): string {
    return this.byKind('audiooutput').find(({ id }) => id === this.#choices.speaker)?.id ?? ''
  }

  choose(choice: Choices): void {
    this.#choices = { ...this.#choices, ...choice }
    this.#platform.store.write(KEY, this.#choices)
  }

  async refresh(): Promise<void> {
    try {
      this.#all = (await this.#platform.mediaDevices?.enumerateDevices()) ?? []
    } catch {
      // Keeps the previous list.
    }
  }

  byKind(kind: MediaDeviceKind): Device[] {
    return (
      this.#all
        // Without permission devices have no ids. Windows lists default devices a second time as "communications".
        .filter((device) => device.kind === kind && device.deviceId !== '' && device.deviceId !== 'communications')
        .map(({ deviceId, label }) => ({ id: deviceId, label }))
    )
  }
}
