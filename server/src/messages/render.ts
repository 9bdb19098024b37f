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
  { variables, optional }: Declaration,
  recipientName: string,
): Rendered {
  const kinds = new Map<string, Kind>(Object.entries({ ...variables, ...optional, [RECIPIENT]: 'text' }))
  const written = new Map(Object.entries({ ...values, [RECIPIENT]: recipientName }))
  const filling: Filling = {
    optional: new Set(Object.keys(optional ?? {})),
    number: (name) => Number(written.get(name)),
    plural: new Intl.PluralRules(language),
    value(name) {
      const [kind, value] = [kinds.get(name), written.get(name)]
      return kind && value !== undefined ? shown(kind, value, language, channel) : undefined
    },
  }
  const parts = partsOf(text)
  const filled = filledWith(parts, filling)
  if (channel !== 'EMAIL') {
    const parameters = namedIn(parts).map((name) => filling.value(name) ?? NOTHING)
    return { subject: '', text: channel === 'SMS' ? inSmallAlphabet(filled) : filled, html: '', parameters }
  }
  const title = filledWith(partsOf(subject), filling)
  const links = [...kinds].flatMap(([name, kind]) => (kind === 'link' ? (filling.value(name) ?? []) : []))
  const html = page({ language, title, text: filled, organization, links })
  return { subject: title, text: filled, html, parameters: [] }
}

type Filling = {
  optional: ReadonlySet<string>
  number(name: string): number
  plural: Intl.PluralRules
  value(name: string): string | undefined
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
