import { type DeviceFault, faultOf } from './fault.ts'
import type { DevicePlatform } from './platform.ts'

export type CaptureKind = 'audio' | 'camera'

/** The preferred device of a kind. */
export type DevicePreference = {
  deviceId?: string | undefined
  facing?: 'user' | 'environment' | undefined
  /** The user has just chosen it, so no other device is acceptable. A device chosen on an earlier visit may be unplugged. */
  isExact?: boolean
}
export type DevicePreferences = Partial<Record<CaptureKind, DevicePreference>>

export type Captured = {
  tracks: Partial<Record<CaptureKind, MediaStreamTrack>>
  faults: Partial<Record<CaptureKind, DeviceFault>>
}

const gumName = { audio: 'audio', camera: 'video' } as const
const permissionName = { audio: 'microphone', camera: 'camera' } as const

/** Constraints for a device. They are lower for handhelds, whose encoder and uplink are weaker. */
function constraints(kind: CaptureKind, preference: DevicePreference, isHandheld: boolean): MediaTrackConstraints {
  const { deviceId, facing, isExact } = preference
  const which: MediaTrackConstraints = {
    ...(deviceId && { deviceId: isExact ? { exact: deviceId } : { ideal: deviceId } }),
    ...(facing && !deviceId && { facingMode: { ideal: facing } }),
  }
  if (kind === 'audio') return { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...which }
  const [width, height] = isHandheld ? [640, 360] : [960, 540]
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 24, max: 30 }, ...which }
}

/**
 * Opens microphone, camera, or both with a single permission prompt. If one of them fails, opens the other
 * alone. Returns both results, so that the page can warn a user who is not seen or heard.
 */
export async function capture(platform: DevicePlatform, preferences: DevicePreferences): Promise<Captured> {
  const kinds = Object.keys(preferences) as CaptureKind[]
  const all = (fault: DeviceFault): Captured => ({
    tracks: {},
    faults: Object.fromEntries(kinds.map((kind) => [kind, fault])),
  })
  if (!platform.isSecure) return all('insecure')
  if (!platform.mediaDevices?.getUserMedia) return all('unsupported')

  let fault: DeviceFault
  try {
    return { tracks: await request(platform.mediaDevices, platform.isHandheld, preferences), faults: {} }
  } catch (error) {
    fault = faultOf(error, platform.isSecure)
  }
  if (kinds.length > 1) return captureSeparately(platform, preferences, fault)
  const [kind] = kinds
  // The device does not satisfy the constraints: retry without them, unless the user has just chosen this device.
  if (fault === 'unfit' && kind && !preferences[kind]?.isExact) {
    try {
      return { tracks: await request(platform.mediaDevices, platform.isHandheld, { [kind]: 'any' }), faults: {} }
    } catch (error) {
      return all(faultOf(error, platform.isSecure))
    }
  }
  return all(fault)
}

async function request(
  mediaDevices: MediaDevices,
  isHandheld: boolean,
  preferences: Partial<Record<CaptureKind, DevicePreference | 'any'>>,
): Promise<Captured['tracks']> {
  const asked = Object.entries(preferences) as [CaptureKind, DevicePreference | 'any'][]
  const stream = await mediaDevices.getUserMedia(
    Object.fromEntries(
      asked.map(([kind, preference]) => [
        gumName[kind],
        preference === 'any' ? true : constraints(kind, preference, isHandheld),
      ]),
    ),
  )
  const [audio] = stream.getAudioTracks()
  const [camera] = stream.getVideoTracks()
  return { ...(audio && { audio }), ...(camera && { camera }) }
}

/**
 * Opens each device alone after both together failed. After a refusal, opens only permitted devices, without a prompt.
 */
async function captureSeparately(
  platform: DevicePlatform,
  preferences: DevicePreferences,
  fault: DeviceFault,
): Promise<Captured> {
  const isRefusal = fault === 'refused' || fault === 'dismissed' || fault === 'refused-by-system'
  const tracks: Captured['tracks'] = {}
  const faults: Captured['faults'] = {}
  for (const kind of Object.keys(preferences) as CaptureKind[]) {
    if (isRefusal && (await platform.permission(permissionName[kind])) !== 'granted') {
      faults[kind] = fault
      continue
    }
    const alone = await capture(platform, { [kind]: preferences[kind] })
    Object.assign(tracks, alone.tracks)
    Object.assign(faults, alone.faults)
  }
  return { tracks, faults }
}
