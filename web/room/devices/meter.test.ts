import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf } from './meter.ts'

const tone = (amplitude: number) => Float32Array.from({ length: 1024 }, (_, n) => amplitude * Math.sin(n))

test('the level follows loudness: 0 for silence, low for a whisper, near 1 for the maximum', () => {
  const levels = [0, 0.0005, 0.01, 0.1, 1].map((amplitude) => Number(levelOf(tone(amplitude)).toFixed(2)))
  assert.deepEqual(levels, [0, 0, 0.28, 0.62, 0.95])
})
