import { words } from '../language.ts'

/** The weekdays from Monday, 1 to 7, in the language of the page. */
export function weekdays(): { weekday: number; name: string; short: string }[] {
  const monday = Date.UTC(2024, 0, 1)
  const { locale } = words()
  const format = (weekday: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  const [long, short] = [format('long'), format('short')]
  return Array.from({ length: 7 }, (_, n) => {
    const at = monday + n * 86_400_000
    return { weekday: n + 1, name: long.format(at), short: short.format(at) }
  })
}
