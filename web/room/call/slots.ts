import type { TrackKind } from './call.ts'

/** The impolite side creates the slots in this order, which identifies them. */
export const slotKinds: readonly TrackKind[] = ['audio', 'camera', 'screen']

export type Slots = Record<TrackKind, RTCRtpTransceiver>

/** Without a limit browsers use twice this bitrate for a face, which causes delay on a weak uplink. */
const CAMERA_BPS = [800_000, 500_000, 350_000]
/** Half of what browsers use for speech, and still clear. */
const NARROW_AUDIO_BPS = 16_000
const SCREEN = { maxBitrate: 1_500_000, maxFramerate: 10 }

/** In a full mesh, each additional peer reduces the bandwidth for the others. */
export const cameraBpsFor = (peers: number): number => CAMERA_BPS[Math.min(Math.max(peers, 1), CAMERA_BPS.length) - 1]!

export function encodings(kind: TrackKind, cameraBps: number): RTCRtpEncodingParameters[] {
  if (kind === 'audio') return []
  return [kind === 'screen' ? SCREEN : { maxBitrate: cameraBps }]
}

/**
 * Limits senders that the other side has negotiated.
 * @param isNarrow whether one side's connection carries audio only
 */
export function limitSenders(slots: Slots, cameraBps: number, isNarrow: boolean): void {
  for (const kind of slotKinds) {
    const { sender } = slots[kind]
    const parameters = sender.getParameters()
    const [encoding] = parameters.encodings
    const [wanted] = kind === 'audio' ? [isNarrow ? { maxBitrate: NARROW_AUDIO_BPS } : {}] : encodings(kind, cameraBps)
    if (!encoding || encoding.maxBitrate === wanted!.maxBitrate) continue
    delete encoding.maxBitrate
    Object.assign(encoding, wanted)
    // Rejects during a negotiation. Called again on `connected`.
    sender.setParameters(parameters).catch(() => {})
  }
}
