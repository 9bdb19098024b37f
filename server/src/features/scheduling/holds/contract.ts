import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { id, instant, utc } from '../../../lib/fields.ts'
import { HOLD_MINUTES } from './rules.ts'

const hold = z
  .object({
    id: id('hld'),
    doctorId: id('usr'),
    visitTypeId: id('vty'),
    placeId: id('plc').nullable(),
    startTime: utc,
    endTime: utc,
    expiresAt: utc,
  })
  .meta({ id: 'Hold' })

const base = { tag: 'Scheduling', subject: 'Hold' } as const
const managers = rolesOf(access.holds.manage)
const named = z.object({ id: id('hld') })

export const createHold = operation('holds:write', {
  ...base,
  roles: rolesOf(access.holds.make),
  method: 'POST',
  path: '/api/holds',
  name: 'createHold',
  call: 'holds.create',
  summary: 'Hold a free slot',
  description: `Keeps the time for the caller for ${HOLD_MINUTES} minutes. Other users then cannot book or hold it. Patients hold offered slots: one of each professional and two in all; a new hold replaces the oldest one. The staff can hold any free time.`,
  body: z.strictObject({
    doctorId: id('usr'),
    visitTypeId: id('vty'),
    startTime: instant,
    placeId: id('plc').optional().meta({ description: 'By default the place at which the start is offered.' }),
  }),
  status: 201,
  answer: z.object({ hold }),
  conflicts:
    'Another visit or hold overlaps the time: details.overlap.id, null if the caller may not read it. Or it is not offered to the caller: details.slot.reason.',
  refusals: "Professionals hold their own time, patients and the front desk any professional's.",
})

export const extendHold = operation('holds:write', {
  ...base,
  roles: managers,
  method: 'POST',
  path: '/api/holds/{id}/extend',
  name: 'extendHold',
  call: 'holds.extend',
  summary: 'Extend a hold',
  description: `The hold expires ${HOLD_MINUTES} minutes from now. A hold can be extended once.`,
  params: named,
  body: z.strictObject({}),
  answer: z.object({ hold }),
  conflicts: 'The hold has expired, was extended before, or belongs to an offer of the waitlist: details.hold.',
})

export const releaseHold = operation('holds:write', {
  ...base,
  roles: managers,
  method: 'DELETE',
  path: '/api/holds/{id}',
  name: 'releaseHold',
  call: 'holds.release',
  summary: 'Release a hold',
  description: 'The front desk, the professional and administrators can release holds of others.',
  params: named,
  answer: z.object({ ok: z.literal(true) }),
})
