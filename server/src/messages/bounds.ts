import { type Channel, type Kind, properties } from '../lib/channels.ts'
import type { Declaration } from './catalog.ts'
import type { TextFault } from './checks.ts'
import { type Part, partsOf } from './parts.ts'
import { RECIPIENT, type Rendered } from './render.ts'
import { LONGEST } from './variables.ts'

/** Maximum of an e-mail header line (RFC 5322, section 2.1.1). */
const LONGEST_SUBJECT = 998

/**
 * Maximum characters of a value in a message, with the isolation marks around a name. For further visits it is a realistic
 * number: twenty visits with the longest names fit no SMS, and are sent by e-mail.
 */
const widest: Record<Kind, number> = {
  text: LONGEST + 2,
  name: LONGEST + 2,
  time: 60,
  day: 40,
  count: 11,
  link: LONGEST,
  visits: 450,
}

/** Whether a rendered message exceeds the limits of a channel. */
export const isTooLong = (channel: Channel, { subject, text }: Rendered): boolean =>
  text.length > properties[channel].longestFilled || subject.length > LONGEST_SUBJECT

/** The fields of a well-formed text that are too long with the longest possible values. */
export function lengthFaults(
  channel: Channel,
  written: { subject: string; text: string },
  { variables, optional = {} }: Declaration,
): TextFault[] {
  const kinds: Record<string, Kind> = { ...variables, ...optional, [RECIPIENT]: 'text' }
  const widthOf = (leaf: Leaf) => (typeof leaf === 'string' ? leaf.length : widest[kinds[leaf.variable]!])
  const faultOf = (field: 'subject' | 'text', limit: number): TextFault[] => {
    const leaves = longestForm(partsOf(written[field]), widthOf)
    const letters = sum(leaves, widthOf)
    if (letters <= limit) return []
    const named = Map.groupBy(
      leaves.filter((leaf) => typeof leaf !== 'string'),
      ({ variable }) => variable,
    )
    const [name, times] = [...named].reduce((a, b) => (sum(a[1], widthOf) >= sum(b[1], widthOf) ? a : b))
    const most = `{${name}} is used ${times.length} times, with up to ${widthOf(times[0]!)} characters each`
    return [
      {
        path: [field],
        message: `may reach ${letters} characters when filled, but ${channel} allows ${limit}: ${most}`,
      },
    ]
  }
  return [...faultOf('subject', LONGEST_SUBJECT), ...faultOf('text', properties[channel].longestFilled)]
}

/** A part after groups and plurals are resolved. */
type Leaf = string | { variable: string }

const sum = (leaves: readonly Leaf[], widthOf: (leaf: Leaf) => number): number =>
  leaves.reduce((letters, leaf) => letters + widthOf(leaf), 0)

/** The longest rendering: all optional groups, and the longest form of each plural. */
const longestForm = (parts: Part[], widthOf: (leaf: Leaf) => number): Leaf[] =>
  parts.flatMap((part): Leaf[] => {
    if (typeof part === 'string' || 'variable' in part) return [part]
    if ('group' in part) return ['[', ...longestForm(part.group, widthOf), ']']
    const forms = Object.values(part.forms).map((form) => longestForm(form, widthOf))
    return forms.reduce((a, b) => (sum(a, widthOf) >= sum(b, widthOf) ? a : b))
  })
