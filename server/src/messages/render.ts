import type { Declaration, Kind } from './catalog.ts'
import type { Channel, Language } from './channels.ts'
import { inSmallAlphabet } from './gsm.ts'
import { page } from './page.ts'
import { namedIn, type Part, type PluralForm, partsOf } from './parts.ts'
import { shown } from './shown.ts'

/** What is written to somebody in one language by one channel, before it is known to whom. */
export type Text = {
  /** Of e-mails; else empty. */
  subject: string
  text: string
  /** Whose message it is: the name of the organisation. */
  organization: string
}

/** A message as a provider takes it; see `Outgoing`. */
export type Rendered = { subject: string; text: string; html: string; parameters: string[] }

/** Every text may name it, whatever its template declares. */
export const RECIPIENT = 'recipientName'

/** What stands for an optional variable that is absent, where a provider's own template must be given something. */
const NOTHING = '-'

/**
 * Fills a text with values in which `faultsOf` finds none.
 * @param values as text of their kinds, as `messages.variables` keeps them
 * @throws {MalformedText} for a text that was never checked
 */
export function render(
  { subject, text, organization }: Text,
  channel: Channel,
  language: Language,
  values: Record<string, string>,
  declaration: Declaration,
  recipientName: string,
): Rendered {
  const filling = fillingOf(declaration, { ...values, [RECIPIENT]: recipientName }, language, channel)
  const parts = partsOf(text)
  const words = filledWith(parts, filling)
  if (channel === 'EMAIL') {
    const title = typeset(filledWith(partsOf(subject), filling), language)
    const paragraphs = typeset(words, language)
    const html = page({ language, title, text: paragraphs, organization, links: filling.links })
    return { subject: title, text: paragraphs, html, parameters: [] }
  }
  const parameters = namedIn(parts).map((name) => filling.value(name) ?? NOTHING)
  const fit = channel === 'SMS' ? inSmallAlphabet(words) : typeset(words, language)
  return { subject: '', text: fit, html: '', parameters }
}

const plurals = {
  fr: new Intl.PluralRules('fr'),
  ar: new Intl.PluralRules('ar'),
  en: new Intl.PluralRules('en'),
} satisfies Record<Language, Intl.PluralRules>

/** French has a space before these, at which no line ends. */
const typeset = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0') : text

type Filling = {
  optional: ReadonlySet<string>
  plural: Intl.PluralRules
  number(name: string): number
  /** As it appears; undefined where it is absent. */
  value(name: string): string | undefined
  links: string[]
}

function fillingOf(
  { variables, optional = {} }: Declaration,
  values: Record<string, string>,
  language: Language,
  channel: Channel,
): Filling {
  const kinds = new Map<string, Kind>(Object.entries({ ...variables, ...optional, [RECIPIENT]: 'text' }))
  const written = new Map(Object.entries(values))
  const value = (name: string) => {
    const [kind, given] = [kinds.get(name), written.get(name)]
    return kind && given !== undefined ? shown(kind, given, language, channel) : undefined
  }
  return {
    optional: new Set(Object.keys(optional)),
    plural: plurals[language],
    number: (name) => Number(written.get(name)),
    value,
    links: [...kinds].flatMap(([name, kind]) => (kind === 'link' ? (value(name) ?? []) : [])),
  }
}

const filledWith = (parts: Part[], filling: Filling): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('variable' in part) return filling.value(part.variable) ?? ''
      if ('group' in part) return groupFilled(part.group, filling)
      const form: PluralForm = filling.plural.select(filling.number(part.count))
      return filledWith(part.forms[form] ?? part.forms.other, filling)
    })
    .join('')

/** Brackets around no optional variable are brackets. */
function groupFilled(group: Part[], filling: Filling): string {
  const deciding = namedIn(group).filter((name) => filling.optional.has(name))
  if (deciding.length === 0) return `[${filledWith(group, filling)}]`
  return deciding.every((name) => filling.value(name) !== undefined) ? filledWith(group, filling) : ''
}
