import { conflict, type Fault, notFound, unprocessable } from '../../../errors.ts'
import type { Side } from './queries.ts'

/** The fields of an identity, by column. */
const identityFields = {
  birthDate: 'birth_date',
  sex: 'sex',
  nationalId: 'national_id',
  nameAr: 'name_ar',
  insurer: 'insurer',
  insuranceNumber: 'insurance_number',
} as const

/** The identity fields that both records have, with different values. */
export const conflictingIdentity = (one: Side, other: Side): string[] =>
  Object.entries(identityFields)
    .filter(([, column]) => one[column] !== null && other[column] !== null && one[column] !== other[column])
    .map(([field]) => field)

/**
 * The records with a login, and whether that login may stay. A confirmed address helps the administrator to choose, because
 * anyone can register under any name.
 */
export const loginsOf = (sides: readonly Side[], by: string) =>
  sides
    .filter(({ login_id }) => login_id !== null)
    .map((side) => ({
      id: side.id,
      email: side.email,
      emailConfirmed: side.email_confirmed,
      mayStay: sides.every((other) => other === side || hasProved(side, other, by)),
    }))

/**
 * Whether the owner of a login has proved that a record without a login is theirs: they confirmed an address of that record, and
 * the administrator who merges has not changed an address of it in the last day. Otherwise an administrator could give the file
 * to a login of their own.
 */
const hasProved = (holder: Side, gained: Side, by: string): boolean =>
  gained.login_id !== null ||
  (gained.address_changed_by !== by &&
    ((holder.email_confirmed && holder.email !== null && holder.email.toLowerCase() === gained.email?.toLowerCase()) ||
      (holder.phone_confirmed && holder.phone !== null && holder.phone === gained.phone)))

/** @throws {ApiError} 409 if the owner of the login that stays has not proved that the record without a login is theirs */
export function assertProved(sides: readonly Side[], loginOf: string | null, by: string): void {
  const holder = sides.find(({ id }) => id === loginOf)
  const unproved = holder && sides.find((other) => other !== holder && !hasProved(holder, other, by))
  if (!unproved) return
  throw conflict(
    'The owner of the login has not proved that the record without a login is theirs. They must confirm its number or address in their account. Or merge with loginOf null, and send a claim code.',
    { unproved: unproved.id },
  )
}

/** The distinct addresses of both records before the merge. */
export function addressesOf(sides: readonly Side[]): ({ email: string } | { phone: string })[] {
  const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))]
  return [
    ...distinct(
      sides.flatMap((side) => [side.email?.toLowerCase() ?? null, side.earlier_email?.toLowerCase() ?? null]),
    ).map((email) => ({ email })),
    ...distinct(sides.flatMap((side) => [side.phone, side.earlier_phone])).map((phone) => ({ phone })),
  ]
}

/** Whether one of the records has a confirmed address. */
export const isReachable = (sides: readonly Side[]): boolean =>
  sides.some((side) => side.email_confirmed || side.phone_confirmed)

export const bothSignIn = (one: Side, other: Side): boolean => one.login_id !== null && other.login_id !== null

/** Open matters that can block a merge. */
export type Blockers = {
  /** Unverified guardianships whose guardian would gain access to the other record. */
  unverifiedGuardianships: string[]
  /** Open disputes about either identity. */
  openDisputes: string[]
}

/** @throws {ApiError} 409 for an unverified guardianship, and if both identities are disputed */
export function assertSettled({ unverifiedGuardianships, openDisputes }: Blockers): void {
  if (unverifiedGuardianships.length > 0)
    throw conflict(
      'A guardian of one record is not verified, and would get access to the other. Verify or end the guardianship.',
      {
        unverifiedGuardianships,
      },
    )
  if (openDisputes.length > 1)
    throw conflict('Both identities are disputed. Settle one dispute first.', { openDisputes })
}

/**
 * The birth date after a merge. It comes from the chosen record; without a choice, from the attested one, or from the survivor.
 * If that record has none, it comes from the other, except that an attested identity takes no value that is not attested.
 */
export function birthDateOf(survivor: Side, other: Side, { identityOf }: Choice): string | null {
  const chosenId = identityOf ?? (other.attested && !survivor.attested ? other.id : survivor.id)
  const [chosen, fallback] = chosenId === other.id ? [other, survivor] : [survivor, other]
  return chosen.birth_date ?? (chosen.attested && !fallback.attested ? null : fallback.birth_date)
}

/** The choices of the administrator. `loginOf` null: no login stays. */
export type Choice = { identityOf?: string | undefined; loginOf?: string | null | undefined }

/** @throws {ApiError} 409 for two ids of one record */
export function assertDifferent(survivorId: string, otherId: string): void {
  if (survivorId === otherId) throw conflict('Both ids belong to the same record.', { survivorId })
}

/**
 * The two records of a pair.
 * @throws {ApiError} 404 unless `id` is a patient, 422 unless `otherId` is one
 */
export function pairOf(sides: readonly Side[], survivorId: string, otherId: string): { survivor: Side; other: Side } {
  const patientOf = (id: string) => sides.find((side) => side.id === id && side.is_patient)
  const [survivor, other] = [patientOf(survivorId), patientOf(otherId)]
  if (!survivor) throw notFound('Patient')
  if (!other)
    throw unprocessable([
      { path: ['otherId'], message: 'is not a patient of this organisation', code: 'unknown_record' },
    ])
  return { survivor, other }
}

/** @throws {ApiError} 422 for a choice that is neither record; 409 for a missing choice or a patient in a consultation */
export function assertMergeable(survivor: Side, other: Side, { identityOf, loginOf }: Choice): void {
  const faults = Object.entries({ identityOf, loginOf }).flatMap(([name, id]): Fault[] =>
    id === undefined || id === null || id === survivor.id || id === other.id
      ? []
      : [{ path: [name], message: 'must be the id of one of the two records' }],
  )
  if (faults.length > 0) throw unprocessable(faults)
  const appointmentId = survivor.call_id ?? other.call_id
  if (appointmentId !== null)
    throw conflict('One of the patients is in a consultation. Merge them when it has ended.', { appointmentId })
  const fields = conflictingIdentity(survivor, other)
  if (fields.length > 0 && identityOf === undefined)
    throw conflict('The identities differ. Choose one with identityOf. The other is kept with the merge.', {
      conflictingIdentity: fields,
    })
}

/** @throws {ApiError} 409 if the other record has a login and `loginOf` is absent: that login may belong to another person */
export function assertLoginChosen(survivor: Side, other: Side, { loginOf }: Choice): void {
  if (other.login_id !== null && loginOf === undefined)
    throw conflict('The other record has a login. Choose the login that stays with loginOf, or null for none.', {
      bothSignIn: bothSignIn(survivor, other),
    })
}

/** The record whose login stays: the chosen one, or else the survivor. Null if no login stays. */
export function loginOf(survivor: Side, other: Side, chosen: string | null | undefined): string | null {
  if (chosen === null) return null
  return (chosen === other.id ? other : survivor).login_id === null ? null : (chosen ?? survivor.id)
}

/** The records whose login ends. */
export const endingLogins = (sides: readonly Side[], loginOf: string | null): Side[] =>
  sides.filter(({ id, login_id }) => login_id !== null && id !== loginOf)
