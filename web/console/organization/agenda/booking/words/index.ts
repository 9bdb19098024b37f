import { areaWords } from '../../../../language.ts'
import type { words as en } from './en.ts'

export type BookingWords = typeof en

/** The texts of the dialogs that book, move and repeat appointments. */
export const { loadWords, text } = areaWords<BookingWords>({
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
  en: () => import('./en.ts'),
})
