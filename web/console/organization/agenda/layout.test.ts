import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursOf, placesOf, type Span } from './layout.ts'

const span = (id: string, start: number, end: number, isOff = false): Span => ({ id, start, end, isOff })
const place = (lane: number, width: number, lanes: number) => ({ lane, width, lanes })

test('consecutive appointments have the whole width', () => {
  const places = placesOf([span('b', 30, 60), span('a', 0, 30)])
  assert.deepEqual(Object.fromEntries(places), { a: place(0, 1, 1), b: place(0, 1, 1) })
})

test('overlapping appointments are beside each other', () => {
  const places = placesOf([span('a', 0, 60), span('b', 30, 90), span('c', 60, 90)])
  assert.deepEqual(Object.fromEntries(places), { a: place(0, 1, 2), b: place(1, 1, 2), c: place(0, 1, 2) })
})

test('a new appointment comes before a cancelled one that began earlier', () => {
  const places = placesOf([span('cancelled', 0, 60, true), span('new', 15, 45)])
  assert.deepEqual(places.get('new'), place(0, 1, 2))
  assert.deepEqual(places.get('cancelled'), place(1, 1, 2))
})

test('an appointment extends over the free lanes beside it', () => {
  const places = placesOf([span('a', 0, 30), span('b', 0, 30), span('c', 0, 90), span('d', 30, 60)])
  assert.deepEqual(places.get('c'), place(0, 1, 3))
  assert.deepEqual(places.get('d'), place(1, 2, 3))
})

test('appointments of a crowded day do not cover each other', () => {
  const spans = Array.from({ length: 200 }, (_, n) => {
    const start = (n * 37) % 900
    return span(`s${n}`, start, start + 10 + ((n * 13) % 50), n % 7 === 0)
  })
  const places = placesOf(spans)
  assert.equal(places.size, 200)
  for (const a of spans) {
    const one = places.get(a.id)!
    assert.ok(one.lane + one.width <= one.lanes)
    for (const b of spans) {
      if (a === b || a.start >= b.end || b.start >= a.end) continue
      const other = places.get(b.id)!
      assert.equal(one.lanes, other.lanes)
      assert.ok(one.lane + one.width <= other.lane || other.lane + other.width <= one.lane, `${a.id} covers ${b.id}`)
    }
  }
})

test('shows the default hours, extended for early and late appointments', () => {
  assert.deepEqual(hoursOf([]), { from: 480, to: 1140 })
  assert.deepEqual(
    hoursOf([
      { start: 425, end: 455 },
      { start: 1150, end: 1210 },
    ]),
    { from: 420, to: 1260 },
  )
  assert.deepEqual(hoursOf([{ start: 1430, end: 1470 }]), { from: 480, to: 1440 })
})
