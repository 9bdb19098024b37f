import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, page, pagination, person, utc } from '../../../lib/fields.ts'
import { addressKind, codeField } from '../codes/actions.ts'
import { kinds, MAX_DEPENDANTS } from './rules.ts'

export const kind = z.enum(kinds).meta({
  id: 'GuardianKind',
  description: '`PARENT` and `GUARDIAN` act for a person under 18, `CARER` acts for an adult.',
})

export const guardianship = z
  .object({
    id: id('gua'),
    kind,
    guardian: person,
    dependant: person,
    verified: z.boolean().meta({
      description:
        'Whether the organisation or the dependant has confirmed the guardianship. If false, the guardian registered the dependant.',
    }),
    since: utc,
    until: utc.nullable().meta({
      description:
        'Time at which the guardianship ended, or will end because the dependant is an adult. Null if unlimited.',
    }),
    active: z.boolean().meta({ description: 'Whether the guardian acts for the dependant now.' }),
  })
  .meta({ id: 'Guardianship', description: 'A guardian has the rights of a patient for the dependant.' })

const base = { tag: 'Guardians', subject: 'Guardianship' } as const
const ofPatient = z.object({ id: id('usr') })
const named = z.object({ id: id('gua') })
const list = z.object({ guardianships: z.array(guardianship), pagination })

export const listDependants = operation('patients:read', {
  ...base,
  subject: 'Patient',
  roles: rolesOf(access.guardianships.read),
  method: 'GET',
  path: '/api/patients/{id}/dependants',
  name: 'listDependants',
  call: 'patients.dependants.list',
  summary: 'List the dependants of a patient',
  description: 'For the guardian, administrators and the front desk. Includes ended guardianships. Newest first.',
  params: ofPatient,
  query: z.strictObject(page),
  answer: list,
})

export const listGuardians = operation('patients:read', {
  ...base,
  subject: 'Patient',
  roles: rolesOf(access.guardianships.read),
  method: 'GET',
  path: '/api/patients/{id}/guardians',
  name: 'listGuardians',
  call: 'patients.listGuardians',
  summary: 'List the guardians of a patient',
  description:
    'For the patient, their guardians, administrators and the front desk. Includes ended guardianships. Newest first.',
  params: ofPatient,
  query: z.strictObject(page),
  answer: list,
})

export const listGuardianships = operation('patients:read', {
  ...base,
  roles: rolesOf(access.guardianships.list),
  method: 'GET',
  path: '/api/guardianships',
  name: 'listGuardianships',
  call: 'guardianships.list',
  summary: 'List the guardianships of the organisation',
  description: 'Includes ended guardianships. Newest first.',
  query: z.strictObject({ ...page, guardianId: id('usr').optional(), dependantId: id('usr').optional() }),
  answer: list,
})

export const stateGuardianship = operation('patients:write', {
  ...base,
  roles: rolesOf(access.guardianships.state),
  method: 'POST',
  path: '/api/guardianships',
  name: 'stateGuardianship',
  call: 'guardianships.state',
  summary: 'Record a guardianship',
  description: `Call it after the organisation has seen the papers. The guardianship lasts until the dependant is 18 years old; for a carer, until it is ended. A guardian does not act for the dependants of a dependant. A guardian has at most ${MAX_DEPENDANTS} dependants.`,
  body: z.strictObject({ guardianId: id('usr'), dependantId: id('usr'), kind }),
  status: 201,
  answer: z.object({ guardianship }),
  conflicts:
    'The guardian already acts for the dependant (details.guardianship.id), or has too many dependants (details.limit).',
})

export const verifyGuardianship = operation('patients:write', {
  ...base,
  roles: rolesOf(access.guardianships.verify),
  method: 'POST',
  path: '/api/guardianships/{id}/verify',
  name: 'verifyGuardianship',
  call: 'guardianships.verify',
  summary: 'Verify a guardianship that the guardian registered',
  description: 'Call it after the organisation has seen the papers. Verifying again changes nothing.',
  params: named,
  answer: z.object({ guardianship }),
  conflicts: 'The guardianship has ended.',
})

export const endGuardianship = operation('patients:write', {
  ...base,
  roles: rolesOf(access.guardianships.end),
  method: 'DELETE',
  path: '/api/guardianships/{id}',
  name: 'endGuardianship',
  call: 'guardianships.end',
  summary: 'End a guardianship',
  description:
    'For the guardian, the dependant, an administrator or the front desk. Within a second, the former guardian can no longer act for the dependant, is removed from the rooms of their appointments, and receives no more of their events.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})

const requestFields = {
  dependantId: id('usr'),
  kind,
  address: addressKind.meta({ description: 'Which confirmed address of the patient gets the code.' }),
}

export const askForGuardianship = operation('patients:write', {
  ...base,
  subject: 'Patient',
  roles: rolesOf(access.guardianships.ask),
  method: 'POST',
  path: '/api/guardianships/requests',
  name: 'askForGuardianship',
  call: 'guardianships.request',
  summary: 'Request a guardianship for a patient who has a record',
  description:
    'Sends the patient a code, with the name of the caller. The caller asks the patient for the code and sends it to `POST /api/guardianships/confirm` within 24 hours. The code is sent only if the patient has an account and has confirmed the address themselves, the caller does not have the same address, and the staff has not changed an address of the patient in the last seven days. If the patient or the organisation has ended a guardianship of the two, only the organisation can record the next one. The answer does not reveal whether the patient or the address exists.',
  body: z.strictObject(requestFields),
  status: 201,
  answer: z.object({ ok: z.literal(true) }),
})

export const confirmGuardianship = operation('patients:write', {
  ...base,
  subject: 'Patient',
  roles: rolesOf(access.guardianships.ask),
  method: 'POST',
  path: '/api/guardianships/confirm',
  name: 'confirmGuardianship',
  call: 'guardianships.confirm',
  summary: 'Confirm a guardianship with the code of the patient',
  description:
    'For the caller who requested the code. A code allows five tries. The guardianship counts as verified, by the dependant.',
  body: z.strictObject({ ...requestFields, code: codeField }),
  status: 201,
  answer: z.object({ guardianship }),
  conflicts:
    'The caller already acts for the patient (details.guardianship.id), or has too many dependants (details.limit).',
})
