import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { channel as messageChannel } from '../../../lib/channels.ts'
import { flag, id, line, page, pagination, patterned, text, utc, withoutDuplicates } from '../../../lib/fields.ts'

const MAX_STEPS = 30
/** A year. */
const MAX_DELAY_HOURS = 8760
const MAX_VARIABLES = 20
const NAME = 'Bienvenue'

const example = [
  { delayHours: 0, templateCode: 'WELCOME', variables: { city: 'Casablanca' } },
  { delayHours: 72, templateCode: 'CHECKUP_INVITATION', channel: 'EMAIL' as const },
]

const channel = messageChannel.nullable().meta({ description: 'Null uses the recipient’s preferred channel.' })
const number = z
  .int()
  .min(1)
  .meta({ description: 'Identifies the step within the campaign, regardless of its position.' })

const step = z
  .object({
    number,
    delayHours: z.int(),
    templateCode: z.string().meta({ example: 'WELCOME' }),
    channel,
    variables: z.record(z.string(), z.string()),
    faults: z.array(z.object({ path: z.array(z.string()), message: z.string() }).meta({ id: 'StepFault' })).meta({
      description:
        'Why the step cannot be sent: its template was deleted, or now has other variables. Enrolments wait at the step until this is corrected. Empty if the step can be sent.',
      example: [],
    }),
  })
  .meta({ id: 'CampaignStep' })

const newStep = z.strictObject({
  delayHours: z.int().min(0).max(MAX_DELAY_HOURS).meta({
    description:
      'Hours after the previous step, or after the enrolment for the first step. At least 1, except for the first step.',
  }),
  templateCode: patterned(60, /^[A-Z][A-Z0-9_]{2,59}$/, 'must be a template code such as WELCOME').meta({
    description: 'A template of the organisation with the purpose MARKETING.',
  }),
  channel: channel.default(null),
  variables: z
    .record(text(60), text(2000, 0))
    .refine((given) => Object.keys(given).length <= MAX_VARIABLES, `must name at most ${MAX_VARIABLES} variables`)
    .default({})
    .meta({ description: 'The variables of the template, by name.' }),
})

/** Only the first step may have no delay. */
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
            message: 'must be at least 1 after the first step',
          })
    })
    .meta({ example })

const name = line(120).meta({ example: NAME })
const enabled = z
  .boolean()
  .meta({ description: 'Whether messages are sent. While the campaign is disabled, its delays are paused.' })

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

const counted = campaign
  .extend({
    enrolments: z
      .object({ active: z.int(), completed: z.int(), stopped: z.int() })
      .meta({ id: 'EnrolmentCounts', description: 'The number of enrolments in each state.' }),
  })
  .meta({ id: 'CampaignWithCounts' })

export const named = z.object({ id: id('cmp') })
export const base = { tag: 'Campaigns', subject: 'Campaign', roles: rolesOf(access.campaigns.write) }

export const listCampaigns = operation('campaigns:read', {
  ...base,
  roles: rolesOf(access.campaigns.read),
  method: 'GET',
  path: '/api/campaigns',
  name: 'listCampaigns',
  call: 'campaigns.list',
  summary: 'List campaigns',
  description: 'Newest first.',
  query: z.strictObject({ ...page, enabled: flag }),
  answer: z.object({ campaigns: z.array(campaign), pagination }),
})

export const createCampaign = operation('campaigns:write', {
  ...base,
  method: 'POST',
  path: '/api/campaigns',
  name: 'createCampaign',
  call: 'campaigns.create',
  summary: 'Create a campaign',
  description: 'Creates a sequence of messages with delays between them. Its texts are templates of the organisation.',
  body: z.strictObject({
    name,
    enabled: enabled.default(true),
    steps: sequence(newStep.meta({ id: 'NewCampaignStep' })),
  }),
  status: 201,
  answer: z.object({ campaign: counted }),
})

export const readCampaign = operation('campaigns:read', {
  ...base,
  roles: rolesOf(access.campaigns.read),
  method: 'GET',
  path: '/api/campaigns/{id}',
  name: 'readCampaign',
  call: 'campaigns.get',
  summary: 'Read a campaign',
  description: 'Returns the steps of the campaign, and the number of enrolments in each state.',
  params: named,
  answer: z.object({ campaign: counted }),
})

export const updateCampaign = operation('campaigns:write', {
  ...base,
  method: 'PUT',
  path: '/api/campaigns/{id}',
  name: 'updateCampaign',
  call: 'campaigns.update',
  summary: 'Change, pause or resume a campaign',
  description:
    'Absent fields stay unchanged. `steps` replaces all steps: a step with the `number` or the content of an existing step remains that step; other steps are new. Enrolments continue after the last sent step, and never get a step twice. Disabling pauses the campaign: its delays continue when it is enabled again.',
  params: named,
  body: z
    .strictObject({
      name: name.optional(),
      enabled: enabled.optional(),
      steps: withoutDuplicates(
        sequence(newStep.extend({ number: number.optional() }).meta({ id: 'ChangedCampaignStep' })),
        'number',
      ).optional(),
    })
    .meta({ example: { enabled: false } }),
  answer: z.object({ campaign: counted }),
})
