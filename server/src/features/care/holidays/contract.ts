import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { day, id } from '../../../lib/fields.ts'
import { codes } from './calendar.ts'
import { MAX_DAYS } from './rules.ts'

const shownDay = z.string().meta({ format: 'date', example: '2027-03-10' })
const name = (example: string) => z.string().meta({ example })

const fieldMetadata = {
  confirmed: { description: 'Whether the first day is final.' },
  observed: {
    description:
      'Whether the organisation is closed on the holiday, or has its hours of Ramadan. Applies to this year and all later years, until another year says otherwise.',
    example: true,
  },
}

const holiday = z
  .object({
    id: id('hol').meta({ example: 'hol_eid_al_fitr_1448' }),
    kind: z
      .enum(['HOLIDAY', 'RAMADAN'])
      .meta({ description: 'RAMADAN is a month with its own opening hours, and no holiday.' }),
    code: z.enum(codes).meta({ id: 'HolidayCode', example: 'EID_AL_FITR' }),
    names: z
      .object({ fr: name('Aïd Al-Fitr'), ar: name('عيد الفطر'), en: name('Eid al-Fitr') })
      .meta({ id: 'HolidayNames' }),
    firstDay: shownDay,
    lastDay: shownDay.meta({ description: 'Included. Ramadan ends on the eve of Eid al-Fitr.', example: '2027-03-11' }),
    calculatedDay: shownDay.meta({
      description: 'The first day by the calendar. Morocco may announce the day before or after.',
    }),
    dependsOnMoon: z.boolean().meta({ description: 'Whether the first day depends on the new moon.', example: true }),
    confirmed: z.boolean().meta({ ...fieldMetadata.confirmed, example: false }),
    observed: z.boolean().meta(fieldMetadata.observed),
  })
  .meta({
    id: 'Holiday',
    description: 'A holiday of Morocco, or the month of Ramadan, as an organisation observes it.',
  })

const base = { tag: 'Scheduling', subject: 'Holiday' } as const

export const listHolidays = operation('schedules:read', {
  ...base,
  roles: rolesOf(access.holidays.read),
  method: 'GET',
  path: '/api/holidays',
  name: 'listHolidays',
  call: 'holidays.list',
  summary: 'List holidays and Ramadan',
  description: `The holidays with a day in the range, and the months of Ramadan, by their first day. The range has at most ${MAX_DAYS} days; by default it is a year from today.`,
  query: z.strictObject({
    from: day.optional().meta({ description: 'First day of the range; by default today.', example: '2027-01-01' }),
    to: day.optional().meta({ description: 'Last day of the range, included.', example: '2027-12-31' }),
  }),
  answer: z.object({ holidays: z.array(holiday) }),
})

export const updateHoliday = operation('schedules:write', {
  ...base,
  roles: rolesOf(access.holidays.update),
  method: 'PUT',
  path: '/api/holidays/{id}',
  name: 'updateHoliday',
  call: 'holidays.update',
  summary: 'Confirm, move or observe a holiday',
  description:
    'Administrators confirm or move the day of a holiday that depends on the moon, for their organisation, and decide whether it is observed. A new first day is confirmed, and at most two days from the calculated one. `firstDay: null` and `confirmed: false` return to the calculated day. `observed: null` follows the year before. Absent fields stay unchanged.',
  params: z.object({ id: id('hol') }),
  body: z
    .strictObject({
      firstDay: day.nullable().optional().meta({ example: '2027-03-11' }),
      confirmed: z.boolean().optional().meta(fieldMetadata.confirmed),
      observed: z.boolean().nullable().optional().meta(fieldMetadata.observed),
    })
    .meta({ example: { firstDay: '2027-03-11' } }),
  answer: z.object({ holiday }),
})
