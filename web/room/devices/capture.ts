import { type DeviceFault, faultOf } from './fault.ts'
import type { DevicePlatform } from './platform.ts'

export type CaptureKind = 'audio' | 'camera'

/** Which device of a kind is meant. */
export type Wish = {
  deviceId?: string | undefined
  facing?: 'user' | 'environment' | undefined
  /** Chosen just now: another one will not do. What was chosen on an earlier visit may be unplugged today. */
  isExact?: boolean
}
export type Wishes = Partial<Record<CaptureKind, Wish>>

export type Captured = {
  tracks: Partial<Record<CaptureKind, MediaStreamTrack>>
  faults: Partial<Record<CaptureKind, DeviceFault>>
}

const gumName = { audio: 'audio', camera: 'video' } as const
const permissionName = { audio: 'microphone', camera: 'camera' } as const

/** What to ask of a device. A handheld encodes a picture that its screen and its uplink can carry. */
function constraints(kind: CaptureKind, wish: Wish, isHandheld: boolean): MediaTrackConstraints {
  const { deviceId, facing, isExact } = wish
  const which: MediaTrackConstraints = {
    ...(deviceId && { deviceId: isExact ? { exact: deviceId } : { ideal: deviceId } }),
    ...(facing && !deviceId && { facingMode: { ideal: facing } }),
  }
  if (kind === 'audio') return { echoCancellation: true, noiseSuppression: true, autoGainControl: true, ...which }
  const [width, height] = isHandheld ? [640, 360] : [960, 540]
  return { width: { ideal: width }, height: { ideal: height }, frameRate: { ideal: 24, max: 30 }, ...which }
}

/**
 * Opens microphone, camera, or both with one question to the person. Where one of the two is what fails, the other is
 * opened alone, and both facts are told: a page that says nothing of it would let somebody talk unseen or unheard.
 */
export async function capture(platform: DevicePlatform, wishes: Wishes): Promise<Captured> {
  const kinds = Object.keys(wishes) as CaptureKind[]
  const all = (of: DeviceFault): Captured => ({
    tracks: {},
    faults: Object.fromEntries(kinds.map((kind) => [kind, of])),
  })
  if (!platform.isSecure) return all('insecure')
  if (!platform.mediaDevices?.getUserMedia) return all('unsupported')

  let fault: DeviceFault
  try {
    return { tracks: await request(platform.mediaDevices, platform.isHandheld, wishes), faults: {} }
  } catch (error) {
    fault = faultOf(error, platform.isSecure)
  }
  if (kinds.length > 1) return singly(platform, wishes, fault)
  const [kind] = kinds
  // What the device cannot do was a wish of ours; a device that was chosen is the person's.
  if (fault === 'unfit' && kind && !wishes[kind]?.isExact) {
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
  wishes: Partial<Record<CaptureKind, Wish | 'any'>>,
): Promise<Captured['tracks']> {
  const asked = Object.entries(wishes) as [CaptureKind, Wish | 'any'][]
  const stream = await mediaDevices.getUserMedia(
    Object.fromEntries(
      asked.map(([kind, wish]) => [gumName[kind], wish === 'any' ? true : constraints(kind, wish, isHandheld)]),
    ),
  )
  const [audio] = stream.getAudioTracks()
  const [camera] = stream.getVideoTracks()
  return { ...(audio && { audio }), ...(camera && { camera }) }
}

/** Each alone, after both together failed. Who has just refused is asked nothing more: only what is allowed already is opened. */
async function singly(platform: DevicePlatform, wishes: Wishes, fault: DeviceFault): Promise<Captured> {
  const isRefusal = fault === 'refused' || fault === 'dismissed' || fault === 'refused-by-system'
  const tracks: Captured['tracks'] = {}
  const faults: Captured['faults'] = {}
  for (const kind of Object.keys(wishes) as CaptureKind[]) {
    if (isRefusal && (await platform.permission(permissionName[kind])) !== 'granted') {
      faults[kind] = fault
      continue
    }
    const alone = await capture(platform, { [kind]: wishes[kind] })
    Object.assign(tracks, alone.tracks)
    Object.assign(faults, alone.faults)
  }
  return { tracks, faults }
}
