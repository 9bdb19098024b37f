import { z } from 'zod'

/** The field of a secret that only the first answer shows; its path stands in the `shownOnce` of the operation. */
export const secretField = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} Null in a replay: secrets are shown once.`, example })

/** What a replay without its secrets says. */
export const notice = z.string().optional().meta({
  description:
    'Only in a replay under the same Idempotency-Key, which contains no secret. If the first answer was lost, create another one.',
})

const NOTICE =
  'This request was carried out before. Its secret was shown once, in the first answer. If that answer was lost, create another secret.'

/** The body of an answer as it is kept and replayed. @param paths its secrets, such as `client.secret` */
export function withoutSecrets(body: string, paths: readonly string[]): string {
  const answer = JSON.parse(body)
  for (const path of paths) {
    const parts = path.split('.')
    const field = parts.pop()!
    const holder = parts.reduce((value, part) => value[part], answer)
    if (!(field in holder)) throw new Error(`The answer has no field ${path}.`)
    holder[field] = null
  }
  return JSON.stringify({ ...answer, notice: NOTICE })
}
