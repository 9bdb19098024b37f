/** Message channels (specification: "What the service does"), in order of fallback. */
export const channels = ['WHATSAPP', 'SMS', 'EMAIL'] as const
export type Channel = (typeof channels)[number]

/** Which address of its recipient a channel needs. */
export const addressOf: Record<Channel, 'email' | 'phone'> = { WHATSAPP: 'phone', SMS: 'phone', EMAIL: 'email' }

/** Languages of messages. */
export const languages = ['fr', 'ar', 'en'] as const
export type Language = (typeof languages)[number]

/** CRITICAL ignores opt-outs and quiet hours; MARKETING requires consent. */
export const purposes = ['CRITICAL', 'SERVICE', 'MARKETING'] as const
export type Purpose = (typeof purposes)[number]

/** The kinds of a template's variables. */
export const kinds = ['text', 'time', 'day', 'count', 'link', 'visits'] as const
export type Kind = (typeof kinds)[number]
