import type { TemplateCode } from '../catalog.ts'

/** What a language says for each of the platform's own templates. */
export type Texts = Record<TemplateCode, Wording>

type Wording = {
  /** Of e-mails. */
  subject: string
  /** By e-mail and WhatsApp: paragraphs with an empty line between them. */
  text: string
  sms: string
}
