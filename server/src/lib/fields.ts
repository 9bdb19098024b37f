import { z } from 'zod'
import type { FaultCode } from '../errors.ts'
import type { IdPrefix } from './ids.ts'
import { parsePhone } from './phone.ts'
import { hasDirectionControls, hasLineBreak, hasLink, isBlank } from './written.ts'

const OPAQUE = '019a9f3c5d2e4b7a81c0d5e6f7a8b9c0'

/** The message and code of a rule, for `refine`. */
export const ruleOf = (code: FaultCode, error: string) => ({ error, params: { code } })

/**
 * Text of at most `max` code points, as `maxLength` counts them. Every text of a request starts with this check and fails
 * at once, because the time of patterns and normalisation may grow with the square of the length.
 * @param error the message for longer texts, if it should not contain the length
 */
export const bounded = (max: number, error?: string) => z.string().max(max, { abort: true, ...(error && { error }) })

/** Text that PostgreSQL stores unchanged: no NUL, no unpaired surrogates. */
export const text = (max: number, min = 1) =>
  bounded(max)
    .min(min)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or unpaired surrogates')

/** Multi-line text for people; may be empty. */
export const prose = (max: number) =>
  text(max, 0).refine((value) => !hasDirectionControls(value), 'must not contain bidirectional control characters')

/** Prose with at least one visible character. */
export const filled = (max: number) =>
  prose(max)
    .refine((value) => !isBlank(value), ruleOf('required', 'must not be empty'))
    .meta({ minLength: 1 })

const NO_LINE = 'must be a single line and not empty'

/** One line, such as a name: trimmed, without control characters. */
export const line = (max: number) =>
  prose(max)
    .refine((value) => !isBlank(value), { ...ruleOf('required', NO_LINE), abort: true })
    .refine((value) => !hasLineBreak(value), ruleOf('format', NO_LINE))
    .transform((value) => value.trim())
    .meta({ minLength: 1 })

export const NO_LINK = 'must be a name without links and addresses; write a space after a dot'

/** The name of a person or an organisation. Messages and pages show it to others, so it cannot carry a link to them. */
export const properName = (max: number) => line(max).refine((value) => !hasLink(value), ruleOf('format', NO_LINK))

const NO_ADDRESS = 'must be an e-mail address'
/** Maximum length of an e-mail address as typed, with surrounding spaces. */
export const MAX_TYPED_EMAIL = 320

/** ASCII, so that case folding is the same here and in the database; at most 254 characters (RFC 5321). */
export const emailAddress = bounded(MAX_TYPED_EMAIL, NO_ADDRESS)
  .trim()
  .pipe(z.email({ error: NO_ADDRESS }).max(254))
  .meta({ format: 'email', maxLength: 254 })

const NO_PHONE = 'must be a telephone number like +212612345678 or 06 12 34 56 78'

/** A telephone number in any usual notation, converted to E.164. */
export const phone = text(40)
  .transform((written, issues) => {
    const parsed = parsePhone(written)
    if (parsed === undefined)
      issues.addIssue({ code: 'custom', input: written, params: { code: 'format' }, message: NO_PHONE })
    return parsed ?? z.NEVER
  })
  .meta({ example: '+212612345678' })

/** Text with a pattern that limits its length; `max` bounds the text before the match. */
export const patterned = (max: number, pattern: RegExp, error?: string) =>
  bounded(max, error).regex(pattern, error).meta({ maxLength: undefined })

/** An id with a prefix. */
export const id = (prefix: IdPrefix) =>
  patterned(prefix.length + 65, new RegExp(`^${prefix}_[0-9a-z_]{1,64}$`), `must be an id like ${prefix}_…`)

/** The id of a delivery, composed of other ids. */
export const deliveryId = bounded(80).meta({ maxLength: undefined, example: `dlv_${OPAQUE}_${OPAQUE}_0` })

export const sex = z.enum(['F', 'M']).meta({ id: 'Sex' })

/** A user with id and name, as answers show them. */
export const person = z.object({ id: id('usr'), name: z.string() }).meta({ id: 'Person' })

/** Text of a format, such as a day. Forms send an empty text for an empty field. */
const filledText = (max: number, error: string) =>
  bounded(max, error).refine((value) => value !== '', { ...ruleOf('required', error), abort: true })

const NO_INSTANT = 'must be an ISO 8601 time with an offset or Z, say 2026-12-01T09:30:00Z'

/** A time between 1970 and 2100 with an offset or Z (decision: "Times must carry an offset"), converted to a Date. */
export const instant = filledText(64, NO_INSTANT)
  .pipe(z.iso.datetime({ offset: true, abort: true, error: NO_INSTANT }))
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) < Date.UTC(2101, 0), {
    error: 'must be between 1970 and 2100',
    abort: true,
  })
  .transform((value) => new Date(value))
  .meta({ format: 'date-time', maxLength: undefined, pattern: undefined })

const calendarDay = (error: string) => filledText(10, error).pipe(z.iso.date({ abort: true, error }))

