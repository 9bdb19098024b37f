import type { Quality } from './call.ts'

/** Statistics of a link at one time: totals since its start, and current values. */
export type Sample = {
  at: number
  bytes: number
  packets: number
  lost: number
  /** Seconds of frozen video. */
  frozenSec: number
  /** Audio samples that were concealed because of missing packets. */
  concealed: number
  sound: number
  rttMs: number
  /** Packet loss of this page's media, as reported by the peer. */
  lostThere: number
}

/** @param report the result of RTCPeerConnection.getStats(), whose entries differ between browsers */
export function sampleOf(
  report: { forEach(each: (entry: Record<string, unknown>) => void): void },
  at: number,
): Sample {
  const sample: Sample = {
    at,
    bytes: 0,
    packets: 0,
    lost: 0,
    frozenSec: 0,
    concealed: 0,
    sound: 0,
    rttMs: 0,
    lostThere: 0,
  }
  report.forEach((entry) => {
    const number = (name: string) => (typeof entry[name] === 'number' ? entry[name] : 0)
    if (entry.type === 'inbound-rtp') {
      sample.bytes += number('bytesReceived')
      sample.packets += number('packetsReceived')
      sample.lost += Math.max(0, number('packetsLost'))
      sample.frozenSec += number('totalFreezesDuration')
      // Concealed silence is inaudible.
      sample.concealed += Math.max(0, number('concealedSamples') - number('silentConcealedSamples'))
      sample.sound += number('totalSamplesReceived')
    } else if (entry.type === 'remote-inbound-rtp') {
      sample.lostThere = Math.max(sample.lostThere, number('fractionLost'))
    } else if (entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded') {
      sample.rttMs = Math.max(sample.rttMs, number('currentRoundTripTime') * 1000)
    }
  })
  return sample
}

/** Thresholds of weak and poor. */
const limits = {
  lost: [0.03, 0.1],
  concealed: [0.05, 0.15],
  frozen: [0.05, 0.2],
  rttMs: [400, 800],
} as const

/**
 * The quality between two samples.
 * @param isExpected whether the peer's microphone or camera is on. A connection stays `connected` for seconds after the
 * last packet: missing bytes show a failure sooner.
 */
export function qualityBetween(then: Sample, now: Sample, isExpected: boolean): Quality {
  const grown = (key: keyof Sample) => Math.max(0, now[key] - then[key])
  if (!isExpected) return rank(now.rttMs, limits.rttMs) === 0 ? 'good' : 'weak'
  if (grown('bytes') === 0) return 'poor'
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0)
  const worst = Math.max(
    rank(Math.max(share(grown('lost'), grown('lost') + grown('packets')), now.lostThere), limits.lost),
    rank(share(grown('concealed'), grown('sound')), limits.concealed),
    rank(share(grown('frozenSec') * 1000, grown('at')), limits.frozen),
    rank(now.rttMs, limits.rttMs),
  )
  return (['good', 'weak', 'poor'] as const)[worst]!
}

const rank = (value: number, [weak, poor]: readonly [number, number]): number =>
  value >= poor ? 2 : value >= weak ? 1 : 0

/** Sampling interval, and the number of samples that count. */
export const SAMPLE_MS = 2000
const SAMPLES = 4

/** The quality of one link over the last seconds. */
export class QualityMeter {
  #samples: Sample[] = []

  /** Discards samples after the expected tracks changed: a camera that was off did not freeze. */
  reset(): void {
    this.#samples = []
  }

  add(sample: Sample, isExpected: boolean): Quality {
    const before = this.#samples[this.#samples.length - 1]
    this.#samples = [...this.#samples, sample].slice(-SAMPLES)
    const [first] = this.#samples
    if (!first || !before) return 'unknown'
    // Missing bytes count immediately, even after good samples.
    return isExpected && before.bytes === sample.bytes ? 'poor' : qualityBetween(first, sample, isExpected)
  }
}
