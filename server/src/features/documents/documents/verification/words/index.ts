import type { Language } from '../../../../../lib/channels.ts'
import type { Words } from '../words.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'

export const words: Record<Language, Words> = { fr, ar, en }
