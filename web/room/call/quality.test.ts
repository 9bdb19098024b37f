import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QualityMeter, qualityBetween, type Sample, sampleOf } from './quality.ts'

const earlier: Sample = {
  at: 0,
  bytes: 0,
  packets: 0,
  lost: 0,
  frozenSec: 0,
  concealed: 0,
  sound: 0,
  rttMs: 50,
  lostThere: 0,
}
const good: Sample = { ...earlier, at: 6000, bytes: 400_000, packets: 1000, sound: 288_000 }
const quality = (change: Partial<Sample>, isExpected = true) =>
  qualityBetween(earlier, { ...good, ...change }, isExpected)

test('a call without problems is good', () => {
  assert.equal(quality({}), 'good')
})

test('each noticeable impairment makes the quality weak, and a stronger one poor', () => {
  const cases: Record<string, [weak: Partial<Sample>, poor: Partial<Sample>]> = {
    'inbound loss': [{ lost: 32 }, { lost: 120 }],
    'outbound loss': [{ lostThere: 0.03 }, { lostThere: 0.1 }],
    'frozen video': [{ frozenSec: 0.4 }, { frozenSec: 1.3 }],
    'concealed audio': [{ concealed: 15_000 }, { concealed: 50_000 }],
    'high round-trip time': [{ rttMs: 400 }, { rttMs: 900 }],
  }
  for (const [name, [weak, poor]] of Object.entries(cases))
    assert.deepEqual([quality(weak), quality(poor)], ['weak', 'poor'], name)
})

test('missing bytes make the quality poor long before the connection state changes', () => {
  assert.equal(quality({ bytes: 0 }), 'poor')
  assert.equal(quality({ bytes: 0 }, false), 'good')
})

test('missing bytes lower the quality within one sample, even after good samples', () => {
  const meter = new QualityMeter()
  meter.add(earlier, true)
  meter.add(good, true)
  assert.equal(meter.add({ ...good, at: 8000 }, true), 'poor')
})

test('a camera that was off did not freeze: a reset discards earlier samples', () => {
  const meter = new QualityMeter()
  assert.equal(meter.add(earlier, true), 'unknown')
  assert.equal(meter.add(good, true), 'good')
  meter.reset()
  assert.equal(meter.add({ ...good, at: 20_000, frozenSec: 14 }, true), 'unknown')
})

test('ignores old samples', () => {
  const meter = new QualityMeter()
  const at = (n: number, lost: number) => ({ ...good, at: n * 2000, bytes: n * 1e5, packets: n * 100, lost })
  meter.add(at(0, 0), true)
  assert.equal(meter.add(at(1, 50), true), 'poor')
  assert.deepEqual(
    [2, 3, 4].map((n) => meter.add(at(n, 50), true)),
    ['poor', 'poor', 'good'],
  )
})

test('reads a stats report in which a browser omits entries', () => {
  const report = new Map<string, Record<string, unknown>>([
    [
      'a',
      {
        type: 'inbound-rtp',
        kind: 'audio',
        bytesReceived: 10,
        packetsReceived: 1,
        packetsLost: -1,
        totalSamplesReceived: 960,
        concealedSamples: 480,
        silentConcealedSamples: 400,
      },
    ],
    [
      'v',
      {
        type: 'inbound-rtp',
        kind: 'video',
        bytesReceived: 90,
        packetsReceived: 9,
        packetsLost: 2,
        totalFreezesDuration: 0.5,
      },
    ],
    ['r', { type: 'remote-inbound-rtp', fractionLost: 0.2 }],
    ['old', { type: 'candidate-pair', state: 'succeeded', nominated: false, currentRoundTripTime: 9 }],
    ['now', { type: 'candidate-pair', state: 'succeeded', nominated: true, currentRoundTripTime: 0.12 }],
  ])
  assert.deepEqual(sampleOf(report, 7), {
    at: 7,
    bytes: 100,
    packets: 10,
    lost: 2,
    frozenSec: 0.5,
    concealed: 80,
    sound: 960,
    rttMs: 120,
    lostThere: 0.2,
  })
})
