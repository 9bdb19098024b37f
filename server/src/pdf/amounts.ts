import { toCardinal } from 'n2words/fr-FR'
import { centimes, counted, dirhams } from './arabic-numbers.ts'
import type { Bilingual } from './template.ts'

const NBSP = '\u00a0'
const MILLION = 1_000_000

/**
 * `1 352,40 MAD`, with non-breaking spaces. Not with ICU, whose Moroccan locale separates the groups with dots.
 * @param amount in centimes
 */
export function amount(amount: number): Bilingual {
  const [whole, part] = [Math.floor(amount / 100), amount % 100]
  const grouped = String(whole).replace(/\B(?=(\d{3})+$)/g, NBSP)
  const number = `${grouped},${String(part).padStart(2, '0')}`
  return { fr: `${number}${NBSP}MAD`, ar: `${number}${NBSP}درهم` }
}

/**
 * An amount as on a cheque: `mille trois cent cinquante-deux dirhams et quarante centimes`.
 * @param amount in centimes
 */
export function amountInWords(amount: number): Bilingual {
  const [whole, part] = [Math.floor(amount / 100), amount % 100]
  const combine = (inWhole: string, inPart: string, and: string) =>
    part === 0 ? inWhole : whole === 0 ? inPart : `${inWhole}${and}${inPart}`
  return {
    fr: combine(frenchCount(whole, 'dirham'), frenchCount(part, 'centime'), ' et '),
    ar: combine(counted(whole, dirhams), counted(part, centimes), ' و'),
  }
}

/** A count in French words: 0 and 1 are singular, and whole millions take "de". */
export function frenchCount(count: number, noun: string): string {
  const preposition = count >= MILLION && count % MILLION === 0 ? 'de ' : ''
  return `${toCardinal(count)} ${preposition}${noun}${count < 2 ? '' : 's'}`
}
