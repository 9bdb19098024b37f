import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, blocksOf, drawn, lanesOf, moved, resized, rulesOf, shownHours } from './week.ts'

const rule = (weekday: number, from: string, to: string) => ({
  ...{ placeId: 'plc_1', weekday, from, to, modes: ['VIDEO'] },
  ...{ validFrom: null, validUntil: null, season: null },
})
const block = (from: number, to: number, key = 0): Block => ({
  ...blocksOf([rule(1, '09:00', '10:00')])[0]!,
  from,
  to,
  key,
})

test('rules become blocks and rules again, in the order of the week', () => {
  const rules = [rule(3, '22:00', '26:30'), rule(1, '14:00', '18:00'), rule(1, '09:00', '12:30')]
  assert.deepEqual(rulesOf(blocksOf(rules)), [rules[2], rules[1], rules[0]])
})

test('a block moves by day and time within the week, and keeps its length', () => {
  const at = { weekday: 1, from: 540, to: 600 }
  assert.deepEqual(moved(at, 1, 15), { weekday: 2, from: 555, to: 615 })
  assert.deepEqual(moved(at, -3, -1000), { weekday: 1, from: 0, to: 60 })
  assert.deepEqual(moved({ ...at, weekday: 7 }, 2, 10_000), { weekday: 7, from: 1425, to: 1485 })
})

test('a block is at least a quarter of an hour long, and ends at noon of the next day', () => {
  assert.equal(resized({ from: 540, to: 600 }, -500).to, 555)
  assert.equal(resized({ from: 540, to: 600 }, 5000).to, 2160)
})

test('a pointer draws whole quarters in both directions', () => {
  assert.deepEqual(drawn(541, 619), { from: 540, to: 630 })
  assert.deepEqual(drawn(619, 541), { from: 540, to: 630 })
  assert.deepEqual(drawn(1439, 1500), { from: 1425, to: 1440 })
  assert.deepEqual(drawn(600, 600), { from: 600, to: 615 })
})

test('the grid shows all hours, and at least those of a usual day', () => {
  assert.deepEqual(shownHours([]), { from: 420, to: 1200 })
  assert.deepEqual(shownHours([block(350, 1500)]), { from: 300, to: 1500 })
})

test('overlapping blocks are side by side', () => {
  const laid = lanesOf([block(540, 700, 1), block(600, 650, 2), block(660, 720, 3), block(800, 900, 4)])
  assert.deepEqual(
    laid.map(({ block: { key }, lane, lanes }) => [key, lane, lanes]),
    [
      [1, 0, 2],
      [2, 1, 2],
      [3, 1, 2],
      [4, 0, 1],
    ],
  )
})
