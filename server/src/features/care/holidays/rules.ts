import { unprocessable } from '../../../errors.ts'
import { addDays, type Code, holidaysOf, type Occasion, occasionOf, ramadanOf } from './calendar.ts'

/** What an organisation decided about an occasion: null fields leave it as it was. */
export type Decision = { code: string; year: number; first_day: string | null; observed: boolean | null }

/** An occasion on the days on which an organisation observes it. */
export type ObservedOccasion = Occasion & {
  calculatedDay: string
  /** Whether the first day is final. */
  confirmed: boolean
  /** Whether the organisation is closed, or has its hours of Ramadan. */
  observed: boolean
}

export function observe(occasion: Occasion, decisions: readonly Decision[]): ObservedOccasion {
  const { code, year, dependsOnMoon, firstDay: calculatedDay } = occasion
  const decided = decisions.find((one) => one.code === code && one.year === year)?.first_day
  const firstDay = decided ?? calculatedDay
  return {
    ...occasion,
    firstDay,
    lastDay: code === 'RAMADAN' ? eveOfEid(year, decisions) : movedLastDay(occasion, firstDay),
    calculatedDay,
    confirmed: !dependsOnMoon || decided != null,
    observed: isObserved(code, year, decisions),
  }
}

const eveOfEid = (year: number, decisions: readonly Decision[]): string =>
  addDays(observe(occasionOf('EID_AL_FITR', year), decisions).firstDay, -1)

const movedLastDay = ({ firstDay, lastDay }: Occasion, to: string): string =>
  addDays(lastDay, Temporal.PlainDate.from(firstDay).until(to).days)

/** The latest decision about the year or an earlier one counts. */
function isObserved(code: Code, year: number, decisions: readonly Decision[]): boolean {
  const made = decisions.filter((one) => one.code === code && one.year <= year && one.observed !== null)
  return made.toSorted((a, b) => b.year - a.year)[0]?.observed ?? true
}

/** The most days of a list: two years. */
export const MAX_DAYS = 731

/**
 * The range of a list: by default a year from today.
 * @throws {ApiError} 422 for a range that is reversed or too long
 */
export function rangeOf({ from, to }: { from?: string | undefined; to?: string | undefined }, today: string) {
  const first = from ?? today
  const last = to ?? addDays(first, 365)
  if (last < first) throw fault('to', 'must not be before from')
  if (last > addDays(first, MAX_DAYS - 1)) throw fault('to', `must be at most ${MAX_DAYS - 1} days after from`)
  return { from: first, to: last }
}

const yearOf = (day: string): number => Number(day.slice(0, 4))

/** The occasions with a day from `from` to `to`, both included, by their first day. */
export function observedBetween(from: string, to: string, decisions: readonly Decision[]): ObservedOccasion[] {
  const [first, last] = [yearOf(from) - 1, yearOf(to) + 1] // moved, or begun in the year before
  return Array.from({ length: last - first + 1 }, (_, n) => first + n)
    .flatMap((year) => [...holidaysOf(year), ...ramadanOf(year)])
    .map((occasion) => observe(occasion, decisions))
    .filter(({ firstDay, lastDay }) => firstDay <= to && lastDay >= from)
    .toSorted((a, b) => Temporal.PlainDate.compare(a.firstDay, b.firstDay))
}

/** Days such as `2027-03-10`. */
export type SpecialDays = {
  /** Days of observed holidays, also of those whose day is not confirmed. */
  closed: ReadonlySet<string>
  /** Days on which opening hours of the season RAMADAN replace the others. */
  ramadan: ReadonlySet<string>
}

/** The special days from `from` to `to`, both included. */
export function specialDaysBetween(from: string, to: string, decisions: readonly Decision[]): SpecialDays {
  const observed = observedBetween(from, to, decisions).filter((one) => one.observed)
  const daysOf = (occasions: ObservedOccasion[]) =>
    new Set(occasions.flatMap(eachDay).filter((day) => day >= from && day <= to))
  return {
    closed: daysOf(observed.filter(({ code }) => code !== 'RAMADAN')),
    ramadan: daysOf(observed.filter(({ code }) => code === 'RAMADAN')),
  }
}

function eachDay({ firstDay, lastDay }: ObservedOccasion): string[] {
  const { days } = Temporal.PlainDate.from(firstDay).until(lastDay)
  return Array.from({ length: days + 1 }, (_, n) => addDays(firstDay, n))
}

/** Days that the first day may differ from the calculated one. */
const MAX_SHIFT = 2

type Change = { firstDay?: string | null | undefined; confirmed?: boolean | undefined }

/**
 * The confirmed first day after a change, null for none. A new day confirms itself.
 * @throws {ApiError} 422 for another day of a fixed holiday, for a day far from the calculated one, and for an unconfirmed one
 */
export function confirmedDay(current: ObservedOccasion, { firstDay, confirmed }: Change): string | null {
  const { calculatedDay, dependsOnMoon } = current
  const day = firstDay ?? (firstDay === null ? calculatedDay : current.firstDay)
  const [earliest, latest] = [addDays(calculatedDay, -MAX_SHIFT), addDays(calculatedDay, MAX_SHIFT)]
  if (!dependsOnMoon) {
    if (day !== calculatedDay) throw fault('firstDay', 'cannot be changed: the date of this holiday is fixed')
    if (confirmed === false) throw fault('confirmed', 'must be true: the date of this holiday is fixed')
    return null
  }
  if (day < earliest || day > latest) throw fault('firstDay', `must be from ${earliest} to ${latest}`)
  if (confirmed === false && firstDay != null && day !== calculatedDay)
    throw fault('confirmed', 'must be true for another day than the calculated one')
  const isConfirmed = confirmed ?? (firstDay === undefined ? current.confirmed : firstDay !== null)
  return isConfirmed ? day : null
}

const fault = (field: string, message: string) => unprocessable([{ path: [field], message }])
