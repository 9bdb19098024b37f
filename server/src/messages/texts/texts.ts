import type { TemplateCode } from '../catalog.ts'

/** The texts of the platform's templates in one language. */
export type Texts = Record<TemplateCode, TemplateText>

type TemplateText = {
  /** For e-mails. */
  subject: string
  /** For e-mail and WhatsApp: paragraphs separated by empty lines. */
  text: string
  sms: string
}
