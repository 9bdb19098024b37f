import { type ApiError, unauthorized } from '../../errors.ts'
import type { ErrorFormat } from '../endpoint.ts'
import { envelope } from '../send-error.ts'
import type { MediaType, Ref, Response } from './document.ts'
import { errorName, errorWord, oauthError, probeFailure, type Refusal, refusals } from './errors.ts'
import { mapped, type Schemas } from './schemas.ts'
import { headers, RATE_LIMITS } from './shared.ts'

/** Possible errors by status; a string replaces the status's general description. */
export type Answers = Record<number, string | true>

/** Builds the shared error responses and records which ones are used. */
export class ErrorResponses {
  #schemas: Schemas
  #used = new Map<string, Response>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** The errors of one operation, as references to shared responses. */
  responses(errorFormat: ErrorFormat, answers: Answers): Record<string, Ref> {
    return mapped(answers, (override, key) => {
      const status = Number(key)
      const refusal = refusals[status]!
      const [name, response] = this.#sharedBy(errorFormat, status, refusal)
      if (!this.#used.has(name)) this.#used.set(name, response())
      const description = override === true ? generalDescription(errorFormat, refusal, name) : override
      return { $ref: `#/components/responses/${name}`, ...(description && { description }) }
    })
  }

  used(): Record<string, Response> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The envelope has one response for each status. Every other format has one response for all statuses. */
  #sharedBy(errorFormat: ErrorFormat, status: number, refusal: Refusal): [name: string, make: () => Response] {
    const { output } = this.#schemas
    const all = ['RequestId', 'ApiVersion', ...RATE_LIMITS]
    if (errorFormat === 'word') {
      return [
        'WordError',
        () =>
          answer('The reason as one lowercase word.', [...all, 'RetryAfter'], {
            schema: output(errorWord),
            example: { error: 'forbidden' },
          }),
      ]
    }
    if (errorFormat === 'name') {
      return [
        'SignInError',
        () =>
          answer('The reason as one name.', [...all, 'RetryAfter', 'WWWAuthenticate'], {
            schema: output(errorName),
            example: { error: 'CredentialsSignin' },
          }),
      ]
    }
    if (errorFormat === 'probe' && status === 503) {
      return [
        'ProbeFailure',
        () =>
          answer('The component is unavailable.', [...all, 'RetryAfter'], {
            schema: output(probeFailure),
            example: { ok: false, error: 'timeout' },
          }),
      ]
    }
    if (errorFormat === 'oauth' && status !== 415 && status !== 422) {
      const schema = { oneOf: [output(refusal.schema), output(oauthError)] }
      const examples = { json: shown(INVALID_CLIENT), form: asForm(INVALID_CLIENT) }
      return [
        'TokenError',
        () =>
          answer(
            'JSON requests get the envelope; forms get the format of RFC 6749.',
            [...all, 'RetryAfter', 'WWWAuthenticate'],
            {
              schema,
              examples,
            },
          ),
      ]
    }
    const own = status === 401 ? ['WWWAuthenticate'] : status === 429 || status === 503 ? ['RetryAfter'] : []
    const media = { schema: output(refusal.schema), examples: mapped(refusal.examples, shown) }
    return [refusal.name, () => answer(refusal.when, [...all, ...own], media)]
  }
}

const answer = (description: string, headerNames: string[], media: MediaType): Response => ({
  description,
  headers: headers(...headerNames),
  content: { 'application/json': media },
})

/** The general description of a status, if the shared response is for several statuses. */
function generalDescription(
  errorFormat: ErrorFormat,
  { name, when, examples }: Refusal,
  shared: string,
): string | undefined {
  if (name === shared) return undefined
  const word = Object.values(examples)[0]!.code.toLowerCase()
  return errorFormat === 'word' ? `${when.replace(/\.$/, '')} (\`${word}\`).` : when
}

const INVALID_CLIENT = unauthorized('The client is unknown, disabled, or its secret is wrong.', 'Basic', {
  oauth: 'invalid_client',
})

const shown = (error: ApiError) => ({ summary: error.message, value: envelope(error) })

const asForm = ({ message, details }: ApiError) => ({
  summary: 'The response to a form.',
  value: { error: (details as { oauth: string }).oauth, error_description: message },
})
