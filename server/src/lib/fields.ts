import { z } from 'zod'
import type { IdPrefix } from './ids.ts'
import { parsePhone } from './phone.ts'
import { breaksLine, isBlank, turnsText } from './written.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

/**
 * Text of at most so many code points, as `maxLength` counts them, and so of at most four times as many bytes. Every text of
 * a request begins with this: nothing else looks at one that is longer, for what patterns and normalisation take may grow
 * with the square of the length.
 * @param error the message for a longer text, where it should not name the length
 */
export const bounded = (max: number, error?: string) => z.string().max(max, { abort: true, ...(error && { error }) })

/** Text that PostgreSQL can hold and that comes back as it went in: no NUL, no lone surrogate. */
export const text = (max: number, min = 1) =>
  bounded(max)
    .min(min)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or half a surrogate pair')

/** What people read, on several lines perhaps; it may be left empty. */
export const prose = (max: number) =>
  text(max, 0).refine((value) => !turnsText(value), 'must not contain characters that turn text around')

/** The same with something in it to read. */
export const filled = (max: number) =>
  prose(max)
    .refine((value) => !isBlank(value), 'must not be empty')
    .meta({ minLength: 1 })

/** What stands on one line, a name say: without space around it, and without tabs and the like in it. */
export const line = (max: number) =>
  prose(max)
    .refine((value) => !isBlank(value) && !breaksLine(value), 'must be one line with something on it')
    .transform((value) => value.trim())
    .meta({ minLength: 1 })

const NO_ADDRESS = 'must be an e-mail address'
/** Characters of an e-mail address as it is typed, with spaces around it. */
export const MAX_TYPED_EMAIL = 320

/** Of ASCII, so that one fold of case holds here and in the database; at most 254 characters (RFC 5321). */
export const emailAddress = bounded(MAX_TYPED_EMAIL, NO_ADDRESS)
  .trim()
  .pipe(z.email({ error: NO_ADDRESS }).max(254))
  .meta({ format: 'email', maxLength: 254 })

/** A telephone number as people write it, read as E.164. */
export const phone = text(40)
  .transform((written, issues) => {
    const parsed = parsePhone(written)
    if (parsed === undefined) issues.addIssue('must be a telephone number like +212612345678 or 06 12 34 56 78')
    return parsed ?? z.NEVER
  })
  .meta({ example: '+212612345678' })

/** Text of a pattern that says in itself how long it may be: at most so many characters. */
export const patterned = (max: number, pattern: RegExp, error?: string) =>
  bounded(max, error).regex(pattern, error).meta({ maxLength: undefined })

/** An id with the prefix of its kind. */
export const id = (prefix: IdPrefix) =>
  patterned(prefix.length + 65, new RegExp(`^${prefix}_[0-9a-z_]{1,64}$`), `must be an id like ${prefix}_…`)

/** The id of a delivery, which is composed of others'. */
export const deliveryId = bounded(80).meta({ maxLength: undefined, example: `dlv_${OPAQUE}_${OPAQUE}_0` })

/** Somebody whom an answer names beside their id. */
export const person = z.object({ id: id('usr'), name: z.string() }).meta({ id: 'Person' })

const NO_INSTANT = 'must be an ISO 8601 time with an offset or Z, say 2026-12-01T09:30:00Z'

/** A moment between 1970 and 2100, with an offset or Z (decision: "Times must carry an offset"), read as a Date. */
export const instant = bounded(64, NO_INSTANT)
  .pipe(z.iso.datetime({ offset: true, abort: true, error: NO_INSTANT }))
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(2101, 0), {
    error: 'must lie in the years 1970 to 2100',
    abort: true,
  })
  .transform((value) => new Date(value))
  .meta({ format: 'date-time', maxLength: undefined, pattern: undefined })

const calendarDay = (error: string) => bounded(10, error).pipe(z.iso.date({ abort: true, error }))

/** A day of the calendar between 1970 and 2100, of no time zone, as text. */
export const day = calendarDay('must be a day like 2026-12-01')
  .refine((value) => value >= '1970' && value < '2101', 'must lie in the years 1970 to 2100')
  .meta({ format: 'date', maxLength: undefined, pattern: undefined, example: '2027-03-31' })

/** A day of somebody's life, as text. That it lies in the past is seen when there is a clock. */
export const dayOfLife = calendarDay('must be a day, say 2019-05-01')
  .refine((value) => value >= '1900-01-01', 'must not lie before 1900')
  .meta({ format: 'date', maxLength: undefined, pattern: undefined })

/** A moment in an answer: UTC with milliseconds and Z. */
export const utc = z.string().meta({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' })

/** A whole number, written as text. */
export const wholeNumber = (min: number, max: number) =>
  patterned(9, /^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`))

/** A whole number in a query. */
export const queryInteger = (min: number, max: number, fallback: number, description: string) =>
  wholeNumber(min, max)
    .default(fallback)
    .meta({ type: 'integer', minimum: min, maximum: max, default: fallback, pattern: undefined, description })

/** A filter that is a whole number. */
export const integerFilter = (min: number, max: number, description: string) =>
  wholeNumber(min, max)
    .optional()
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined, description })

/** A filter that is true or false. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((given) => given === 'true')
  .optional()
  .meta({ type: 'boolean', enum: undefined })

/** Query of every list (specification: "Limits"). */
export const page = {
  page: queryInteger(1, 1_000_000, 1, 'Which page.'),
  pageSize: queryInteger(1, 100, 20, 'How many on a page.'),
}
export type Page = { page: number; pageSize: number }

/** Where a list goes on that is walked with a cursor instead of pages. */
export const cursor = text(200).optional().meta({ description: 'The `nextCursor` of the page before.' })
export const nextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })

/** How far lists are counted exactly. */
export const COUNTED = 10_000

/** The specification's pagination object. */
export const pagination = z
  .object({
    page: z.int(),
    pageSize: z.int().meta({ example: 20 }),
    total: z.int().meta({ description: `Exact up to ${COUNTED}, beyond that an estimate.` }),
    totalPages: z.int(),
    totalIsEstimate: z
      .boolean()
      .optional()
      .meta({ description: 'Present where `total`, and with it `totalPages`, is an estimate.' }),
  })
  .meta({ id: 'Pagination' })

export const paginationOf = ({ page, pageSize }: Page, total: number) => ({
  page,
  pageSize,
  total,
  totalPages: Math.ceil(total / pageSize),
  ...(total > COUNTED ? { totalIsEstimate: true } : {}),
})

/**
 * A list that names nothing twice. What is doubled is said beside whatever else is wrong with it.
 * @param field of its items, by which they are told apart; by default the items themselves
 */
export const eachOnce = <T extends z.ZodType>(list: z.ZodArray<T>, field?: string) =>
  list.superRefine(
    (given, issues) => {
      const seen = new Set<unknown>()
      // Whatever was given: it may have faults of its own.
      for (const [at, item] of (given as ({ [name: string]: unknown } | null)[]).entries()) {
        const key = field === undefined ? item : item?.[field]
        const path = field === undefined ? [at] : [at, field]
        if (key !== undefined && seen.has(key)) issues.addIssue({ code: 'custom', path, message: 'is named twice' })
        seen.add(key)
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  )

/** A filter that takes one or more of the values, with commas between. */
export const commaList = <const T extends readonly string[]>(values: T) =>
  bounded(1000)
    .transform((given) => given.split(','))
    .pipe(z.array(z.enum(values, { error: `must be a comma list of ${values.join(', ')}` })))
    .optional()
    .meta({ description: `Comma list of ${values.join(', ')}`, example: values[0] })
