import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { badRequest, type Fault, type FaultCode, unprocessable } from '../errors.ts'
import { misspelt } from '../lib/misspelt.ts'
import type { Operation } from './operation.ts'

const REQUIRED = 'is required'

/** Replaces zod's messages where they are unclear to a client's developer. */
export const zodMessages = {
  error(issue: z.core.$ZodRawIssue): string | undefined {
    const { input, expected } = issue
    if (input === undefined) return REQUIRED
    if (Array.isArray(input) && expected === 'string') return 'must be a single value'
    switch (issue.code) {
      case 'invalid_type':
        return kinds[issue.expected]
      case 'invalid_value':
        return `must be ${issue.values.join(' or ')}`
      case 'too_small':
        return bounded('at least', issue.origin, Number(issue.minimum))
      case 'too_big':
        return bounded('at most', issue.origin, Number(issue.maximum))
      case 'unrecognized_keys':
        return issue.keys.map((key) => unknownName(key, namesIn(issue.inst))).join('\n') // one line for each, see faultsOf
    }
  },
}

const kinds: { [type: string]: string } = {
  int: 'must be a whole number',
  number: 'must be a number',
  string: 'must be text',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
}

const units: { [origin: string]: string } = { string: 'characters', array: 'entries' }

function bounded(words: 'at least' | 'at most', origin: string, limit: number): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${words} ${limit}`
  return words === 'at least' && limit === 1 ? 'must not be empty' : `must have ${words} ${limit} ${unit}`
}

/** The fields of an object that refuses unknown ones. */
const namesIn = (schema: z.core.$ZodRawIssue['inst']): string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {})

/** An error about an unknown name lists the known names if there are at most this many. */
const FEW_NAMES = 12

/** Converts camelCase to the form of environment variables, which `misspelt` compares. */
const asVariable = (name: string) => name.replace(/[A-Z]/g, '_$&').toUpperCase()

/** An error repeats an unknown name up to this length. */
const MAX_SHOWN_NAME = 100

const shortened = (name: string) => (name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name)

function unknownName(given: string, names: string[]): string {
  const meant = misspelt(asVariable(shortened(given)), names.map(asVariable))
  if (meant !== undefined) return `is unknown: did you mean \`${names.find((name) => asVariable(name) === meant)}\`?`
  if (names.length === 0 || names.length > FEW_NAMES) return 'is unknown'
  return `is unknown: known are ${names.map((name) => `\`${name}\``).join(', ')}`
}

const codes: { [issue: string]: FaultCode } = {
  invalid_type: 'wrong_type',
  invalid_value: 'not_a_choice',
  invalid_format: 'format',
}

/** The code and limit of an issue. Rules of our own state theirs in `params`, as `ruleOf` in `lib/fields.ts`. */
function codeOf(issue: z.core.$ZodIssue): Pick<Fault, 'code' | 'limit'> {
  if (issue.message === REQUIRED) return { code: 'required' }
  switch (issue.code) {
    case 'invalid_union':
      return issue.discriminator === undefined ? {} : { code: 'not_a_choice' }
    case 'custom':
      return issue.params ?? {}
    case 'too_small':
      return limited(issue.origin, { string: 'too_short', array: 'too_few', number: 'too_small' }, issue.minimum)
    case 'too_big':
      return limited(issue.origin, { string: 'too_long', array: 'too_many', number: 'too_big' }, issue.maximum)
    default:
      return codes[issue.code] ? { code: codes[issue.code]! } : {}
  }
}

function limited(origin: string, byOrigin: { [origin: string]: FaultCode }, limit: number | bigint) {
  const code = byOrigin[origin === 'int' ? 'number' : origin]
  if (!code) return {}
  return code === 'too_short' && Number(limit) === 1 ? { code: 'required' as const } : { code, limit: Number(limit) }
}

/** All faults at once, each with its path (specification: "Errors"). Each unknown field is a separate fault. */
export const faultsOf = (error: z.ZodError): Fault[] =>
  error.issues.flatMap((issue): Fault[] => {
    const path = issue.path as (string | number)[] // JSON and query keys
    if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message, ...codeOf(issue) }]
    const messages = issue.message.split('\n')
    return issue.keys.map((key, at) => ({
      path: [...path, shortened(key)],
      message: messages[at]!,
      code: 'unknown_field' as const,
    }))
  })

/**
 * The fields of a resource that only the server sets. A PUT ignores them, so that a client can send back a resource as it
 * read it.
 */
export function serverFields({ method, body, answer }: Operation): ReadonlySet<string> {
  const [resource, ...more] = Object.values(answer.shape)
  if (method !== 'PUT' || more.length > 0) return new Set()
  if (!(body instanceof z.ZodObject) || !(resource instanceof z.ZodObject)) return new Set()
  return new Set(Object.keys(resource.shape)).difference(new Set(Object.keys(body.shape)))
}

function without(names: ReadonlySet<string>, given: unknown): unknown {
  if (names.size === 0 || typeof given !== 'object' || given === null || Array.isArray(given)) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)))
}

/** The query or body of an operation that has none. */
const noFields = z.strictObject({})

const isGiven = ({ query }: FastifyRequest, name: string) => Object.hasOwn(query as object, name)

/** Separate from the schema of the body, whose own rules do not run if a field is malformed. */
function* missingFields({ requiredUnless = {} }: Operation, body: unknown): Generator<Fault> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  for (const [field, others] of Object.entries(requiredUnless))
    if (![field, ...others].some((name) => name in body))
      yield { path: [field], message: `is required unless ${others.join(' or ')} is given`, code: 'required' }
}

/** In the order of the contract's fields. Unknown fields are last. */
function inOrderOfFields(faults: Fault[], { body }: Operation): Fault[] {
  const names = body && 'shape' in body ? Object.keys(body.shape) : []
  const place = ({ path: [name] }: Fault) => (names.includes(String(name)) ? names.indexOf(String(name)) : names.length)
  return faults.toSorted((a, b) => place(a) - place(b))
}

/** @throws {ApiError} 400 for a missing body, 422 with all faults of query and body at once */
export function validated(
  op: Operation,
  request: FastifyRequest,
  bodyNeeded: boolean,
  ignored: ReadonlySet<string>,
): { query: unknown; body: unknown } {
  if (bodyNeeded && request.body === undefined) throw badRequest('A JSON body is required.')
  const query = (op.query ?? noFields).safeParse(request.query, zodMessages)
  const given = request.body === undefined ? {} : without(ignored, request.body)
  const body = (op.body ?? noFields).safeParse(given, zodMessages)
  const faults = query.error ? faultsOf(query.error) : []
  const ofBody = [...(body.error ? faultsOf(body.error) : []), ...missingFields(op, request.body)]
  if (ofBody.length > 0) faults.push(...inOrderOfFields(ofBody, op))
  if (op.query && 'page' in op.query.shape && isGiven(request, 'page') && isGiven(request, 'cursor'))
    faults.push({ path: ['page'], message: 'cannot be combined with cursor, which says where the page starts' })
  if (faults.length > 0) throw unprocessable(faults)
  return { query: query.data, body: body.data }
}
