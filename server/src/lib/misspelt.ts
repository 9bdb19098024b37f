/** Words that count as typos of another word. */
const confusions: Record<string, string> = { URI: 'URL', PROXY: 'PROXIES' }

/** In shorter words a replaced letter makes another word: SNS_URL is not a typo of SMS_URL, and NODE is not one of MODE. */
const LONG_WORD = 5
const MAX_SLIPS = 2

/**
 * Finds the name that `given` seems to misspell: letters swapped, missing, doubled or replaced (at most one in each word and
 * two in total), or different underscores or case. For a name of one short word only a swap counts, because environments
 * have many variables with such names.
 */
export function misspelt(given: string, names: readonly string[]): string | undefined {
  return names.find((name) => (isShort(name) ? isSwap(given, name) : isSlip(given.toUpperCase(), name)))
}

const isShort = (name: string) => name.length < LONG_WORD

function isSlip(given: string, name: string): boolean {
  if (given.replaceAll(/[_-]/g, '') === name.replaceAll('_', '')) return true
  const [words, meant] = [given.split('_'), name.split('_')]
  if (words.length !== meant.length) return false
  const wrong = meant.filter((word, at) => word !== words[at])
  return wrong.length <= MAX_SLIPS && meant.every((word, at) => isWordSlip(words[at]!, word))
}

const isWordSlip = (given: string, word: string): boolean =>
  given === word ||
  confusions[given] === word ||
  isSwap(given, word) ||
  lacksOneLetter(given, word) ||
  lacksOneLetter(word, given) ||
  (word.length >= LONG_WORD && isReplaced(given, word))

/** The index at which two words begin to differ. */
const firstDifference = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

function isSwap(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.length === b.length && a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

function lacksOneLetter(shorter: string, longer: string): boolean {
  const at = firstDifference(shorter, longer)
  return shorter.length + 1 === longer.length && shorter.slice(at) === longer.slice(at + 1)
}

function isReplaced(a: string, b: string): boolean {
  const at = firstDifference(a, b)
  return a.length === b.length && a.slice(at + 1) === b.slice(at + 1)
}
