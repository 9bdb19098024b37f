import assert from 'node:assert/strict'

const FLOOR_MS = 20
/** A step multiplies the input by four, and may take eight times as long. Quadratic growth takes sixteen times as long. */
const STEP = 4
const MAX_RATIO = 8
const TRIES = 4

/** Measured work. `make` creates its input, outside the measured time. */
export type Work<T> = { make: (size: number) => T; run: (input: T) => unknown }

/**
 * Asserts that the time of work grows at most linearly with its input. Compares times only with each other, takes the
 * best of several runs, and measures a steep step again. Ignores a single steep step, because garbage collection starts
 * somewhere; quadratic growth is steep over two steps.
 * @param largest the largest size; the smallest is a sixty-fourth of it
 * @param floorMs shorter times are not compared
 */
export function assertProportional<T>(name: string, work: Work<T>, largest: number, floorMs = FLOOR_MS): void {
  for (let size = largest / STEP ** 3; size <= largest; size *= STEP) {
    const input = work.make(size)
    if (timeOf(() => work.run(input)) < floorMs) continue
    const ratios: number[] = []
    while (ratios.length < TRIES && isSteep(work, size, ratios, floorMs)) ratios.sort((a, b) => a - b)
    const least = ratios[0]?.toFixed(1)
    assert.ok(ratios.length < TRIES, `${name}: ${size} takes at least ${least} times as long as ${size / STEP}`)
  }
}

/** @param ratios receives the ratio of a steep step */
function isSteep<T>({ make, run }: Work<T>, size: number, ratios: number[], floorMs: number): boolean {
  const timeAt = (at: number) => {
    const input = make(at)
    return bestOf(() => run(input))
  }
  const [smaller, current] = [timeAt(size / STEP), timeAt(size)]
  if (current < floorMs || current / smaller < MAX_RATIO) return false
  ratios.push(current / smaller)
  return current / timeAt(size / STEP ** 2) >= MAX_RATIO ** 2 || timeAt(size * STEP) / current >= MAX_RATIO
}

/** CPU time: waiting on a busy machine does not count. */
function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Runs of a second or more are not repeated. */
function bestOf(run: () => unknown): number {
  let best = timeOf(run)
  for (let times = 1; times < 5 && best < 1000; times++) best = Math.min(best, timeOf(run))
  return best
}

const textOfLength = (size: number, unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

/** Caches the text of each size, as a flat string like a parsed body. */
function cached(make: (size: number) => string): (size: number) => string {
  const made = new Map<number, string>()
  return (size) => {
    const text = made.get(size) ?? Buffer.from(make(size), 'utf16le').toString('utf16le')
    made.set(size, text)
    return text
  }
}

const repeating = (head: string, unit: string, tail: string) =>
  cached((size) => head + textOfLength(size - head.length - tail.length, unit) + tail)
const twoHalves = (first: string, second: string) =>
  cached((size) => textOfLength(size / 2, first) + textOfLength(size / 2, second))

/** Texts that can cause superlinear time, by description; each of a number of UTF-16 units. */
export const hostileTexts: Record<string, (size: number) => string> = {
  'alternating marks': repeating('', '\u0301\u0316', ''),
  'marks in two halves': twoHalves('\u0301', '\u0316'),
  'half-width voiced marks': repeating('', '\u0301\uff9e', ''),
  'Arabic marks': repeating('', '\u064e\u0651', ''),
  'Arabic marks on each letter': repeating('', 'ب\u064e\u0651\u064e\u0651\u064e\u0651\u064e\u0651\u064e', ''),
  'marks on spaces': repeating('', '\u0301\u0316 ', ''),
  'marks on joiners': repeating('', '\u200c\u0301', ''),
  'marks on fillers': repeating('', '\u3164\u0301', ''),
  'enclosing marks': repeating('', 'a\u20dd', ''),
  letters: repeating('', 'a', ''),
  'short lines': repeating('', 'a\n', ''),
  'alternating scripts': repeating('', 'a ب ', ''),
  'letters and a sign': repeating('', 'a', '!'),
  'alternating letters and signs': repeating('', 'a!', ''),
  digits: repeating('', '1', ''),
  'digits and a letter': repeating('+', '1', 'x'),
  'parentheses in a phone number': repeating('+212', '(0)', ''),
  spaces: repeating('', ' ', ''),
  'spaces in the middle': repeating('a', ' ', 'b'),
  'tabs and line breaks': repeating('a', '\t\r\n', 'b'),
  'direction marks': repeating('', '\u202e', ''),
  'invisible characters': repeating('', '\u200b', 'a'),
  'Arabic articles': repeating('', ' ال', ''),
  ligatures: repeating('', '\ufdfa', ''),
  'unclosed brackets': repeating('', '[', ''),
  'unclosed braces': repeating('', '{a', ''),
  plurals: repeating('', '{a, plural, other {#', ''),
  'an e-mail host of many labels': repeating('a@', 'a.', '@'),
  dashes: repeating('a@a', '-', ''),
  commas: repeating('', ',', ''),
  'many languages in a header': repeating('', 'fr;q=1 ,', ''),
  'an address with a long path': repeating('https://a.example/', '%2e./', ''),
  'a host of many labels': repeating('https://', 'a.', '/'),
  'unclosed JSON': repeating('', '[{"a":', ''),
  fractions: repeating('2026-12-01T09:30:00.', '0', 'x'),
  'many form fields': repeating('a=1', '&a', ''),
  'halves of surrogate pairs': repeating('', '\ud83d', ''),
  emoji: repeating('', '👩‍⚕️', ''),
}
