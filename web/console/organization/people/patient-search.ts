type Filters = { name?: string; phone?: string; nationalId?: string; birthDate?: string }

const DAY_FIRST = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/
const YEAR_FIRST = /^\d{4}-\d{2}-\d{2}$/
const PHONE = /^(\+|0)[\d\s().-]{8,}$/
/** The number of an identity card or a passport: letters, then digits. */
const NATIONAL_ID = /^[a-z]{1,3} ?\d{3,}$/i

/** Users who may call this operation see contact details, so they may also search by telephone number. */
export const SEES_CONTACTS = 'listDuplicates'

/** The search parameter that fits the form of the input. Undefined without a letter or a digit. */
export function patientFilters(typed: string, seesContacts: boolean): Filters | undefined {
  const given = typed.trim()
  const [, day, month, year] = DAY_FIRST.exec(given) ?? []
  if (year) return { birthDate: `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` }
  if (YEAR_FIRST.test(given)) return { birthDate: given }
  if (seesContacts && PHONE.test(given)) return { phone: given }
  if (NATIONAL_ID.test(given)) return { nationalId: given }
  return /[\p{L}\p{N}]/u.test(given) ? { name: given } : undefined
}
