import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, eachOnce, flag, id, line, page, pagination, text, utc } from '../../lib/fields.ts'
import { channels } from '../../messages/channels.ts'
import { refusals, saidToAdministrator, states, stopReasons } from './rules.ts'

const MAX_STEPS = 30
/** A year. */
const MAX_DELAY_HOURS = 8760
const MAX_VARIABLES = 20
/** In one call. */
const MAX_ENROLLED = 1000
const NAME = 'Bienvenue'

const example = [
  { delayHours: 0, templateCode: 'WELCOME', variables: { city: 'Casablanca' } },
  { delayHours: 72, templateCode: 'CHECKUP_INVITATION', channel: 'EMAIL' as const },
]

const channel = z.enum(channels).nullable().meta({ description: 'Null: whichever the recipient prefers.' })
const number = z.int().min(1).meta({ description: 'By which the campaign knows the step, wherever it stands.' })

const step = z
  .object({
    number,
    delayHours: z.int(),
    templateCode: z.string().meta({ example: 'WELCOME' }),
    channel,
    variables: z.record(z.string(), z.string()),
  })
  .meta({ id: 'CampaignStep' })

const newStep = z.object({
  delayHours: z
    .int()
    .min(0)
    .max(MAX_DELAY_HOURS)
    .meta({ description: 'Counted from the step before it, or from the enrolment; at least 1 but for the first.' }),
  templateCode: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{2,59}$/, 'must be a template’s code, say WELCOME')
    .meta({ description: 'A template of the organisation whose purpose is MARKETING.' }),
  channel: channel.default(null),
  variables: z
    .record(text(60), text(2000, 0))
    .refine((given) => Object.keys(given).length <= MAX_VARIABLES, `must name at most ${MAX_VARIABLES} variables`)
    .default({})
    .meta({ description: 'What the template takes, by name.' }),
})

/** Two messages at one moment are one too many. */
const sequence = <T extends z.ZodType<{ delayHours: number }>>(given: T) =>
  z
    .array(given)
    .min(1)
    .max(MAX_STEPS)
    .superRefine((steps, issues) => {
      for (const [at, { delayHours }] of steps.entries())
        if (at > 0 && delayHours === 0)
          issues.addIssue({
            code: 'custom',
            path: [at, 'delayHours'],
            message: 'must be at least 1 behind the first step',
          })
    })
    .meta({ example })

const name = line(120).meta({ example: NAME })
const enabled = z
  .boolean()
  .meta({ description: 'Whether its messages are sent. While it is not, its time stands still.' })

const campaign = z
  .object({
    id: id('cmp'),
    name: z.string().meta({ example: NAME }),
    enabled: z.boolean(),
    steps: z.array(step),
    createdAt: utc,
    updatedAt: utc,
  })
  .meta({ id: 'Campaign' })

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
        'From when the next step is sent, by the next run of the job; null where there is none, or the campaign is disabled.',
    }),
    consentSource: z.string().nullable().meta({
      description: 'Of leads: how the administrator knew of their consent; null where their form says so.',
    }),
    enrolledBy: id('usr'),
    enrolledAt: utc,
    endedAt: utc.nullable(),
  })
  .meta({ id: 'CampaignEnrolment' })

const named = z.object({ id: id('cmp') })
const ofEnrolment = z.object({ id: id('enr') })
const base = { tag: 'Campaigns', subject: 'Campaign', roles: ['ADMIN'] as const }

export const listCampaigns = operation('campaigns:read', {
  ...base,
  method: 'GET',
  path: '/api/campaigns',
  name: 'listCampaigns',
  summary: 'List campaigns',
  description: 'Newest first.',
  query: z.object({ ...page, enabled: flag }),
  answer: z.object({ campaigns: z.array(campaign), pagination }),
})

export const createCampaign = operation('campaigns:write', {
  ...base,
  method: 'POST',
  path: '/api/campaigns',
  name: 'createCampaign',
  summary: 'Make a campaign',
  description:
    'A sequence of messages, each so many hours after the one before it. Their texts are templates of the organisation, made beforehand.',
  body: z.object({ name, enabled: enabled.default(true), steps: sequence(newStep) }),
  status: 201,
  answer: z.object({ campaign }),
})

export const readCampaign = operation('campaigns:read', {
  ...base,
  method: 'GET',
  path: '/api/campaigns/{id}',
  name: 'readCampaign',
  summary: 'Read a campaign',
  params: named,
  answer: z.object({
    campaign: campaign.extend({
      enrolments: z
        .object({ active: z.int(), completed: z.int(), stopped: z.int() })
        .meta({ description: 'How many are in which state.' }),
    }),
  }),
})

export const updateCampaign = operation('campaigns:write', {
  ...base,
  method: 'PUT',
  path: '/api/campaigns/{id}',
  name: 'updateCampaign',
  summary: 'Change, pause or resume a campaign',
  description:
    'Fields that are absent stay as they are. `steps` are all that it has from now on: one that names its `number`, or says the same as one that is there, stays that one; any other is new. Whoever is enrolled goes on behind the step that they were sent last, and is never sent a step twice. Disabled, a campaign pauses: delays go on counting when it is enabled again.',
  params: named,
  body: z
    .object({
      name: name.optional(),
      enabled: enabled.optional(),
      steps: eachOnce(sequence(newStep.extend({ number: number.optional() })), 'number').optional(),
    })
    .meta({ example: { enabled: false } }),
  answer: z.object({ campaign }),
})

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
