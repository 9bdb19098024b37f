import { toCardinal } from 'n2words/fr-FR'
import { centimes, counted, dirhams } from './arabic-numbers.ts'
import type { Bilingual } from './bilingual.ts'

const NBSP = '\u00a0'
const MILLION = 1_000_000

/**
 * `1 352,40 MAD`, in groups that no line breaks apart. The locale of Morocco in ICU writes dots between them.
 * @param amount in centimes
 */
export function amount(amount: number): Bilingual {
  const [whole, part] = [Math.floor(amount / 100), amount % 100]
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, NBSP)
  const number = `${grouped},${String(part).padStart(2, '0')}`
  return { fr: `${number}${NBSP}MAD`, ar: `${number}${NBSP}درهم` }
}

/**
 * An amount as a cheque has it: `mille trois cent cinquante-deux dirhams et quarante centimes`.
 * @param amount in centimes
 */
export function amountInWords(amount: number): Bilingual {
  const [whole, part] = [Math.floor(amount / 100), amount % 100]
  const says = (inWhole: string, inPart: string, and: string) =>
    part === 0 ? inWhole : whole === 0 ? inPart : `${inWhole}${and}${inPart}`
  return {
    fr: says(frenchCount(whole, 'dirham'), frenchCount(part, 'centime'), ' et '),
    ar: says(counted(whole, dirhams), counted(part, centimes), ' و'),
  }
}

/** So many of something in French words: one and none are singular, and millions are millions *of* something. */
export function frenchCount(count: number, noun: string): string {
  const of = count >= MILLION && count % MILLION === 0 ? 'de ' : ''
  return `${toCardinal(count)} ${of}${noun}${count < 2 ? '' : 's'}`
}
