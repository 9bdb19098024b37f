import type { FastifyRequest } from 'fastify'
import type { Language } from '../../lib/channels.ts'

/** Languages of pages, in the order of the menu. */
export const languages = ['fr', 'ar', 'en'] as const satisfies readonly Language[]

type SwitcherText = {
  /** In the language itself. */
  name: string
  dir: 'ltr' | 'rtl'
  /** The word "Language". */
  choice: string
  /** The button that copies a text, before and after. */
  copy: string
  copied: string
}

export const switcherTexts: Record<Language, SwitcherText> = {
  fr: { name: 'Français', dir: 'ltr', choice: 'Langue', copy: 'Copier', copied: 'Copié' },
  ar: { name: 'العربية', dir: 'rtl', choice: 'اللغة', copy: 'نسخ', copied: 'تم النسخ' },
  en: { name: 'English', dir: 'ltr', choice: 'Language', copy: 'Copy', copied: 'Copied' },
}

/** The language chosen with `?lang=` here or on an earlier page, else the one that the browser prefers, else French. */
export function languageOf(request: FastifyRequest): Language {
  const { headers } = request
  return chosenLanguage(request) ?? known(cookieOf(headers.cookie)) ?? preferred(headers['accept-language']) ?? 'fr'
}

/** The language that the visitor chose on a page, or else that of its path, such as `/fr/…`. */
export const languageInPath = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? languages.find((language) => request.url.startsWith(`/${language}/`)) ?? 'fr'

/** The language that the person chooses with this request. */
export const chosenLanguage = ({ query }: FastifyRequest): Language | undefined =>
  known((query as { lang?: unknown }).lang)

const known = (given: unknown): Language | undefined => languages.find((language) => language === given)

const COOKIE = 'medina.language'
const YEAR_SEC = 365 * 24 * 3600

/** The `Set-Cookie` header that remembers a choice. */
export const languageCookie = (chosen: Language): string =>
  `${COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_SEC}; HttpOnly; SameSite=Lax`

const cookieOf = (header = ''): string | undefined => /(?:^|;\s*)medina\.language=(\w+)/.exec(header)?.[1]

/** @param acceptLanguage the header (RFC 9110, section 12.5.4) */
function preferred(acceptLanguage = ''): Language | undefined {
  const candidates = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
      return { language: known(tag.split('-')[0]), q: q === undefined ? 1 : Number(q) }
    })
    .filter(({ language, q }) => language && q > 0)
  return candidates.sort((a, b) => b.q - a.q)[0]?.language
}
