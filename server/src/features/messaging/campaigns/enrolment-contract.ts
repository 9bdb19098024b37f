import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, id, line, page, pagination, utc, withoutDuplicates } from '../../../lib/fields.ts'
import { base, named } from './contract.ts'
import { administratorReasons, refusals, states, stopReasons } from './rules.ts'

/** Most enrolments in one request. */
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
      .meta({ description: 'Why it was STOPPED.' }),
    stepsSent: z.int(),
    lastSentAt: utc.nullable(),
    nextAt: utc.nullable().meta({
      description:
        'When the next step becomes due. The next run of the job sends it unless it has faults. Null if there is none or the campaign is disabled.',
    }),
    consentSource: z.string().nullable().meta({
      description: 'For leads: how the administrator knows of their consent; null if they consented in their form.',
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
    'Each recipient can be enrolled in a campaign only once, whatever the outcome. A patient needs a valid consent to MARKETING; a lead needs `marketingConsent: true` in their form’s metadata, or `consentSource`. Recipients who may not be written to are returned in `refused` with the reason; the others are enrolled.',
  params: named,
  body: z
    .strictObject({
      patientIds: withoutDuplicates(z.array(id('usr')).max(MAX_ENROLLED))
        .default([])
        .meta({ example: ['usr_sandbox_patient'] }),
      leadIds: withoutDuplicates(z.array(id('lead')).max(MAX_ENROLLED)).default([]),
      consentSource: line(500).optional().meta({
        description:
          'How you know of these leads’ consent, stored as the proof that law 09-08 requires. Not accepted for leads whose form says `marketingConsent: false`.',
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
  description: 'With the step that comes next, and why it stopped if it did.',
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
  description: 'Stops it permanently: no further steps are sent. Idempotent.',
  params: ofEnrolment,
  body: z.strictObject({
    reason: z.enum(administratorReasons).default('BY_ADMINISTRATOR').meta({
      description:
        'OPTED_OUT: at the recipient’s request; a lead cannot be enrolled in any campaign after that. A patient withdraws their consent to MARKETING instead.',
    }),
  }),
  answer: z.object({ enrolment }),
  conflicts: 'All its steps have been sent (details.state).',
})
