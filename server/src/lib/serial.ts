import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no letter that is taken for a digit, and no U (crockford.com/base32.html). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20
/** Characters of one as it is typed: with a sign or two between any two letters. */
export const MAX_WRITTEN = 64

/** A new serial number: 100 random bits, which nobody finds by trying. */
export const newSerial = (): string => Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % 32]!).join('')

/**
 * A serial number as somebody typed, copied or dictated it: in any case, with dashes and spaces anywhere, and with letters
 * that were taken for digits.
 * @returns undefined for what is none
 */
export function readSerial(written: string): string | undefined {
  if (written.length > MAX_WRITTEN) return undefined
  const serial = written
    .replace(/[\s\p{Dash}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  return /^[0-9A-HJKMNP-TV-Z]{20}$/.test(serial) ? serial : undefined
}

/** As people read it: `7Q4M-2K9D-0XWT-5BHN-8RCE`. */
export const grouped = (serial: string): string => serial.match(/.{1,4}/g)!.join('-')
