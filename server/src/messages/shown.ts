import { day, dayAndHour, hour, locales } from '../lib/moroccan-time.ts'
import { cleaned } from '../lib/written.ts'
import type { Kind, Visit } from './catalog.ts'
import type { Channel, Language } from './channels.ts'

/** How a value appears in a message. */
export function shown(kind: Kind, written: string, language: Language, channel: Channel): string {
  switch (kind) {
    case 'text':
      return apart(cleaned(written), language, channel)
    case 'time':
      return dayAndHour(new Date(written), language)
    case 'day':
      return day(new Date(written), language)
    case 'count':
      return new Intl.NumberFormat(locales[language]).format(Number(written))
    case 'link':
      return cleaned(written)
    case 'visits':
      return new Intl.ListFormat(language).format(visitsOf(written).map((visit) => visited(visit, language, channel)))
  }
}

const visited = ({ withName, startTime }: Visit, language: Language, channel: Channel) =>
  `${hour(startTime, language)} (${apart(cleaned(withName), language, channel)})`

const visitsOf = (written: string): Visit[] =>
  (JSON.parse(written) as { withName: string; startTime: string }[]) // `asText` wrote it, or `faultsOf` has read it
    .map(({ withName, startTime }) => ({ withName, startTime: new Date(startTime) }))

/**
 * Keeps a name of the other direction from moving the words around it. Not in SMS: many telephones show the signs for it
 * as boxes, and one of them takes the whole message out of the small alphabet.
 */
function apart(words: string, language: Language, channel: Channel): string {
  const other = language === 'ar' ? /\p{Script=Latin}/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u
  return channel !== 'SMS' && other.test(words) ? `\u2068${words}\u2069` : words
}
