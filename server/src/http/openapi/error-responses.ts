import { type ApiError, unauthorized } from '../../errors.ts'
import type { Wording } from '../endpoint.ts'
import { envelope } from '../send-error.ts'
import type { MediaType, Ref, Response } from './document.ts'
import { errorName, errorWord, oauthError, probeFailure, type Refusal, refusals } from './errors.ts'
import { mapped, type Schemas } from './schemas.ts'
import { headers, RATE_LIMITS } from './shared.ts'

/** Errors that something may answer, by status; a text says more than the status says in general. */
export type Answers = Record<number, string | true>

/** Makes the shared error responses, and knows which are in use. */
export class ErrorResponses {
  #schemas: Schemas
  #used = new Map<string, Response>()

  constructor(schemas: Schemas) {
    this.#schemas = schemas
  }

  /** The errors of one operation, as references to shared responses. */
  of(wording: Wording, answers: Answers): Record<string, Ref> {
    return mapped(answers, (said, key) => {
      const status = Number(key)
      const refusal = refusals[status]!
      const [name, response] = this.#sharedBy(wording, status, refusal)
      if (!this.#used.has(name)) this.#used.set(name, response())
      const description = said === true ? inGeneral(wording, refusal, name) : said
      return { $ref: `#/components/responses/${name}`, ...(description && { description }) }
    })
  }

  used(): Record<string, Response> {
    return Object.fromEntries([...this.#used].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The envelope has an answer for each status; the other shapes have one for all, told apart by their descriptions. */
  #sharedBy(wording: Wording, status: number, refusal: Refusal): [name: string, make: () => Response] {
    const { output } = this.#schemas
    const all = ['RequestId', 'ApiVersion', ...RATE_LIMITS]
    if (wording === 'word') {
      return [
        'WordError',
        () =>
          answer('One lowercase word says why.', [...all, 'RetryAfter'], {
            schema: output(errorWord),
            example: { error: 'forbidden' },
          }),
      ]
    }
    if (wording === 'name') {
      return [
        'SignInError',
        () =>
          answer('One name says why.', [...all, 'RetryAfter', 'WWWAuthenticate'], {
            schema: output(errorName),
            example: { error: 'CredentialsSignin' },
          }),
      ]
    }
    if (wording === 'probe' && status === 503) {
      return [
        'ProbeFailure',
        () =>
          answer('Not in order.', [...all, 'RetryAfter'], {
            schema: output(probeFailure),
            example: { ok: false, error: 'timeout' },
          }),
      ]
    }
    if (wording === 'oauth' && status !== 415 && status !== 422) {
      const schema = { oneOf: [output(refusal.schema), output(oauthError)] }
      const examples = { json: shown(INVALID_CLIENT), form: asForm(INVALID_CLIENT) }
      return [
        'TokenError',
        () =>
          answer('To JSON in the envelope, to a form as RFC 6749 says.', [...all, 'RetryAfter', 'WWWAuthenticate'], {
            schema,
            examples,
          }),
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

/** What a status means, where a shared response does not say it. */
function inGeneral(wording: Wording, { name, when, examples }: Refusal, shared: string): string | undefined {
  if (name === shared) return undefined
  const word = Object.values(examples)[0]!.code.toLowerCase()
  return wording === 'word' ? `${when.replace(/\.$/, '')} (\`${word}\`).` : when
}

const INVALID_CLIENT = unauthorized('The client is unknown, disabled, or its secret is wrong.', 'Basic', {
  oauth: 'invalid_client',
})

const shown = (error: ApiError) => ({ summary: error.message, value: envelope(error) })

const asForm = ({ message, details }: ApiError) => ({
  summary: 'The answer to a form.',
  value: { error: (details as { oauth: string }).oauth, error_description: message },
})
