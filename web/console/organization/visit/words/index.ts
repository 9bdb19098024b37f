import { areaWords } from '../../../language.ts'
import type { words as en } from './en.ts'

export type VisitWords = typeof en

/** The texts of the screen of an appointment. */
export const { loadWords, text } = areaWords<VisitWords>({
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
  en: () => import('./en.ts'),
})
