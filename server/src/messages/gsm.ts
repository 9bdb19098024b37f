import { normalized } from '../lib/normalized.ts'

/** GSM 03.38. An SMS in this alphabet has 160 characters, any other SMS 70. */
const ALPHABET = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Each of these counts as two characters. */
const EXTENSION = new Set('\f^{}\\[~]|€')

const TYPOGRAPHY: Record<string, string> = {
  ...{ '’': "'", '‘': "'", '“': '"', '”': '"', '«': '"', '»': '"', '–': '-', '—': '-', '…': '...' },
  ...{ '\u00a0': ' ', '\u202f': ' ', œ: 'oe', Œ: 'OE' },
}

const isGsm = (letter: string) => ALPHABET.has(letter) || EXTENSION.has(letter)

/**
 * Converts a text to the GSM alphabet if removing unsupported accents suffices: `prête` becomes `prete`, and the message
 * stays one SMS instead of three. Text in another script is unchanged.
 */
export function toGsmAlphabet(text: string): string {
  const plain = Array.from(normalized(text, 'NFC'), (letter) => {
    if (isGsm(letter)) return letter
    return TYPOGRAPHY[letter] ?? letter.normalize('NFD').replace(/\p{Mn}/gu, '')
  }).join('')
  return Array.from(plain).every(isGsm) ? plain : text
}

/** The number of SMS parts of a text. With several parts, a header shortens each. */
export function segmentsOf(text: string): number {
  const letters = Array.from(text)
  const fitsGsm = letters.every(isGsm)
  const length = fitsGsm ? letters.length + letters.filter((letter) => EXTENSION.has(letter)).length : text.length
  const [alone, inParts] = fitsGsm ? [160, 153] : [70, 67]
  return length <= alone ? 1 : Math.ceil(length / inParts)
}
