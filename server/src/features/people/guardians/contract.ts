import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, page, pagination, person, utc } from '../../../lib/fields.ts'
import { addressKind, codeField } from '../codes/actions.ts'
import { kinds, MAX_DEPENDANTS } from './rules.ts'

export const kind = z.enum(kinds).meta({
  id: 'GuardianKind',
  description: '`PARENT`, `GUARDIAN`: of a person under 18. `CARER`: of an adult.',
})

export const guardianship = z
  .object({
    id: id('gua'),
    kind,
    guardian: person,
    dependant: person,
    verified: z.boolean().meta({
      description:
        'Whether the organisation or the dependant confirmed it. If not, the record of the dependant is one that the guardian made.',
    }),
    since: utc,
    until: utc.nullable().meta({ description: "The dependant's majority, or when it was ended; null: not limited." }),
    active: z.boolean().meta({ description: 'Whether the guardian acts for the dependant now.' }),
  })
  .meta({ id: 'Guardianship', description: 'A guardian does what a patient may do, for the dependant.' })

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
  summary: 'List the people for whom a patient acts',
  description: 'For the guardian, administrators and the front desk, with ended guardianships. Newest first.',
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
  summary: 'List the people who act for a patient',
  description:
    'For the patient, their guardians, administrators and the front desk, with ended guardianships. Newest first.',
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
  description: 'With ended ones. Newest first.',
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
  summary: 'State that a patient acts for another one',
  description: `After the organisation has seen the papers. Until the dependant is 18 years old, or for a carer until it is ended. Guardianships do not add up: a guardian does not act for the dependants of a dependant. A guardian has at most ${MAX_DEPENDANTS}.`,
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
  description: 'After the organisation has seen the papers. Verifying again changes nothing.',
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
    'By the guardian, the dependant, an administrator, or the front desk. Within a second the former guardian can no longer act for the dependant, leaves the rooms of their appointments, and receives none of their events.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})

const asked = {
  dependantId: id('usr'),
  kind,
  address: addressKind.meta({ description: 'Which of the patient’s own confirmed addresses gets the code.' }),
}

export const askForGuardianship = operation('patients:write', {
  ...base,
  subject: 'Patient',
  roles: rolesOf(access.guardianships.ask),
  method: 'POST',
  path: '/api/guardianships/requests',
  name: 'askForGuardianship',
  call: 'guardianships.request',
  summary: 'Ask to act for a patient who has a record',
  description:
    'The patient gets a code at their address, with the name of the caller, if they have an account and confirmed the address themselves, the caller does not have it too, and the staff has not changed an address in the last seven days. After an end by the patient or the organisation, the organisation states the next guardianship of the two. Who has the code confirms it with `POST /api/guardianships/confirm` within 24 hours. The answer does not reveal whether there is such a patient or address.',
  body: z.strictObject(asked),
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
  description: 'By the caller who asked for it. A code has five tries. The guardianship is verified, by the dependant.',
  body: z.strictObject({ ...asked, code: codeField }),
  status: 201,
  answer: z.object({ guardianship }),
  conflicts:
    'The caller already acts for the patient (details.guardianship.id), or has too many dependants (details.limit).',
})
