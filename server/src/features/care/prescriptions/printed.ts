import { canonicalJson } from '../../../lib/canonical-json.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { Patient, Practitioner } from '../../../pdf/content.ts'

/** The people of a prescription as its documents print them. */
export type People = { patient: Patient; practitioner: Practitioner }

/**
 * The people as they were when the prescription was signed. The salt prevents readers of the canonical form from guessing the
 * national id. Without a salt, the prescription was signed by an earlier version: the data date from the upgrade, and the
 * signature does not cover them.
 */
export type Printed = People & { salt?: string }

/** Copies the people for a signature. */
export const printedOf = ({ patient, practitioner }: People): Printed => ({
  ...{ patient, practitioner },
  salt: randomSecret(),
})

/** Whether the signature covers the people. */
export const isCovered = (printed: Printed | null): printed is Required<Printed> => printed?.salt !== undefined

/** The digest of the people for the canonical form, which does not reveal them to readers of the signature. */
export const digestOfPrinted = (printed: Printed): string =>
  `sha256:${sha256(canonicalJson(printed as never)).toString('hex')}`
