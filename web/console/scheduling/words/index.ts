import { areaWords } from '../../language.ts'
import type { words as en } from './en.ts'

export type SchedulingWords = typeof en

export const { loadWords, text } = areaWords<SchedulingWords>({
  fr: () => import('./fr.ts'),
  ar: () => import('./ar.ts'),
  en: () => import('./en.ts'),
})
