import type { Channel, Kind, Language } from '../lib/channels.ts'
import type { Declaration } from './catalog.ts'
import { toGsmAlphabet } from './gsm.ts'
import { page } from './page.ts'
import { type Part, type PluralForm, partsOf, variablesIn } from './parts.ts'
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

/** Precedes a text to a guardian, to name the dependant. */
const headings = {
  fr: (name) => `Pour ${name} : `,
  ar: (name) => `بخصوص ${name}: `,
  en: (name) => `For ${name}: `,
} satisfies Record<Language, (name: string) => string>

/** The value of an absent optional variable for provider templates, which require all parameters. */
const NOTHING = '-'

/**
 * Renders a text with values that `faultsOf` has accepted.
 * @param values as text, the form of `messages.variables`
 * @param dependantName the dependant that the message is about, if it goes to a guardian
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
  const context = contextOf(declaration, { ...values, [RECIPIENT]: recipientName }, language, channel)
  const heading = dependantName ? headings[language](shown('text', dependantName, language, channel)) : ''
  const parts = partsOf(text)
  const words = fill(parts, context)
  if (channel === 'EMAIL') {
    const title = typeset(heading + fill(partsOf(subject), context), language)
    const paragraphs = typeset(heading && `${heading.trim()}\n\n`, language) + typeset(words, language)
    const html = page({ language, title, text: paragraphs, organization, links: context.links })
    return { subject: title, text: paragraphs, html, parameters: [] }
  }
  const parameters = variablesIn(parts).map((name) => context.value(name) ?? NOTHING)
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

type FillContext = {
  optional: ReadonlySet<string>
  plural: Intl.PluralRules
  number(name: string): number
  /** The value as shown; undefined if absent. */
  value(name: string): string | undefined
  links: string[]
}

function contextOf(
  { variables, optional = {} }: Declaration,
  values: Record<string, string>,
  language: Language,
  channel: Channel,
): FillContext {
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

const fill = (parts: Part[], context: FillContext): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      if ('variable' in part) return context.value(part.variable) ?? ''
      if ('group' in part) return fillGroup(part.group, context)
      const form: PluralForm = context.plural.select(context.number(part.count))
      return fill(part.forms[form] ?? part.forms.other, context)
    })
    .join('')

/** Renders a group. Brackets without an optional variable are literal. */
function fillGroup(group: Part[], context: FillContext): string {
  const optionalNames = variablesIn(group).filter((name) => context.optional.has(name))
  if (optionalNames.length === 0) return `[${fill(group, context)}]`
  return optionalNames.every((name) => context.value(name) !== undefined) ? fill(group, context) : ''
}
