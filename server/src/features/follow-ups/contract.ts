import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, filled, id, instant, page, pagination, person, utc } from '../../lib/fields.ts'
import { spanChecked } from '../../lib/span.ts'
import { statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'FollowUpStatus' })
const REASON = 'Contrôle de la tension dans un mois'

const followUp = z
  .object({
    id: id('fu'),
    doctorId: id('usr'),
    patientId: id('usr'),
    startTime: utc.nullable().meta({ description: 'As proposed; null where the doctor named no time.' }),
    endTime: utc.nullable(),
    reason: z.string().nullable().meta({ example: REASON }),
    status,
    appointmentId: id('apt').nullable().meta({ description: 'What was booked when it was accepted.' }),
    createdAt: utc,
    settledAt: utc.nullable().meta({ description: 'When it was accepted, declined or cancelled.' }),
    doctor: person,
    patient: person,
  })
  .meta({ id: 'FollowUp' })

const times = {
  startTime: instant.optional().meta({ description: 'In the future. With endTime, or neither of them.' }),
  endTime: instant.optional().meta({ description: 'After startTime, at most 8 hours later.' }),
}

/** One end of a span says nothing. */
const bothOrNeither = <B extends z.ZodObject>(body: B): B =>
  body.superRefine(({ startTime, endTime }, issues) => {
    if ((startTime === undefined) === (endTime === undefined)) return
    const missing = startTime === undefined ? 'startTime' : 'endTime'
    issues.addIssue({ code: 'custom', path: [missing], message: 'is required where the other end is given' })
  })

const named = z.object({ id: id('fu') })
const base = { tag: 'Follow-ups', subject: 'Follow-up' } as const
const settled = z.object({ followUp: followUp.pick({ id: true, status: true, appointmentId: true }) })

export const listFollowUps = operation('follow_ups:read', {
  ...base,
  method: 'GET',
  path: '/api/follow-ups',
  name: 'listFollowUps',
  summary: 'List follow-ups',
  description:
    'Patients see those proposed to them, doctors and dentists their own, administrators all of the tenant. Newest first.',
  query: z.object({
    ...page,
    status: commaList(statuses),
    doctorId: id('usr').optional(),
    patientId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Those proposed at this time or later.' }),
    to: instant.optional().meta({ description: 'Those proposed before this time.' }),
  }),
  answer: z.object({ followUps: z.array(followUp), pagination }),
})

export const proposeFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups',
  name: 'proposeFollowUp',
  summary: 'Propose a further consultation',
  description:
    "By the doctor or dentist it is with, or an administrator; at a time, or without one. It takes nobody's time until the patient accepts it.",
  roles: ['DOCTOR', 'DENTIST', 'ADMIN'],
  body: bothOrNeither(
    spanChecked(
      z.object({
        patientId: id('usr'),
        doctorId: id('usr'),
        ...times,
        reason: filled(1000)
          .optional()
          .meta({ description: 'What it is for, for the patient to read.', example: REASON }),
      }),
    ),
  ),
  status: 201,
  answer: settled,
  refusals: 'The caller proposes in the name of another doctor.',
})

export const readFollowUp = operation('follow_ups:read', {
  ...base,
  method: 'GET',
  path: '/api/follow-ups/{id}',
  name: 'readFollowUp',
  summary: 'Read a follow-up',
  params: named,
  answer: z.object({ followUp }),
})

export const acceptFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups/{id}/accept',
  name: 'acceptFollowUp',
  summary: 'Accept a follow-up',
  description:
    'By its patient or an administrator. The proposed time is booked, or the one that is given here instead; without either it is accepted, and an appointment is made when both have found a time. Accepted again, it answers as before and books nothing.',
  params: named,
  body: bothOrNeither(spanChecked(z.object(times))).meta({ example: {} }),
  answer: settled,
  conflicts:
    'It has been declined or cancelled (details.state), the doctor has another appointment at that time (details.overlap.id), or the proposed time has passed. Of the last two it stays PROPOSED, to be accepted with another time.',
  refusals: 'The caller is its doctor.',
})

export const declineFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups/{id}/decline',
  name: 'declineFollowUp',
  summary: 'Decline a follow-up',
  description: 'By its patient or an administrator. Declined again, nothing changes.',
  params: named,
  answer: settled,
  conflicts: 'It has been accepted or cancelled: details.state.',
  refusals: 'The caller is its doctor.',
})

export const cancelFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups/{id}/cancel',
  name: 'cancelFollowUp',
  summary: 'Cancel a follow-up that nobody has answered',
  description: 'By its doctor or an administrator. Cancelled again, nothing changes.',
  params: named,
  answer: settled,
  conflicts: 'It has been accepted or declined: details.state.',
  refusals: 'The caller is its patient.',
})
