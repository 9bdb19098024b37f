import { normalized } from '../lib/normalized.ts'

/** GSM 03.38: an SMS of nothing else holds 160 letters, any other 70. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each of these takes the place of two. */
const EXTENSION = new Set('\f^{}\\[~]|€')

const TYPOGRAPHY: Record<string, string> = {
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '«': '"', '»': '"', '–': '-', '—': '-', '…': '...' },
  ...{ '\u00a0': ' ', '\u202f': ' ', œ: 'oe', Œ: 'OE' },
}

const holds = (letter: string) => ALPHABET.has(letter) || EXTENSION.has(letter)

/**
 * A text in the small alphabet, if it can be had by taking accents away that it lacks: `prête` becomes `prete`, and stays
 * one SMS instead of three. Text in another script is left as it is, accents and all.
 */
export function inSmallAlphabet(text: string): string {
  const plain = Array.from(normalized(text, 'NFC'), (letter) => {
    if (holds(letter)) return letter
    return TYPOGRAPHY[letter] ?? letter.normalize('NFD').replace(/\p{Mn}/gu, '')
  }).join('')
  return Array.from(plain).every(holds) ? plain : text
}

/** How many SMS a text takes: a longer one is sent in parts, each of which says which it is. */
export function segmentsOf(text: string): number {
  const letters = Array.from(text)
  const small = letters.every(holds)
  const length = small ? letters.length + letters.filter((letter) => EXTENSION.has(letter)).length : text.length
  const [alone, inParts] = small ? [160, 153] : [70, 67]
  return length <= alone ? 1 : Math.ceil(length / inParts)
}
