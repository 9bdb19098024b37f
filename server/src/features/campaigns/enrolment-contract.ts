import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, eachOnce, id, line, page, pagination, utc } from '../../lib/fields.ts'
import { base, named } from './contract.ts'
import { refusals, saidToAdministrator, states, stopReasons } from './rules.ts'

/** In one call. */
const MAX_ENROLLED = 1000

const enrolment = z
  .object({
    id: id('enr'),
    campaignId: id('cmp'),
    patientId: id('usr').nullable(),
    leadId: id('lead').nullable(),
    name: z.string().meta({ example: 'Amine El Fassi' }),
    state: z.enum(states).meta({ id: 'EnrolmentState' }),
    stopReason: z.enum(stopReasons).nullable().meta({ description: 'Why it is STOPPED.' }),
    stepsSent: z.int(),
    lastSentAt: utc.nullable(),
    nextAt: utc.nullable().meta({
      description:
        'From when the next step is sent, by the next run of the job, unless the step has faults; null where there is none, or the campaign is disabled.',
    }),
    consentSource: z.string().nullable().meta({
      description: 'Of leads: how the administrator knew of their consent; null where their form says so.',
    }),
    enrolledBy: id('usr'),
    enrolledAt: utc,
    endedAt: utc.nullable(),
  })
  .meta({ id: 'CampaignEnrolment' })

const ofEnrolment = z.object({ id: id('enr') })

export const enrolInCampaign = operation('campaigns:write', {
  ...base,
  method: 'POST',
  path: '/api/campaigns/{id}/enrolments',
  name: 'enrolInCampaign',
  summary: 'Enrol patients and leads in a campaign',
  description:
    'Each of them once, whatever became of it. A patient needs a consent to MARKETING that is in force; a lead needs `marketingConsent: true` in their form’s metadata, or `consentSource`. Whoever may not be written to is named with the reason and left out; the others are enrolled.',
  params: named,
  body: z
    .object({
      patientIds: eachOnce(z.array(id('usr')).max(MAX_ENROLLED))
        .default([])
        .meta({ example: ['usr_sandbox_patient'] }),
      leadIds: eachOnce(z.array(id('lead')).max(MAX_ENROLLED)).default([]),
      consentSource: line(500).optional().meta({
        description:
          'How you know that these leads want to be written to: kept as the proof that law 09-08 asks for. Not for somebody whose form says `marketingConsent: false`.',
        example: 'Fiche signée au salon de Casablanca, 12 mai 2026',
      }),
    })
    .refine(({ patientIds, leadIds }) => patientIds.length + leadIds.length > 0, {
      path: ['patientIds'],
      message: 'must name somebody, or leadIds must',
    }),
  status: 201,
  answer: z.object({
    enrolled: z.array(enrolment.pick({ id: true, patientId: true, leadId: true })),
    refused: z.array(
      z.object({ id: z.string().meta({ description: 'The patient’s or the lead’s.' }), reason: z.enum(refusals) }),
    ),
  }),
})

export const listEnrolments = operation('campaigns:read', {
  ...base,
  method: 'GET',
  path: '/api/campaigns/{id}/enrolments',
  name: 'listEnrolments',
  summary: 'List who is enrolled in a campaign',
  description: 'Newest first.',
  params: named,
  query: z.object({
    ...page,
    state: commaList(states),
    patientId: id('usr').optional(),
    leadId: id('lead').optional(),
  }),
  answer: z.object({ enrolments: z.array(enrolment), pagination }),
})

export const readEnrolment = operation('campaigns:read', {
  ...base,
  subject: 'Enrolment',
  method: 'GET',
  path: '/api/campaigns/enrolments/{id}',
  name: 'readEnrolment',
  summary: 'Read an enrolment',
  params: ofEnrolment,
  answer: z.object({ enrolment }),
})

export const stopEnrolment = operation('campaigns:write', {
  ...base,
  subject: 'Enrolment',
  method: 'POST',
  path: '/api/campaigns/enrolments/{id}/stop',
  name: 'stopEnrolment',
  summary: 'Take somebody out of a campaign',
  description: 'For good: nothing more is sent to them. Stopped again, nothing changes.',
  params: ofEnrolment,
  body: z.object({
    reason: z.enum(saidToAdministrator).default('BY_ADMINISTRATOR').meta({
      description:
        'OPTED_OUT: who said so; a lead is not enrolled in any campaign from then on. A patient who says so withdraws their consent to MARKETING instead.',
    }),
  }),
  answer: z.object({ enrolment: enrolment.pick({ id: true, state: true, stopReason: true }) }),
  conflicts: 'All its steps have been sent: details.state.',
})
