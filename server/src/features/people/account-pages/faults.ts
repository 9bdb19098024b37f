import type { Answer } from './api.ts'
import type { Fault, Words } from './words/index.ts'

/** The fault texts of a form: for the whole form, and by field. */
export type Faults = { form?: string; fields: Record<string, string> }

export const noFaults: Faults = { fields: {} }

const byField: Record<string, Fault> = {
  email: 'badEmail',
  name: 'badName',
  phone: 'badPhone',
  address: 'badPhone',
  birthDate: 'badDate',
  password: 'badPassword',
  newPassword: 'badPassword',
  currentPassword: 'wrongCurrentPassword',
  code: 'wrongCode',
}

/** The fault texts for an answer of the API. @param special the faults of this form, by status or by name of a field */
export function faultsOf(
  { faults }: Words,
  { status, body, retryAfterSec }: Answer,
  special: Partial<Record<number | string, Exclude<Fault, 'tooMany'>>> = {},
): Faults {
  if (status === 429) return { form: faults.tooMany(retryAfterSec), fields: {} }
  const specialFault = special[status]
  if (specialFault) return { form: faults[specialFault], fields: {} }
  if (status >= 500) return { form: faults.failed, fields: {} }
  const fields: Record<string, string> = {}
  for (const { path } of status === 422 ? ((body.error.details ?? []) as { path: string[] }[]) : []) {
    const fault = special[path[0]!] ?? byField[path[0]!]
    if (fault && fault !== 'tooMany') fields[path[0]!] = faults[fault]
  }
  return Object.keys(fields).length > 0 ? { fields } : { form: faults.refused, fields }
}
