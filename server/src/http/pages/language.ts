import type { FastifyRequest } from 'fastify'
import type { Language } from '../../messages/channels.ts'

/** Languages that pages for people speak, in the order in which they offer them. */
export const languages = ['fr', 'ar', 'en'] as const satisfies readonly Language[]

type Tongue = {
  /** What the language calls itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** "Language". */
  choice: string
}

export const tongues: Record<Language, Tongue> = {
  fr: { name: 'Français', dir: 'ltr', choice: 'Langue' },
  ar: { name: 'العربية', dir: 'rtl', choice: 'اللغة' },
  en: { name: 'English', dir: 'ltr', choice: 'Language' },
}

/** The language that a visitor chose with `?lang=`, else the one their browser likes best, else French. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown }
  return languages.find((language) => language === lang) ?? likedBest(headers['accept-language']) ?? 'fr'
}

/** @param accepted as `Accept-Language` says it (RFC 9110, section 12.5.4) */
function likedBest(accepted = ''): Language | undefined {
  const liked = accepted
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { language: languages.find((one) => one === tag.split('-')[0]), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ language, q }) => language && q > 0)
  return liked.sort((a, b) => b.q - a.q)[0]?.language
}