/** A calendar day between 1970 and 2100, without a time zone, as text. */
export const day = calendarDay('must be a day like 2026-12-01')
  .refine((value) => value >= '1970' && value < '2101', 'must be between 1970 and 2100')
  .meta({ format: 'date', maxLength: undefined, pattern: undefined, example: '2027-03-31' })

/** A day since 1900, such as a birth date, as text. Callers with a clock check that it is in the past. */
export const dayOfLife = calendarDay('must be a day, say 2019-05-01')
  .refine((value) => value >= '1900-01-01', 'must not be before 1900')
  .meta({ format: 'date', maxLength: undefined, pattern: undefined })

/** A time in an answer: UTC with milliseconds and Z. */
export const utc = z.string().meta({ format: 'date-time', example: '2026-12-01T09:30:00.000Z' })

/** A whole number as text. */
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

const cursorText = (max: number) =>
  patterned(max, new RegExp(`^[A-Za-z0-9_-]{1,${max}}$`), 'must be the nextCursor of a previous page')

/** Query parameters of every list (specification: "Limits"). */
export const page = {
  page: queryInteger(1, 1_000_000, 1, 'Page number.'),
  pageSize: queryInteger(1, 100, 20, 'Records per page.'),
  cursor: cursorText(2000).optional().meta({
    description:
      'The `nextCursor` of the previous page. Returns the records that follow it, even if records were added or removed since. Send the same filters, and no `page`.',
  }),
}
export type Page = { page: number; pageSize: number; cursor?: string | undefined }

/** Continues a list that has a cursor instead of pages. */
export const cursor = cursorText(200).optional().meta({ description: 'The `nextCursor` of the previous page.' })
export const nextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })

/** A list below this total is counted for each page. A longer one may have been counted up to 2 s before. */
export const FRESH_TOTAL_LIMIT = 1_000
/** Lists are counted exactly up to this total. Larger totals are estimates. */
export const EXACT_TOTAL_LIMIT = 10_000

/** The specification's pagination object. */
export const pagination = z
  .object({
    page: z.int().optional().meta({ description: 'Absent with `cursor`.' }),
    pageSize: z.int().meta({ example: 20 }),
    total: z
      .int()
      .optional()
      .meta({
        description: `Exact up to ${EXACT_TOTAL_LIMIT}, then an estimate. From ${FRESH_TOTAL_LIMIT} on it can be 2 s old. Absent with \`cursor\`.`,
      }),
    totalPages: z.int().optional().meta({ description: 'Absent with `cursor`.' }),
    totalIsEstimate: z.boolean().optional().meta({ description: 'Present if `total` and `totalPages` are estimates.' }),
    nextCursor,
  })
  .meta({ id: 'Pagination' })
export type Pagination = z.infer<typeof pagination>

/** @param total undefined with a cursor: such pages are not counted */
export const paginationOf = (
  { page, pageSize }: Page,
  total: number | undefined,
  nextCursor: string | null,
): Pagination => ({
  ...(total !== undefined && { page }),
  pageSize,
  ...(total !== undefined && { total, totalPages: Math.ceil(total / pageSize) }),
  ...(total !== undefined && total > EXACT_TOTAL_LIMIT && { totalIsEstimate: true }),
  nextCursor,
})

/**
 * A list without duplicates. They are reported together with other faults.
 * @param field the field of the items to compare; by default the whole item
 */
export const withoutDuplicates = <T extends z.ZodType>(list: z.ZodArray<T>, field?: string) =>
  list.superRefine(
    (given, issues) => {
      const seen = new Set<unknown>()
      // The input is not validated yet.
      for (const [at, item] of (given as ({ [name: string]: unknown } | null)[]).entries()) {
        const key = field === undefined ? item : item?.[field]
        const path = field === undefined ? [at] : [at, field]
        if (key !== undefined && seen.has(key))
          issues.addIssue({ code: 'custom', path, message: 'is a duplicate', params: { code: 'duplicate' } })
        seen.add(key)
      }
    },
    { when: ({ value }) => Array.isArray(value) },
  )

/**
 * A filter with one or more values, separated by commas or as a repeated parameter.
 * @param choice an enumeration with an id
 */
export function commaList<const T extends Record<string, string>>(choice: z.ZodEnum<T>) {
  const error = `must be a comma-separated list of ${choice.options.join(', ')}`
  const list = z
    .preprocess(
      (given) => (Array.isArray(given) ? given.join(',') : given),
      bounded(1000)
        .transform((given) => given.split(','))
        .pipe(z.array(z.enum(choice.enum, { error }))),
    )
    .optional()
  documentedAs.set(list, z.array(choice).meta({ example: choice.options.slice(0, 1) }))
  return list
}

/** Schemas that openapi.json shows instead of the validating ones, for example of a list that a query parameter has as text. */
export const documentedAs = new WeakMap<z.core.$ZodType, z.ZodType>()

/** The body of a `PATCH` that cancels a resource, like `POST …/cancel`. */
export const cancelled = {
  status: z.literal('CANCELLED', { error: ({ input }) => (input === undefined ? undefined : 'must be CANCELLED') }),
}
