import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { bounded, emailAddress, line, phone, properName, prose, text, utc } from '../../../lib/fields.ts'
import { hasLineBreak, isBlank } from '../../../lib/written.ts'
import { logoFault, MAX_LOGO_BYTES } from './logo.ts'
import { CONTRAST_AT_LEAST, contrastWithWhite, MAX_ADDRESS_LINES, MAX_IDENTIFIERS } from './rules.ts'

const fieldMetadata = {
  name: { example: 'Clinique Atlas' },
  nameAr: { description: 'The Arabic name, for documents in Arabic or both languages.', example: 'مصحة الأطلس' },
  address: {
    description: `Up to ${MAX_ADDRESS_LINES} lines.`,
    example: '12, boulevard Moulay Youssef\n20070 Casablanca',
  },
  addressAr: { example: '12 شارع مولاي يوسف\n20070 الدار البيضاء' },
  city: { description: 'The place of issue on documents: "Fait à …".', example: 'Casablanca' },
  cityAr: { example: 'الدار البيضاء' },
  email: { example: 'contact@clinique-atlas.example' },
  identifiers: {
    description: 'Registration numbers, in the order on documents.',
    example: [{ label: 'ICE', value: '000000000000000' }],
  },
  color: { description: `Must have a contrast to white of at least ${CONTRAST_AT_LEAST}:1.`, example: '#0b6b63' },
  logoSvg: {
    description: `Plain SVG of at most ${MAX_LOGO_BYTES / 1024} kB: shapes, gradients and clipping; no text, images, scripts, style sheets or external references.`,
    example: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
  },
}

const nullableText = (meta: { description?: string; example: string }) => z.string().nullable().meta(meta)

const letterhead = z
  .object({
    name: z.string().meta(fieldMetadata.name),
    nameAr: nullableText(fieldMetadata.nameAr),
    address: nullableText(fieldMetadata.address),
    addressAr: nullableText(fieldMetadata.addressAr),
    city: nullableText(fieldMetadata.city),
    cityAr: nullableText(fieldMetadata.cityAr),
    phone: nullableText({ description: 'E.164', example: '+212522000000' }),
    email: nullableText(fieldMetadata.email),
    identifiers: z
      .array(z.object({ label: z.string(), value: z.string() }).meta({ id: 'Identifier' }))
      .meta(fieldMetadata.identifiers),
    color: z.string().meta(fieldMetadata.color),
    logoSvg: nullableText(fieldMetadata.logoSvg),
    updatedAt: utc.nullable().meta({ description: 'Null until a letterhead is set.' }),
  })
  .meta({ id: 'Letterhead', description: 'The header of the organisation’s documents; null fields are omitted.' })

const isLine = (given: string) => !isBlank(given) && !hasLineBreak(given)

const address = prose(400)
  .transform((given) => given.split(/\r?\n/).map((one) => one.trim()))
  .refine((lines) => lines.length <= MAX_ADDRESS_LINES, {
    error: `must be at most ${MAX_ADDRESS_LINES} lines`,
    abort: true,
  })
  .refine((lines) => lines.every(isLine), 'must not have empty lines')
  .transform((lines) => lines.join('\n'))

const NO_COLOR = 'must be a colour like #0b6b63'
const color = bounded(7, NO_COLOR)
  .regex(/^#[0-9a-f]{6}$/i, { error: NO_COLOR, abort: true })
  .transform((given) => given.toLowerCase())
  .superRefine((given, issues) => {
    const contrast = contrastWithWhite(given)
    if (contrast >= CONTRAST_AT_LEAST) return
    const ratio = (Math.floor(contrast * 100) / 100).toFixed(2)
    issues.addIssue(`must have a contrast to white of ${CONTRAST_AT_LEAST}:1, not ${ratio}:1: choose a darker colour`)
  })

const logoSvg = text(MAX_LOGO_BYTES).pipe(
  z.string().superRefine((given, issues) => {
    const fault = logoFault(given)
    if (fault) issues.addIssue(fault)
  }),
)

const base = { tag: 'Documents', path: '/api/letterhead', answer: z.object({ letterhead }) } as const

export const readLetterhead = operation('documents:read', {
  ...base,
  method: 'GET',
  name: 'readLetterhead',
  call: 'letterhead.get',
  summary: 'Read the letterhead',
  roles: rolesOf(access.letterhead.read),
  description:
    'All users of the organisation can read it. Until a letterhead is set, only `name` has a value: the organisation’s name.',
})

export const updateLetterhead = operation('documents:write', {
  ...base,
  method: 'PUT',
  name: 'updateLetterhead',
  call: 'letterhead.update',
  summary: 'Update the letterhead',
  description:
    'Absent fields stay unchanged; null clears a field. Existing documents stay unchanged. Prescriptions are printed with the letterhead at the time of their signature.',
  roles: rolesOf(access.letterhead.update),
  body: z.strictObject({
    name: properName(100).optional().meta(fieldMetadata.name),
    nameAr: properName(100).nullable().optional().meta(fieldMetadata.nameAr),
    address: address.nullable().optional().meta(fieldMetadata.address),
    addressAr: address.nullable().optional().meta(fieldMetadata.addressAr),
    city: line(60).nullable().optional().meta(fieldMetadata.city),
    cityAr: line(60).nullable().optional().meta(fieldMetadata.cityAr),
    phone: phone.nullable().optional(),
    email: emailAddress.nullable().optional().meta(fieldMetadata.email),
    identifiers: z
      .array(z.strictObject({ label: line(20), value: line(40) }).meta({ id: 'NewIdentifier' }))
      .max(MAX_IDENTIFIERS)
      .optional()
      .meta(fieldMetadata.identifiers),
    color: color.optional().meta(fieldMetadata.color),
    logoSvg: logoSvg.nullable().optional().meta(fieldMetadata.logoSvg),
  }),
})
