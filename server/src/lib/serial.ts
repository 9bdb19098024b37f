import { randomBytes } from 'node:crypto'

/** Crockford's base 32, without I, L, O and U (crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20
/** Maximum characters as typed, with one or two separators between letters. */
export const MAX_WRITTEN = 64

/** A new serial number of 100 random bits, which cannot be guessed. */
export const newSerial = (): string => toSymbols(randomBytes(LENGTH))

/** One symbol of 5 bits for each byte. */
export const toSymbols = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET[byte % 32]!).join('')

/**
 * Parses a typed serial number: in any case, with dashes and spaces anywhere, and with O, I and L for digits.
 * @returns undefined for an invalid one
 */
export function parseSerial(written: string): string | undefined {
  if (written.length > MAX_WRITTEN) return undefined
  const serial = symbolsOf(written)
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(serial) ? serial : undefined
}

/** The symbols of a typed text, without dashes and spaces. The caller limits its length. */
export const symbolsOf = (written: string): string =>
  written
    .replace(/[\s\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

/** As people read it: `7Q4M-2K9D-0XWT-5BHN-8RCE`. */
export const grouped = (serial: string): string => serial.match(/.{1,4}/g)!.join('-')
