import type { Channel, Language } from '../../lib/channels.ts'
import type { TemplateCode } from '../catalog.ts'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import type { Texts } from './texts.ts'

const texts: Record<Language, Texts> = { fr, ar, en }

/** The platform's own texts. */
export function platformText(
  code: TemplateCode,
  channel: Channel,
  language: Language,
): { subject: string; text: string } {
  const { subject, text, sms } = texts[language][code]
  return { subject: channel === 'EMAIL' ? subject : '', text: channel === 'SMS' ? sms : text }
}
