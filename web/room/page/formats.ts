import type { Words } from '../words/words.ts'

/** Formats times and durations in the page's language. */
export type Formats = {
  /** "12 minutes", with hours if there are any. */
  duration(sec: number): string
  /** "3 minutes". */
  minutes(n: number): string
  /** "14:05". */
  clock(ms: number): string
  /** "1.2 MB". */
  size(bytes: number): string
  /** "04:12" or "1:04:12", for a running timer. */
  timer(sec: number): string
}

export function formatsFor({ locale }: Pick<Words, 'locale'>): Formats {
  const unit = (name: 'hour' | 'minute' | 'second') => {
    const format = new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })
    return (n: number) => format.format(n)
  }
  const [hours, minutes, seconds] = [unit('hour'), unit('minute'), unit('second')]
  const all = new Intl.ListFormat(locale, { type: 'unit', style: 'long' })
  const hour = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const bytes = (unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits })
  const [kilobytes, megabytes] = [bytes('kilobyte', 0), bytes('megabyte', 1)]
  return {
    minutes,
    size: (n) => (n < 1_000_000 ? kilobytes.format(Math.max(1, n / 1000)) : megabytes.format(n / 1_000_000)),
    clock: (ms) => hour.format(ms),
    duration(sec) {
      if (sec < 60) return seconds(sec)
      const rounded = Math.round(sec / 60)
      const parts = [[Math.floor(rounded / 60), hours] as const, [rounded % 60, minutes] as const]
      return all.format(parts.filter(([n]) => n > 0).map(([n, say]) => say(n)))
    },
    timer(sec) {
      const whole = Math.max(0, Math.floor(sec))
      const two = (n: number) => String(n).padStart(2, '0')
      const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
      return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${two(m)}:${two(s)}`
    },
  }
}

/** One or two initials in place of a picture. Titles and articles are skipped. */
export function initialsOf(name: string): string {
  const parts = name.replace(/^(dr|pr|docteur|professeur|د|الدكتورة?)[. ]\s*/i, '').match(/[\p{L}\p{M}]+/gu) ?? []
  const [first, ...others] = parts.map((part) => part.replace(/^ال(?=..)/, ''))
  const letters = [first, others.pop()].flatMap((part) => (part ? [[...part][0]!.toUpperCase()] : []))
  // A space prevents Arabic letters from joining.
  return letters.join(/\p{Script=Arabic}/u.test(name) ? ' ' : '')
}
