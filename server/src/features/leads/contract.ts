import { z } from 'zod'
import { operation, publicOperation } from '../../http/operation.ts'
import { emailAddress, id, instant, MAX_TYPED_EMAIL, page, pagination, text, utc } from '../../lib/fields.ts'
import { parsePhone } from '../../lib/phone.ts'
import { trap } from '../../lib/trap.ts'
import { cleaned, isBlank } from '../../lib/written.ts'
import { metadataFault } from './rules.ts'

const SOURCE = 'DEMO_FORM'

/** Whatever somebody typed into a form is made a line: a lead is not turned away for a tab in the middle. */
const typed = (max: number) =>
  text(max, 0)
    .transform(cleaned)
    .refine((given) => !isBlank(given), 'must not be empty')
    .meta({ minLength: 1 })

/** What a form may send empty or as null when nobody filled it. */
const unfilled = <T extends z.ZodType<unknown, string>>(filled: T) =>
  z.preprocess((given) => (isUnfilled(given) ? undefined : given), filled.optional())

const isUnfilled = (given: unknown): boolean =>
  given === null || (typeof given === 'string' && given.length <= MAX_TYPED_EMAIL && isBlank(given))

const metadata = z.record(z.string(), z.unknown())
const example = {
  name: 'Amine El Fassi',
  email: 'amine@example.ma',
  phone: '+212500000101',
  source: SOURCE,
  metadata: { specialty: 'Cardiologie', city: 'Casablanca' },
}

export const submitLead = publicOperation({
  tag: 'Leads',
  method: 'POST',
  path: '/api/leads',
  name: 'submitLead',
  summary: 'Submit a lead',
  description:
    'For the forms of the marketing site. A name, the form’s source, and an e-mail address or a telephone number are needed. The same person sending the same form again within 24 hours gets the same `leadId`. Add a field `website` that people do not see and leave it empty: what fills it is taken for a program, and its lead goes nowhere. Browsers may call this from the origins in `MARKETING_ORIGINS`.',
  body: z
    .object({
      name: typed(200),
      email: unfilled(emailAddress),
      phone: unfilled(
        text(60).transform((written, issues) => {
          const phone = parsePhone(written)
          if (phone === undefined) issues.addIssue('must be a telephone number like +212612345678 or 06 12 34 56 78')
          return phone ?? z.NEVER
        }),
      ).meta({ description: 'Kept in E.164; +212 is assumed for national numbers.' }),
      source: typed(64).meta({ description: 'Which form it came from.' }),
      metadata: metadata
        .optional()
        .superRefine((given, issues) => {
          const fault = given && metadataFault(given)
          if (fault) issues.addIssue({ code: 'custom', ...fault })
        })
        .meta({
          description:
            'Free-form: up to 50 entries, nested up to 3 levels. `marketingConsent: true` says that the person wants to be written to in campaigns, `false` that they do not; `language` (`fr`, `ar`, `en`) in which.',
        }),
      website: trap,
    })
    .superRefine(({ email, phone }, issues) => {
      if (email === undefined && phone === undefined)
        issues.addIssue({ code: 'custom', path: ['email'], message: 'is required where there is no phone' })
    })
    .meta({ example }),
  status: 201,
  answer: z.object({ ok: z.literal(true), leadId: id('lead') }),
  crossOrigin: true,
  addressLimit: 'forms',
})

const lead = z
  .object({
    id: id('lead'),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    source: z.string(),
    metadata,
    createdAt: utc,
  })
  .meta({
    id: 'Lead',
    example: { id: 'lead_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0', ...example, createdAt: '2026-12-01T09:30:00.000Z' },
  })

export const listLeads = operation('leads:read', {
  tag: 'Leads',
  method: 'GET',
  path: '/api/leads',
  name: 'listLeads',
  summary: 'List leads',
  description:
    'Administrators only. Newest first. What it holds was typed by strangers: show it as text, never as HTML.',
  roles: ['ADMIN'],
  query: z.object({
    ...page,
    source: text(64).optional().meta({ description: 'Those of one form.', example: SOURCE }),
    from: instant.optional().meta({ description: 'Those of this time or later.' }),
    to: instant.optional().meta({ description: 'Those before this time.' }),
  }),
  answer: z.object({ leads: z.array(lead), pagination }),
})
