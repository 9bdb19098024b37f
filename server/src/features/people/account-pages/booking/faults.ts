import type { ApiError } from '../../../../errors.ts'
import type { Language } from '../../../../lib/channels.ts'
import type { Answer } from '../api.ts'
import type { Faults } from '../faults.ts'
import { type Words, words } from './words/index.ts'

/** Why the API refused a call, as the text of a form. @param special the faults of this form, by status */
export function faultsOf(
  language: Language,
  { status, body }: Answer,
  special: Partial<Record<number, keyof Words['faults']>> = {},
): Faults {
  const text = (fault: keyof Words['faults']): Faults => ({ form: words[language].faults[fault], fields: {} })
  const known = special[status]
  if (known) return text(known)
  if (status === 429) return text('tooMany')
  if (status === 422) return text('elsewhere')
  if (status !== 409) return text('failed')
  const { limit, hold } = body.error.details ?? {}
  if (limit) return text(limit.kind === 'MISSED_VISITS' ? 'missed' : 'limit')
  return text(hold ? 'expired' : 'slot')
}

/** The notice of an error page. */
export function noticeOf({ status }: ApiError): keyof Words['notices'] {
  if (status === 403) return 'foreign'
  if (status === 404 || status === 422) return 'unknown'
  return status === 429 ? 'tooMany' : 'failed'
}
