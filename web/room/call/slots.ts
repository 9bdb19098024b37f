import type { TrackKind } from './call.ts'

/** In the order in which the impolite side makes them, which is all that the other side knows them by. */
export const slotKinds: readonly TrackKind[] = ['audio', 'camera', 'screen']

export type Slots = Record<TrackKind, RTCRtpTransceiver>

/** Unlimited, browsers take twice as much for a face of this size, which a weak uplink pays for with delay. */
const CAMERA_BPS = [800_000, 500_000, 350_000]
const SCREEN = { maxBitrate: 1_500_000, maxFramerate: 10 }

/** Everyone sends to everyone: the more there are, the less each of them gets. */
export const cameraBpsFor = (peers: number): number => CAMERA_BPS[Math.min(Math.max(peers, 1), CAMERA_BPS.length) - 1]!

export function encodings(kind: TrackKind, cameraBps: number): RTCRtpEncodingParameters[] {
  if (kind === 'audio') return []
  return [kind === 'screen' ? SCREEN : { maxBitrate: cameraBps }]
}

/** What was negotiated by the other side has no limits yet. */
export function limitSenders(slots: Slots, cameraBps: number): void {
  for (const kind of ['camera', 'screen'] as const) {
    const { sender } = slots[kind]
    const parameters = sender.getParameters()
    const [encoding] = parameters.encodings
    const [wanted] = encodings(kind, cameraBps)
    if (!encoding || encoding.maxBitrate === wanted!.maxBitrate) continue
    Object.assign(encoding, wanted)
    // Refused while another negotiation is under way, which ends with `connected` and with that in another try.
    sender.setParameters(parameters).catch(() => {})
  }
}
