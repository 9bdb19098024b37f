import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { cancelled, commaList, filled, id, instant, page, pagination, person, utc } from '../../../lib/fields.ts'
import { withSpanCheck } from '../../../lib/span.ts'
import { statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'FollowUpStatus' })
const REASON = 'Contrôle de la tension dans un mois'

const followUp = z
  .object({
    id: id('fu'),
    doctorId: id('usr'),
    patientId: id('usr'),
    startTime: utc.nullable().meta({ description: 'The proposed time; null if none was proposed.' }),
    endTime: utc.nullable(),
    reason: z.string().nullable().meta({ example: REASON }),
    status,
    appointmentId: id('apt').nullable().meta({ description: 'The appointment booked on acceptance.' }),
    createdAt: utc,
    settledAt: utc.nullable().meta({ description: 'When the follow-up was accepted, declined or cancelled.' }),
    doctor: person,
    patient: person,
  })
  .meta({ id: 'FollowUp' })

const times = {
  startTime: instant.optional().meta({ description: 'In the future. Requires endTime.' }),
  endTime: instant.optional().meta({ description: 'After startTime, at most 8 hours later.' }),
}

const bothOrNeither = <B extends z.ZodObject>(body: B): B =>
  body.superRefine(({ startTime, endTime }, issues) => {
    if ((startTime === undefined) === (endTime === undefined)) return
    const missing = startTime === undefined ? 'startTime' : 'endTime'
    issues.addIssue({ code: 'custom', path: [missing], message: 'is required with the other time' })
  })

const named = z.object({ id: id('fu') })
const base = { tag: 'Follow-ups', subject: 'Follow-up' } as const

export const listFollowUps = operation('follow_ups:read', {
  ...base,
  method: 'GET',
  path: '/api/follow-ups',
  name: 'listFollowUps',
  call: 'followUps.list',
  summary: 'List follow-ups',
  description:
    'Patients see the follow-ups proposed to them, doctors and dentists their own, administrators all follow-ups of the tenant. Newest first.',
  query: z.strictObject({
    ...page,
    status: commaList(status),
    doctorId: id('usr').optional(),
    patientId: id('usr').optional(),
    from: instant.optional().meta({ description: 'Proposed at this time or later.' }),
    to: instant.optional().meta({ description: 'Proposed before this time.' }),
  }),
  answer: z.object({ followUps: z.array(followUp), pagination }),
})

export const proposeFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups',
  name: 'proposeFollowUp',
  call: 'followUps.propose',
  summary: 'Propose a follow-up consultation',
  description:
    'Doctors and dentists propose their own consultations, administrators any, with or without a time. The time is not reserved until the patient accepts.',
  roles: rolesOf(access.followUps.propose),
  body: bothOrNeither(
    withSpanCheck(
      z.strictObject({
        patientId: id('usr'),
        doctorId: id('usr'),
        ...times,
        reason: filled(1000).optional().meta({ description: 'The purpose, shown to the patient.', example: REASON }),
      }),
    ),
  ),
  status: 201,
  answer: z.object({ followUp }),
  refusals: 'The caller proposes a consultation with another doctor.',
})

export const readFollowUp = operation('follow_ups:read', {
  ...base,
  method: 'GET',
  path: '/api/follow-ups/{id}',
  name: 'readFollowUp',
  call: 'followUps.get',
  summary: 'Read a follow-up',
  description: 'Available to the patient, the practitioner and administrators.',
  params: named,
  answer: z.object({ followUp }),
})

export const acceptFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups/{id}/accept',
  name: 'acceptFollowUp',
  call: 'followUps.accept',
  summary: 'Accept a follow-up',
  description:
    'The patient and administrators can accept. Books the given time, or else the proposed one. Without either, the follow-up is accepted without an appointment, which can be booked later. Accepting again returns the same response and books nothing.',
  params: named,
  body: bothOrNeither(withSpanCheck(z.strictObject(times))).meta({ example: {} }),
  answer: z.object({ followUp }),
  conflicts:
    'The follow-up was declined or cancelled (details.state). Or the doctor has another appointment at that time (details.overlap.id; null if the caller may not read it), or the proposed time is in the past: the follow-up then stays PROPOSED and can be accepted with another time.',
  refusals: 'The caller is its doctor.',
})

export const declineFollowUp = operation('follow_ups:write', {
  ...base,
  method: 'POST',
  path: '/api/follow-ups/{id}/decline',
  name: 'declineFollowUp',
  call: 'followUps.decline',
  summary: 'Decline a follow-up',
  description: 'The patient and administrators can decline. Declining again changes nothing.',
  params: named,
  answer: z.object({ followUp }),
  conflicts: 'The follow-up was accepted or cancelled: details.state.',
  refusals: 'The caller is its doctor.',
})

const CANCELLING = 'The doctor and administrators can cancel. Cancelling again changes nothing.'
const cancelling = {
  ...base,
  params: named,
  answer: z.object({ followUp }),
  conflicts: 'The follow-up was accepted or declined: details.state.',
  refusals: 'The caller is its patient.',
}

export const updateFollowUp = operation('follow_ups:write', {
  ...cancelling,
  method: 'PUT',
  path: '/api/follow-ups/{id}',
  name: 'updateFollowUp',
  call: 'followUps.update',
  summary: 'Cancel a proposed follow-up by its status',
  description: `Has the effect of \`POST /api/follow-ups/{id}/cancel\`. ${CANCELLING}`,
  body: z.strictObject(cancelled),
})

export const cancelFollowUp = operation('follow_ups:write', {
  ...cancelling,
  method: 'POST',
  path: '/api/follow-ups/{id}/cancel',
  name: 'cancelFollowUp',
  call: 'followUps.cancel',
  summary: 'Cancel a proposed follow-up',
  description: CANCELLING,
})
