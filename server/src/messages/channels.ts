/** How messages travel (specification: "What the service does"), in the order in which one stands in for another. */
export const channels = ['WHATSAPP', 'SMS', 'EMAIL'] as const
export type Channel = (typeof channels)[number]

/** Languages that people are written to in. */
export const languages = ['fr', 'ar', 'en'] as const
export type Language = (typeof languages)[number]

/** CRITICAL passes opt-outs and quiet hours; MARKETING is sent with consent alone. */
export const purposes = ['CRITICAL', 'SERVICE', 'MARKETING'] as const
export type Purpose = (typeof purposes)[number]
