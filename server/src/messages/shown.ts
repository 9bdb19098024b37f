import type { Channel, Kind, Language } from '../lib/channels.ts'
import { day, dayAndHour, hour, locales } from '../lib/moroccan-time.ts'
import { cleaned } from '../lib/written.ts'
import type { Visit } from './catalog.ts'

/** A value as it appears in a message. */
export function shown(kind: Kind, written: string, language: Language, channel: Channel): string {
  switch (kind) {
    case 'text':
    case 'name':
      return isolated(cleaned(written), language, channel)
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
  `${hour(startTime, language)} (${isolated(cleaned(withName), language, channel)})`

const visitsOf = (written: string): Visit[] =>
  (JSON.parse(written) as { withName: string; startTime: string }[]) // written by `asText` or checked by `faultsOf`
    .map(({ withName, startTime }) => ({ withName, startTime: new Date(startTime) }))

/**
 * Isolates a name of the other writing direction (UAX #9), except in SMS: many phones show the isolation marks as boxes, and
 * the marks are not in the GSM alphabet.
 */
function isolated(words: string, language: Language, channel: Channel): string {
  const other = language === 'ar' ? /\p{Script=Latin}/u : /[\p{Script=Arabic}\p{Script=Hebrew}]/u
  return channel !== 'SMS' && other.test(words) ? `\u2068${words}\u2069` : words
}
