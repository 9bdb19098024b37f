import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelOf } from './meter.ts'

const tone = (amplitude: number) => Float32Array.from({ length: 1024 }, (_, n) => amplitude * Math.sin(n))

test('the level goes by loudness: nothing is 0, a whisper a little, as loud as can be nearly 1', () => {
  const levels = [0, 0.0005, 0.01, 0.1, 1].map((amplitude) => Number(levelOf(tone(amplitude)).toFixed(2)))
  assert.deepEqual(levels, [0, 0, 0.28, 0.62, 0.95])
})
