import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, id, line, page, pagination, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { base, named } from './contract.ts'
import { administratorReasons, refusals, states, stopReasons } from './rules.ts'

/** Limit of enrolments in one request. */
const MAX_ENROLLED = 1000

const state = z.enum(states).meta({ id: 'EnrolmentState' })

const enrolment = z
  .object({
    id: id('enr'),
    campaignId: id('cmp'),
    patientId: id('usr').nullable(),
    leadId: id('lead').nullable(),
    name: z.string().meta({ example: 'Amine El Fassi' }),
    state,
    stopReason: z
      .enum(stopReasons)
      .meta({ id: 'EnrolmentStopReason' })
      .nullable()
      .meta({ description: 'Why the enrolment was STOPPED.' }),
    stepsSent: z.int(),
    lastSentAt: utc.nullable(),
    nextAt: utc.nullable().meta({
      description:
        'When the next step becomes due. The next run of the job sends it, unless it has faults. Null if no step follows, or the campaign is disabled.',
    }),
    consentSource: z.string().nullable().meta({
      description:
        'For leads: the proof of consent that the administrator gave; null if the lead consented in the form.',
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
  call: 'campaigns.enrolments.enrol',
  summary: 'Enrol patients and leads in a campaign',
  description:
    'A recipient can be enrolled in a campaign only once, even after the enrolment has ended. A patient needs a valid consent to MARKETING. A lead needs `marketingConsent: true` in the metadata of the form, or `consentSource`. `refused` contains the recipients who may not be written to, with the reason; the others are enrolled.',
  params: named,
  body: z
    .strictObject({
      patientIds: withoutDuplicates(z.array(id('usr')).max(MAX_ENROLLED))
        .default([])
        .meta({ example: ['usr_sandbox_patient'] }),
      leadIds: withoutDuplicates(z.array(id('lead')).max(MAX_ENROLLED)).default([]),
      consentSource: line(500).optional().meta({
        description:
          'The proof of the leads’ consent, which law 09-08 requires. Not accepted for leads whose form has `marketingConsent: false`.',
        example: 'Fiche signée au salon de Casablanca, 12 mai 2026',
      }),
    })
    .refine(({ patientIds, leadIds }) => patientIds.length + leadIds.length > 0, {
      path: ['patientIds'],
      message: 'must not be empty if leadIds is empty',
    }),
  status: 201,
  answer: z.object({
    enrolled: z.array(enrolment.pick({ id: true, patientId: true, leadId: true }).meta({ id: 'NewEnrolment' })),
    refused: z.array(
      z
        .object({ id: z.string().meta({ description: 'The id of the patient or lead.' }), reason: z.enum(refusals) })
        .meta({ id: 'RefusedEnrolment' }),
    ),
  }),
})

export const listEnrolments = operation('campaigns:read', {
  ...base,
  roles: rolesOf(access.campaigns.read),
  method: 'GET',
  path: '/api/campaigns/{id}/enrolments',
  name: 'listEnrolments',
  call: 'campaigns.enrolments.list',
  summary: 'List the enrolments of a campaign',
  description: 'Newest first.',
  params: named,
  query: z.strictObject({
    ...page,
    state: commaList(state),
    patientId: id('usr').optional(),
    leadId: id('lead').optional(),
  }),
  answer: z.object({ enrolments: z.array(enrolment), pagination }),
})

export const readEnrolment = operation('campaigns:read', {
  ...base,
  roles: rolesOf(access.campaigns.read),
  subject: 'Enrolment',
  method: 'GET',
  path: '/api/campaigns/enrolments/{id}',
  name: 'readEnrolment',
  call: 'campaigns.enrolments.get',
  summary: 'Read an enrolment',
  description: 'Returns the state of the enrolment, when its next step is due, and why it was stopped.',
  params: ofEnrolment,
  answer: z.object({ enrolment }),
})

export const stopEnrolment = operation('campaigns:write', {
  ...base,
  subject: 'Enrolment',
  method: 'POST',
  path: '/api/campaigns/enrolments/{id}/stop',
  name: 'stopEnrolment',
  call: 'campaigns.enrolments.stop',
  summary: 'Stop an enrolment',
  description: 'Stops an enrolment permanently: no further steps are sent. Stopping again changes nothing.',
  params: ofEnrolment,
  body: z.strictObject({
    reason: z.enum(administratorReasons).default('BY_ADMINISTRATOR').meta({
      description:
        'OPTED_OUT: at the request of the recipient. A lead can then no longer be enrolled in any campaign. A patient withdraws the consent to MARKETING instead.',
    }),
  }),
  answer: z.object({ enrolment }),
  conflicts: 'All steps have been sent: details.state.',
})
