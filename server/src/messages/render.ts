import type { Channel, Kind, Language } from '../lib/channels.ts'
import type { Declaration } from './catalog.ts'
import { toGsmAlphabet } from './gsm.ts'
import { page } from './page.ts'
import { namedIn, type Part, type PluralForm, partsOf } from './parts.ts'
import { shown } from './shown.ts'

/** The text of a template in one language for one channel. */
export type Text = {
  /** Empty except for e-mails. */
  subject: string
  text: string
  /** The sender: the name of the organisation. */
  organization: string
}

/** A message in the form of `Outgoing`. */
export type Rendered = { subject: string; text: string; html: string; parameters: string[] }

/** A variable of every text. */
export const RECIPIENT = 'recipientName'

/** Names the dependant before the text to a guardian. */
const headings = {
  fr: (name) => `Pour ${name} : `,
  ar: (name) => `بخصوص ${name}: `,
  en: (name) => `For ${name}: `,
} satisfies Record<Language, (name: string) => string>

/** The value of an absent optional variable for provider templates, which require all parameters. */
const NOTHING = '-'

/**
 * Renders a text with values that passed `faultsOf`.
 * @param values as text, the form of `messages.variables`
 * @param dependantName the dependant whom the message concerns, if it goes to their guardian
 * @throws {MalformedText} for an unchecked text
 */
export function render(
  { subject, text, organization }: Text,
  channel: Channel,
  language: Language,
  values: Record<string, string>,
  declaration: Declaration,
  recipientName: string,
  dependantName: string | null = null,
): Rendered {
  const filling = fillingOf(declaration, { ...values, [RECIPIENT]: recipientName }, language, channel)
  const heading = dependantName ? headings[language](shown('text', dependantName, language, channel)) : ''
  const parts = partsOf(text)
  const words = filledWith(parts, filling)
  if (channel === 'EMAIL') {
    const title = typeset(heading + filledWith(partsOf(subject), filling), language)
    const paragraphs = typeset(heading && `${heading.trim()}\n\n`, language) + typeset(words, language)
    const html = page({ language, title, text: paragraphs, organization, links: filling.links })
    return { subject: title, text: paragraphs, html, parameters: [] }
  }
  const parameters = namedIn(parts).map((name) => filling.value(name) ?? NOTHING)
  const fit = channel === 'SMS' ? toGsmAlphabet(heading + words) : typeset(heading + words, language)
  return { subject: '', text: fit, html: '', parameters }
}

const plurals = {
  fr: new Intl.PluralRules('fr'),
  ar: new Intl.PluralRules('ar'),
  en: new Intl.PluralRules('en'),
} satisfies Record<Language, Intl.PluralRules>

/** French puts a non-breaking space before these. */
const typeset = (text: string, language: Language): string =>
  language === 'fr' ? text.replace(/ (?=[:;?!»])/g, '\u00a0').replace(/« /g, '«\u00a0') : text

type Filling = {
  optional: ReadonlySet<string>
  plural: Intl.PluralRules
  number(name: string): number
  /** The value as shown; undefined if absent. */
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

/** Brackets without an optional variable inside are literal. */
function groupFilled(group: Part[], filling: Filling): string {
  const deciding = namedIn(group).filter((name) => filling.optional.has(name))
  if (deciding.length === 0) return `[${filledWith(group, filling)}]`
  return deciding.every((name) => filling.value(name) !== undefined) ? filledWith(group, filling) : ''
}
