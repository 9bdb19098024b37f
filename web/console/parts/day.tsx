import { useSetting } from '../settings.ts'
import { textOfTime } from './text.tsx'

const format = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** The day of a time, with its year. */
export function Day({ at }: { at: string }) {
  const utc = useSetting('utc')
  return (
    <time dateTime={at} title={at}>
      {textOfTime(at, utc, format)}
    </time>
  )
}

/** A date without a time, such as a birth date. */
export function CalendarDay({ date }: { date: string }) {
  return <time dateTime={date}>{textOfTime(`${date}T12:00:00Z`, true, format)}</time>
}
