import type { Declaration, Kind } from './catalog.ts'
import type { Channel } from './channels.ts'
import type { TextFault } from './checks.ts'
import { type Part, partsOf } from './parts.ts'
import { RECIPIENT, type Rendered } from './render.ts'
import { LONGEST } from './variables.ts'

/**
 * Letters that a message may have with its values in it. An SMS of so many is sent in 7 parts, or 15 in another alphabet,
 * which is more than anybody means to pay for; WhatsApp takes no longer texts, and mail programs cut e-mails off behind.
 */
export const longestFilled: Record<Channel, number> = { SMS: 1000, WHATSAPP: 4096, EMAIL: 100_000 }
/** Of an e-mail: what a line of a header may have (RFC 5322, section 2.1.1). */
export const LONGEST_SUBJECT = 998

/**
 * Letters that a value takes at most as it is shown, with the signs that keep a name apart. Of further visits it is what
 * somebody has in a day: twenty with the longest names would fit into no SMS, and leave by e-mail.
 */
const widest: Record<Kind, number> = { text: LONGEST + 2, time: 60, day: 40, count: 11, link: LONGEST, visits: 500 }

/** Whether a channel does not take a message as it has turned out. */
export const isTooLong = (channel: Channel, { subject, text }: Rendered): boolean =>
  text.length > longestFilled[channel] || subject.length > LONGEST_SUBJECT

/** What of a well-formed text would be too long with the longest values that its template takes. */
export function lengthFaults(
  channel: Channel,
  written: { subject: string; text: string },
  { variables, optional = {} }: Declaration,
): TextFault[] {
  const kinds: Record<string, Kind> = { ...variables, ...optional, [RECIPIENT]: 'text' }
  const widthOf = (leaf: Leaf) => (typeof leaf === 'string' ? leaf.length : widest[kinds[leaf.variable]!])
  const faultOf = (field: 'subject' | 'text', limit: number): TextFault[] => {
    const leaves = longestWay(partsOf(written[field]), widthOf)
    const letters = sum(leaves, widthOf)
    if (letters <= limit) return []
    const named = Map.groupBy(
      leaves.filter((leaf) => typeof leaf !== 'string'),
      ({ variable }) => variable,
    )
    const [name, times] = [...named].reduce((a, b) => (sum(a[1], widthOf) >= sum(b[1], widthOf) ? a : b))
    const most = `{${name}} is named ${times.length} times, with up to ${widthOf(times[0]!)} characters each`
    return [
      {
        path: [field],
        message: `may have ${letters} characters once it is filled, of ${limit} by ${channel}: ${most}`,
      },
    ]
  }
  return [...faultOf('subject', LONGEST_SUBJECT), ...faultOf('text', longestFilled[channel])]
}

/** What is left of parts once it is decided what of them is shown. */
type Leaf = string | { variable: string }

const sum = (leaves: readonly Leaf[], widthOf: (leaf: Leaf) => number): number =>
  leaves.reduce((letters, leaf) => letters + widthOf(leaf), 0)

/** Everything optional, and of each plural the longest form. */
const longestWay = (parts: Part[], widthOf: (leaf: Leaf) => number): Leaf[] =>
  parts.flatMap((part): Leaf[] => {
    if (typeof part === 'string' || 'variable' in part) return [part]
    if ('group' in part) return ['[', ...longestWay(part.group, widthOf), ']']
    const forms = Object.values(part.forms).map((form) => longestWay(form, widthOf))
    return forms.reduce((a, b) => (sum(a, widthOf) >= sum(b, widthOf) ? a : b))
  })
