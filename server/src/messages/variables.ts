import { z } from 'zod'
import type { Kind } from '../lib/channels.ts'
import * as fields from '../lib/fields.ts'
import type { Declaration } from './catalog.ts'
import { linkFault } from './links.ts'

/** A fault of a request's variables. */
export type VariableFault = { path: string[]; message: string }

/** Maximum characters of a text. */
export const LONGEST = 200
const VISITS_AT_MOST = 20

const short = z.string().max(LONGEST, `must have at most ${LONGEST} characters`)
const line = short.pipe(fields.line(LONGEST))
const name = short.pipe(fields.properName(LONGEST))

const link = (allowHttp: boolean) =>
  line.superRefine((value, issues) => {
    const message = linkFault(value, allowHttp)
    if (message) issues.addIssue({ code: 'custom', message })
  })

const visits = z
  .array(z.object({ withName: name, startTime: fields.instant }))
  .min(1)
  .max(VISITS_AT_MOST)
const VISITS = `must be a JSON list of 1 to ${VISITS_AT_MOST} objects with withName and startTime`

/** The schema of each kind. */
const kinds = (allowHttp: boolean): Record<Kind, z.ZodType> => ({
  text: line,
  name,
  time: fields.instant,
  day: fields.instant,
  count: z.string().regex(/^\d{1,9}$/, 'must be a whole number, 0 or more'),
  link: link(allowHttp),
  visits: z.string().refine((value) => visits.safeParse(asJson(value)).success, VISITS),
})

const strict = kinds(false)
const lenient = kinds(true)

/**
 * The faults of the variables given for a template: missing, unknown or invalid ones.
 * @param allowHttp whether links may use http://, as in the sandbox
 * @param allowAdded whether variables that the sender fills in may be given, as in a preview
 */
export function faultsOf(
  { variables, optional = {}, added = [] }: Declaration,
  given: Record<string, string>,
  { allowHttp = false, allowAdded = false } = {},
): VariableFault[] {
  const kindOf = { ...optional, ...variables }
  const missing = Object.keys(variables).filter((name) => !Object.hasOwn(given, name))
  return [
    ...missing.map((name) => ({ path: ['variables', name], message: 'is required' })),
    ...Object.entries(given).flatMap(([name, value]) => {
      const path = ['variables', name]
      const kind = Object.hasOwn(kindOf, name) ? kindOf[name] : undefined
      if (kind === undefined) return [{ path, message: 'is not a variable of this template' }]
      if (added.includes(name) && !allowAdded) return [{ path, message: 'is filled in by the platform' }]
      const issue = (allowHttp ? lenient : strict)[kind].safeParse(value).error?.issues[0]
      return issue ? [{ path, message: issue.message }] : []
    }),
  ]
}

/** Kinds whose values are checked again before sending. Values of other kinds are cleaned when the message is rendered. */
const strictKinds: ReadonlySet<Kind> = new Set(['time', 'day', 'count'])

/**
 * Whether a queued message still has the variables of its template. Meanwhile an organisation may have deleted the template
 * and created another one with the same code and other variables.
 */
export const hasVariables = ({ variables, optional = {} }: Declaration, given: Record<string, string>): boolean =>
  Object.keys(variables).every((name) => Object.hasOwn(given, name)) &&
  Object.entries({ ...optional, ...variables }).every(
    ([name, kind]) =>
      !strictKinds.has(kind) || !Object.hasOwn(given, name) || strict[kind].safeParse(given[name]).success,
  )

function asJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
