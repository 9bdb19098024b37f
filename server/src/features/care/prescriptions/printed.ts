import { canonicalJson } from '../../../lib/canonical-json.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { Patient, Practitioner } from '../../../pdf/content.ts'

/** The people of a prescription as its documents print them. */
export type People = { patient: Patient; practitioner: Practitioner }

/**
 * The people as they were when it was signed. The salt keeps a reader of the canonical form from guessing the national id.
 * Absent for prescriptions signed before these data were: then as they were at the upgrade, which the signature does not
 * cover.
 */
export type Printed = People & { salt?: string }

/** Copies the people for a signature. */
export const printedOf = ({ patient, practitioner }: People): Printed => ({
  ...{ patient, practitioner },
  salt: randomSecret(),
})

/** Whether the signature covers the people. */
export const isCovered = (printed: Printed | null): printed is Required<Printed> => printed?.salt !== undefined

/** States the people in the canonical form, without showing them to every reader of the signature. */
export const digestOfPrinted = (printed: Printed): string =>
  `sha256:${sha256(canonicalJson(printed as never)).toString('hex')}`
