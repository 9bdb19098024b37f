import { type RawBuilder, sql } from 'kysely'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { randomSecret, sha256 } from '../../../lib/secrets.ts'
import type { Patient, Practitioner } from '../../../pdf/content.ts'
import { identityObject } from '../../people/patients/actions.ts'

/** The people of a prescription as its documents print them. */
export type People = { patient: Patient; practitioner: Practitioner }

/**
 * The people as they were when it was signed. The salt keeps a reader of the canonical form from guessing the national id. Absent
 * for prescriptions signed before these data were: then as they were at the upgrade, which the signature does not cover.
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

type Named = { tenantId: unknown; doctorId: unknown; patientId: unknown }

/** The present data of both people, within another statement. */
export const presentPeople = ({ tenantId, doctorId, patientId }: Named): RawBuilder<People> => sql`(
  select jsonb_build_object(
    'patient', jsonb_build_object('name', pp.name) || ${identityObject({ tenantId, patientId })},
    'practitioner', jsonb_build_object(
      'name', pu.name, 'role', pu.role, 'specialty', pd.specialty, 'licenceNumber', pd.licence_number))
  from users pp
  join users pu on pu.tenant_id = ${tenantId} and pu.id = ${doctorId}
  left join doctors pd on pd.tenant_id = pu.tenant_id and pd.user_id = pu.id
  where pp.tenant_id = ${tenantId}
    and pp.id = ${patientId})`
