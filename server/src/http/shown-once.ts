import { z } from 'zod'

/** A secret that only the first answer contains. The operation lists its path in `shownOnce`. */
export const secretField = (description: string, example: string) =>
  z
    .string()
    .nullable()
    .meta({ description: `${description} Null in a replay, because secrets are shown once.`, example })

/** Explains why a replay contains no secret. */
export const notice = z.string().optional().meta({
  description: 'Present in a replay, which contains no secret. If you lost the first answer, create another secret.',
})

const NOTICE =
  'This is a replay. The secret was shown once, in the first answer. If you lost that answer, create another secret.'

/** The body of an answer as it is stored and replayed. @param paths of its secrets, such as `client.secret` */
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
