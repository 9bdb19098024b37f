import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { eachOnce, flag, id, line, page, pagination, patterned, text, utc } from '../../lib/fields.ts'
import { channels } from '../../messages/channels.ts'

const MAX_STEPS = 30
/** A year. */
const MAX_DELAY_HOURS = 8760
const MAX_VARIABLES = 20
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
    faults: z.array(z.object({ path: z.array(z.string()), message: z.string() })).meta({
      description:
        'What keeps it from being sent: its template has been deleted since, or takes something else now. Whoever comes to it waits until that is mended. Empty where nothing does.',
      example: [],
    }),
  })
  .meta({ id: 'CampaignStep' })

const newStep = z.object({
  delayHours: z
    .int()
    .min(0)
    .max(MAX_DELAY_HOURS)
    .meta({ description: 'Counted from the step before it, or from the enrolment; at least 1 but for the first.' }),
  templateCode: patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a template’s code, say WELCOME').meta({
    description: 'A template of the organisation whose purpose is MARKETING.',
  }),
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

export const named = z.object({ id: id('cmp') })
export const base = { tag: 'Campaigns', subject: 'Campaign', roles: ['ADMIN'] as const }

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
