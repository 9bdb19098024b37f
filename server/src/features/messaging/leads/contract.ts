import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import {
  emailAddress,
  id,
  instant,
  MAX_TYPED_EMAIL,
  NO_LINK,
  page,
  pagination,
  text,
  utc,
} from '../../../lib/fields.ts'
import { honeypot } from '../../../lib/honeypot.ts'
import { parsePhone } from '../../../lib/phone.ts'
import { cleaned, hasLink, hasSeveralLines, isBlank } from '../../../lib/written.ts'
import { metadataFault } from './rules.ts'

const SOURCE = 'DEMO_FORM'

/** Input of a form. It is cleaned, so that a lead is not refused for a tab character, for example. */
const formText = (max: number) =>
  text(max, 0)
    .refine((given) => !hasSeveralLines(given), 'must be a single line')
    .transform(cleaned)
    .refine((given) => !isBlank(given), 'must not be empty')
    .meta({ minLength: 1 })

/** A field that forms may send empty or as null. */
const optionalField = <T extends z.ZodType<unknown, string>>(filled: T) =>
  z.preprocess((given) => (isEmptyField(given) ? undefined : given), filled.optional())

const isEmptyField = (given: unknown): boolean =>
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
  call: 'leads.submit',
  summary: 'Submit a lead',
  description:
    'Stores a submitted form of the marketing site. A name, the source, and an e-mail address or a telephone number are required. A person who sends the same form again within 24 hours gets the same `leadId`. Add a field `website` to the form and hide it from people: submissions that fill it are treated as spam and are not stored. Browsers can call this operation from the origins in `MARKETING_ORIGINS`.',
  body: z
    .strictObject({
      name: formText(200).refine((given) => !hasLink(given), NO_LINK),
      email: optionalField(emailAddress),
      phone: optionalField(
        text(60).transform((written, issues) => {
          const phone = parsePhone(written)
          if (phone === undefined) issues.addIssue('must be a telephone number like +212612345678 or 06 12 34 56 78')
          return phone ?? z.NEVER
        }),
      ).meta({ description: 'Stored as E.164; national numbers get the country code +212.' }),
      source: formText(64).meta({ description: 'The name of the form.' }),
      metadata: metadata
        .optional()
        .superRefine((given, issues) => {
          const fault = given && metadataFault(given)
          if (fault) issues.addIssue({ code: 'custom', ...fault })
        })
        .meta({
          description:
            'Additional data: up to 50 entries, nested up to 3 levels. `marketingConsent` states whether the person consents to campaigns; `language` (`fr`, `ar`, `en`) is the language of messages.',
        }),
      website: honeypot,
    })
    .superRefine(({ email, phone }, issues) => {
      if (email === undefined && phone === undefined)
        issues.addIssue({ code: 'custom', path: ['email'], message: 'is required if phone is absent' })
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
  call: 'leads.list',
  summary: 'List leads',
  description: 'Administrators only. Newest first. The content is untrusted input: display it as text, never as HTML.',
  roles: rolesOf(access.leads.read),
  query: z.strictObject({
    ...page,
    source: text(64).optional().meta({ description: 'Leads of one form.', example: SOURCE }),
    from: instant.optional().meta({ description: 'Submitted at this time or later.' }),
    to: instant.optional().meta({ description: 'Submitted before this time.' }),
  }),
  answer: z.object({ leads: z.array(lead), pagination }),
})
