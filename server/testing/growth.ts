import assert from 'node:assert/strict'

const FLOOR_MS = 20
/** Four times the input may take eight times as long. Quadratic growth takes sixteen times as long. */
const STEP = 4
const MAX_RATIO = 8
const TRIES = 4

/** Work on an input, which is created beforehand. */
export type Work<T> = { make: (size: number) => T; run: (input: T) => unknown }

/**
 * Asserts that work grows at most linearly with its input, on any machine: compares times only with each other, takes the
 * best of several runs, and measures a steep step again. A single steep step is ignored, because garbage collection starts
 * somewhere; quadratic growth is steep over two steps.
 * @param largest the largest size; the smallest is a sixty-fourth of it
 * @param floorMs times below it are not compared
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
  const [smaller, here] = [timeAt(size / STEP), timeAt(size)]
  if (here < floorMs || here / smaller < MAX_RATIO) return false
  ratios.push(here / smaller)
  return here / timeAt(size / STEP ** 2) >= MAX_RATIO ** 2 || timeAt(size * STEP) / here >= MAX_RATIO
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

const ofLength = (size: number, unit: string): string => unit.repeat(Math.ceil(size / unit.length)).slice(0, size)

/** Caches the text of each size, as a flat string like a parsed body. */
function cached(make: (size: number) => string): (size: number) => string {
  const made = new Map<number, string>()
  return (size) => {
    const text = made.get(size) ?? Buffer.from(make(size), 'utf16le').toString('utf16le')
    made.set(size, text)
    return text
  }
}

const around = (head: string, unit: string, tail: string) =>
  cached((size) => head + ofLength(size - head.length - tail.length, unit) + tail)
const twoHalves = (first: string, second: string) =>
  cached((size) => ofLength(size / 2, first) + ofLength(size / 2, second))

/** Texts that can cause superlinear time, by description; each of a number of UTF-16 units. */
export const hostileTexts: Record<string, (size: number) => string> = {
  'marks in turns': around('', '\u0301\u0316', ''),
  'marks in two halves': twoHalves('\u0301', '\u0316'),
  'voiced marks of half width': around('', '\u0301\uff9e', ''),
  'Arabic marks': around('', '\u064e\u0651', ''),
  'Arabic marks on each letter': around('', 'ب\u064e\u0651\u064e\u0651\u064e\u0651\u064e\u0651\u064e', ''),
  'marks on spaces': around('', '\u0301\u0316 ', ''),
  'marks on joiners': around('', '\u200c\u0301', ''),
  'marks on fillers': around('', '\u3164\u0301', ''),
  'marks that enclose': around('', 'a\u20dd', ''),
  letters: around('', 'a', ''),
  'short lines': around('', 'a\n', ''),
  'both scripts in turns': around('', 'a ب ', ''),
  'letters and a sign': around('', 'a', '!'),
  'signs in turns': around('', 'a!', ''),
  digits: around('', '1', ''),
  'digits and a letter': around('+', '1', 'x'),
  'brackets of a number': around('+212', '(0)', ''),
  spaces: around('', ' ', ''),
  'spaces in the middle': around('a', ' ', 'b'),
  'tabs and line breaks': around('a', '\t\r\n', 'b'),
  'signs that turn text': around('', '\u202e', ''),
  'signs that do not show': around('', '\u200b', 'a'),
  'Arabic articles': around('', ' ال', ''),
  ligatures: around('', '\ufdfa', ''),
  'brackets that open': around('', '[', ''),
  'braces that open': around('', '{a', ''),
  plurals: around('', '{a, plural, other {#', ''),
  'dots of a host': around('a@', 'a.', '@'),
  dashes: around('a@a', '-', ''),
  commas: around('', ',', ''),
  'parts of a header': around('', 'fr;q=1 ,', ''),
  'an address with a long path': around('https://a.example/', '%2e./', ''),
  'a host of many labels': around('https://', 'a.', '/'),
  'JSON that opens': around('', '[{"a":', ''),
  fractions: around('2026-12-01T09:30:00.', '0', 'x'),
  'pairs of a form': around('a=1', '&a', ''),
  'halves of surrogate pairs': around('', '\ud83d', ''),
  emoji: around('', '👩‍⚕️', ''),
}
