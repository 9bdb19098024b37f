import type { Call, TrackKind } from '../call/call.ts'
import type { Devices, DevicesSnapshot } from '../devices/devices.ts'
import type { Visit } from './link.ts'

/** Sends the devices' tracks in the call. Returns a function that stops it. */
export function sendTracks(call: Call, devices: Devices, visit: Visit): () => void {
  let sent: Partial<Record<TrackKind, MediaStreamTrack | null>> = {}
  const send = ({ audio, camera, screen }: DevicesSnapshot) => {
    const tracks = { audio: audio.track, camera: camera.track, screen: screen.track }
    for (const kind of ['audio', 'camera', 'screen'] as const) {
      if (tracks[kind] !== (sent[kind] ?? null)) call.setTrack(kind, tracks[kind])
    }
    sent = tracks
    visit.remember({ audio: audio.isOn, camera: camera.isOn })
  }
  send(devices.now)
  return devices.watch(send)
}
