import { z } from 'zod'
import * as fields from '../lib/fields.ts'
import type { Declaration, Kind } from './catalog.ts'
import { linkFault } from './links.ts'

/** One fault of the variables of a request: where it is, and what to do about it. */
export type VariableFault = { path: string[]; message: string }

/** Characters of a text. */
export const LONGEST = 200
const VISITS_AT_MOST = 20

const line = z.string().max(LONGEST, `must have at most ${LONGEST} characters`).pipe(fields.line(LONGEST))

const link = (allowHttp: boolean) =>
  line.superRefine((value, issues) => {
    const message = linkFault(value, allowHttp)
    if (message) issues.addIssue({ code: 'custom', message })
  })

const visits = z
  .array(z.object({ withName: line, startTime: fields.instant }))
  .min(1)
  .max(VISITS_AT_MOST)
const VISITS = `must be a JSON list of 1 to ${VISITS_AT_MOST} objects with withName and startTime`

/** What text of each kind must be. */
const kinds = (allowHttp: boolean): Record<Kind, z.ZodType> => ({
  text: line,
  time: fields.instant,
  day: fields.instant,
  count: z.string().regex(/^\d{1,9}$/, 'must be a whole number, 0 or more'),
  link: link(allowHttp),
  visits: z.string().refine((value) => visits.safeParse(asJson(value)).success, VISITS),
})

const strict = kinds(false)
const lenient = kinds(true)

/**
 * What is wrong with the variables that somebody gives a template: those that are missing, surplus, or not of their kind.
 * @param allowHttp whether links may be without encryption: in the sandbox
 */
export function faultsOf(
  { variables, optional = {} }: Declaration,
  given: Record<string, string>,
  { allowHttp = false } = {},
): VariableFault[] {
  const kindOf = { ...optional, ...variables }
  const missing = Object.keys(variables).filter((name) => !Object.hasOwn(given, name))
  return [
    ...missing.map((name) => ({ path: ['variables', name], message: 'is required' })),
    ...Object.entries(given).flatMap(([name, value]) => {
      const path = ['variables', name]
      const kind = Object.hasOwn(kindOf, name) ? kindOf[name] : undefined
      if (kind === undefined) return [{ path, message: 'is not a variable of this template' }]
      const issue = (allowHttp ? lenient : strict)[kind].safeParse(value).error?.issues[0]
      return issue ? [{ path, message: issue.message }] : []
    }),
  ]
}

/** Kinds whose values say themselves whether they are of the kind; the others are made fit where they are shown. */
const telling: ReadonlySet<Kind> = new Set(['time', 'day', 'count'])

/**
 * Whether a message that has waited has what its template takes now: an organisation may have deleted the code meanwhile,
 * and made it anew with other variables.
 */
export const suffice = ({ variables, optional = {} }: Declaration, given: Record<string, string>): boolean =>
  Object.keys(variables).every((name) => Object.hasOwn(given, name)) &&
  Object.entries({ ...optional, ...variables }).every(
    ([name, kind]) => !telling.has(kind) || !Object.hasOwn(given, name) || strict[kind].safeParse(given[name]).success,
  )

function asJson(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch {
    return undefined
  }
}
