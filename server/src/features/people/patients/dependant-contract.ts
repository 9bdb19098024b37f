import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { dayOfLife, id, properName, sex } from '../../../lib/fields.ts'
import { guardianship, kind } from '../guardians/actions.ts'

export const registerDependant = operation('patients:write', {
  tag: 'Guardians',
  subject: 'Patient',
  roles: rolesOf(access.guardianships.register),
  method: 'POST',
  path: '/api/patients/{id}/dependants',
  name: 'registerDependant',
  call: 'patients.dependants.register',
  summary: 'Register a dependant',
  description:
    'Creates a record for a patient without an account, such as a child, and makes the caller their guardian. `id` is the id of the caller. The guardian can act at once, because the record contains only what the guardian enters. `verified` is false until the organisation has seen the papers. To act for an adult, ask them for a code (`POST /api/guardianships/requests`), or ask the organisation.',
  params: z.object({ id: id('usr') }),
  body: z.strictObject({
    name: properName(200).meta({ example: 'Yassine Alami' }),
    birthDate: dayOfLife.meta({ example: '2019-03-21' }),
    sex,
    kind: kind.exclude(['CARER']),
  }),
  status: 201,
  answer: z.object({ guardianship }),
  conflicts:
    'The caller has too many dependants (details.limit.kind DEPENDANTS), or has registered too many in a year, including those whose guardianship has ended (REGISTERED_DEPENDANTS).',
})
