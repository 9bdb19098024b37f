import { z } from 'zod'

/** Message channels (specification: "What the service does"), in order of fallback. */
export const channels = ['WHATSAPP', 'SMS', 'EMAIL'] as const
export type Channel = (typeof channels)[number]
export const channel = z.enum(channels).meta({ id: 'Channel' })

type Properties = { address: 'email' | 'phone'; longestWritten: number; longestFilled: number }

/**
 * The address that a channel needs, and the maximum length of a text in characters: of a template's text, and of a message
 * with its variables filled in. An SMS part has about 150 characters: the longest message takes 7 parts, or 15 in UCS-2.
 * WhatsApp refuses longer texts, and mail programs truncate longer e-mails.
 */
export const properties: Record<Channel, Properties> = {
  WHATSAPP: { address: 'phone', longestWritten: 1024, longestFilled: 4096 },
  SMS: { address: 'phone', longestWritten: 480, longestFilled: 1000 },
  EMAIL: { address: 'email', longestWritten: 10_000, longestFilled: 100_000 },
}

/** Languages of messages. */
export const languages = ['fr', 'ar', 'en'] as const
export type Language = (typeof languages)[number]
export const language = z.enum(languages).meta({ id: 'Language' })

/** CRITICAL ignores opt-outs and quiet hours; MARKETING requires consent. */
export const purposes = ['CRITICAL', 'SERVICE', 'MARKETING'] as const
export type Purpose = (typeof purposes)[number]
export const purpose = z.enum(purposes).meta({
  id: 'Purpose',
  description: 'CRITICAL ignores opt-outs and quiet hours; MARKETING requires consent.',
})

/** The kinds of a template's variables. */
export const kinds = ['text', 'name', 'time', 'day', 'count', 'link', 'visits'] as const
export type Kind = (typeof kinds)[number]
export const kind = z.enum(kinds).meta({ id: 'VariableKind' })
