import type { Language } from '../../../../../lib/channels.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Words } from './words.ts'

export type { Words } from './words.ts'
export const words: Record<Language, Words> = { fr, ar, en }
