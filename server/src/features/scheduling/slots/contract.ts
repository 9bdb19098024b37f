import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import { flag, id, instant, person, text, utc } from '../../../lib/fields.ts'
import { MOROCCAN_TIME_ZONE } from '../../../lib/moroccan-time.ts'
import { visitMode } from '../../../lib/visit-modes.ts'
import { languageCodes } from '../../people/doctors/actions.ts'
import { DEFAULT_DAYS, MAX_DAYS, MAX_SLOTS } from './rules.ts'

const word = (description: string, example: string) => text(100).optional().meta({ description, example })

const search = {
  doctorId: id('usr').optional().meta({ description: 'Required unless city or specialty is given.' }),
  city: word('City of the place, in French, Arabic or another usual spelling.', 'casablanca'),
  specialty: word('Specialty of the professional, in French, Arabic or English.', 'cardiologie'),
  from: instant.optional().meta({ description: 'Start at or after this time; by default now.' }),
  to: instant.optional().meta({
    description: `Start before this time, at most ${MAX_DAYS} days after \`from\`; by default ${DEFAULT_DAYS} days.`,
  }),
  first: flag.meta({
    description: 'Only the first free slot of each professional. Always so without `doctorId`.',
  }),
}

const slot = z
  .object({
    doctorId: id('usr'),
    placeId: id('plc'),
    visitTypeId: id('vty'),
    startTime: utc,
    endTime: utc,
  })
  .meta({ id: 'Slot' })

const publicSlot = slot
  .extend({
    doctor: person,
    specialty: z.string().meta({ example: 'Cardiologie' }),
    mode: visitMode,
    visitType: z.string().meta({ example: 'Première consultation' }),
    place: z
      .object({
        name: z.string().meta({ example: 'Cabinet Maârif' }),
        city: z.string().meta({ example: 'Casablanca' }),
        timeZone: z.string().meta({ example: MOROCCAN_TIME_ZONE }),
      })
      .meta({ id: 'PublicPlace' }),
  })
  .meta({ id: 'PublicSlot' })

const nextFrom = utc.nullable().meta({
  description: `The \`from\` of the following slots; null if there are none. An answer has at most ${MAX_SLOTS} slots.`,
})

export const listSlots = operation('slots:read', {
  tag: 'Scheduling',
  roles: rolesOf(access.slots.read),
  method: 'GET',
  path: '/api/slots',
  name: 'listSlots',
  call: 'slots.list',
  summary: 'Search free slots',
  description:
    'The starts at which a visit of the type is offered: within the opening hours, apart from other visits by the larger buffer, not held by another user, and within notice and horizon of the type. Visit types for the staff have no slots for patients. Earliest first.',
  query: z.strictObject({ ...search, visitTypeId: id('vty') }),
  answer: z.object({ slots: z.array(slot), nextFrom }),
})

export const listPublicSlots = publicOperation({
  tag: 'Scheduling',
  method: 'GET',
  path: '/api/public/slots',
  name: 'listPublicSlots',
  call: 'directory.slots',
  summary: 'Search free slots in the public directory',
  description:
    'The slots that patients can book, of verified professionals of the whole installation, earliest first. Responses can be cached for 30 s.',
  query: z.strictObject({
    ...search,
    visitTypeId: id('vty').optional(),
    mode: visitMode.optional().meta({ description: 'Only visits in this mode.' }),
    languages: languageCodes,
  }),
  answer: z.object({ slots: z.array(publicSlot), nextFrom }),
  crossOrigin: true,
  cacheSec: 30,
})
