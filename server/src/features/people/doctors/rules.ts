import { assertMay } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { type Fault, unprocessable } from '../../../errors.ts'
import type { Language } from '../../../lib/channels.ts'
import { fold } from '../../../lib/fold.ts'
import { normalized } from '../../../lib/normalized.ts'
import { places } from './places.ts'
import { specialties } from './specialties.ts'

/** Returns all folded spellings of a word. */
type Spellings = (word: string) => readonly string[]

/** Looks up spellings in a list. A word that is not in the list has only itself as a spelling. */
function spellingsIn(entries: readonly (readonly string[])[]): Spellings {
  const known = new Map<string, readonly string[]>()
  for (const entry of entries) {
    const folded = [...new Set(entry.map(fold))]
    for (const spelling of folded) known.set(spelling, folded)
  }
  return (word) => {
    const folded = fold(word)
    return known.get(folded) ?? [folded]
  }
}

const languageAt = { fr: 0, ar: 1, en: 2 } as const satisfies Record<Language, number>

const namesIn = (entries: readonly (readonly string[])[]) => (language: Language) => [
  ...new Set(entries.map((entry) => entry[languageAt[language]] ?? entry[0]!)),
]

/** The names of the known cities and specialties in a language. */
export const cityNames = namesIn(places)
export const specialtyNames = namesIn(specialties)

export const spellingsOfCity = spellingsIn(places)
export const spellingsOfSpecialty = spellingsIn(specialties)

const languageNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/**
 * Whether a code is a language code: ISO 639-1, or ISO 639-3 for languages without one, such as `zgh` for Amazigh. Each language
 * has one code: `ar` is accepted, `ara` is not.
 */
export const isLanguage = (code: string): boolean =>
  /^[a-z]{2,3}$/.test(code) && Intl.getCanonicalLocales(code)[0] === code && languageNames.of(code) !== undefined

export type Profile = {
  specialty: string
  city: string
  languages: string[]
  is_tele: boolean
  phone: string | null
  licence_number: string | null
}

/** The fields of an update; undefined ones stay unchanged. */
export type Change = { [K in keyof Profile]?: Profile[K] | undefined }

/**
 * The profile after an update. A new profile needs specialty and city.
 * @throws {ApiError} 422 for missing fields
 */
export function apply(profile: Profile | undefined, change: Change): Profile {
  const { specialty, city } = { ...profile, ...given(change) }
  if (specialty === undefined || city === undefined) {
    const missing = { specialty, city }
    throw unprocessable(
      Object.entries(missing).flatMap(([field, value]): Fault[] =>
        value === undefined ? [{ path: [field], message: 'is required for a new profile' }] : [],
      ),
    )
  }
  return {
    languages: ['fr'],
    is_tele: true,
    phone: null,
    licence_number: null,
    ...profile,
    ...given(change),
    specialty,
    city,
  }
}

const given = (change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Profile>

/**
 * Practitioners can change their own profile, administrators every profile. Once a practitioner is verified, only
 * administrators can set specialty and licence number, because documents show them.
 * @throws {ApiError} 403
 */
export function assertMayChange(
  actor: Pick<Actor, 'role' | 'userId' | 'actsFor'>,
  doctor: { id: string; verified: boolean; specialty: string | null; licence_number: string | null },
  next: Profile,
): void {
  assertMay(access.doctors.update, actor, { own: doctor.id }, 'Doctors and dentists can change only their own profile.')
  if (doctor.verified && (next.licence_number !== doctor.licence_number || next.specialty !== doctor.specialty))
    assertMay(
      access.doctors.updateVerified,
      actor,
      {},
      'Specialty and licence number are verified. Ask an administrator to change them.',
    )
}

/** The URL slug of a name in any script. `Dr Nadia Chraïbi` becomes `dr-nadia-chraibi`. */
export const slugOf = (name: string): string =>
  normalized(name, 'NFKD')
    .replace(/\p{M}|['’\u0640]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'doctor'
