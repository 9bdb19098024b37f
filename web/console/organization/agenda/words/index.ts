import { areaWords } from '../../../language.ts'
import type { words as en } from './en.ts'

export type AgendaWords = typeof en

/** The texts of the agenda, and of the field for a patient, which other screens have too. */
export const { loadWords, text } = areaWords<AgendaWords>({
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
  en: () => import('./en.ts'),
})
