import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation, publicOperation } from '../../../http/operation.ts'
import { bounded, filled, flag, id, page, pagination, text, utc } from '../../../lib/fields.ts'
import { fold } from '../../../lib/fold.ts'
import { parsePhone } from '../../../lib/phone.ts'
import { isLanguage } from './rules.ts'

const slug = z.string().meta({ example: 'dr-nadia-chraibi' })
const specialty = z.string().meta({ example: 'Cardiologie' })
const city = z.string().meta({ example: 'Casablanca' })
const rating = z.number().meta({ example: 4.8 })

/** The specification's public doctor: exactly these seven fields. */
const publicDoctor = z
  .object({ id: id('usr'), slug, name: z.string(), specialty, city, rating, isTele: z.boolean() })
  .meta({ id: 'PublicDoctor' })

/** The specification's entry for staff, with the private fields of the internal directory. */
const staffDoctor = z
  .object({
    id: id('usr'),
    name: z.string(),
    email: z.string().nullable(),
    specialty: specialty.nullable(),
    city: city.nullable(),
    slug: slug.nullable(),
    languages: z.array(z.string()).nullable(),
    isTele: z.boolean().nullable(),
    rating: rating.nullable(),
    reviewCount: z.int().min(0).nullable().meta({
      description: 'Number of reviews behind `rating`. If 0, `rating` is the initial value of the profile.',
      example: 12,
    }),
    licenceNumber: z.string().nullable(),
    phone: z.string().nullable(),
    verified: z.boolean(),
    verifiedAt: utc.nullable(),
  })
  .meta({ id: 'StaffDoctor' })

/** A filter. Empty values are ignored, because forms send them. */
const word = (description: string, example: string) =>
  text(100, 0)
    .transform((given) => (given.trim() === '' ? undefined : given))
    .optional()
    .meta({ description, example })

const yesOrNo = (description: string) =>
  z.preprocess((given) => (given === '' ? undefined : given), flag).meta({ description })

const NO_LANGUAGE = 'must be a language code like fr, ar or zgh'
const LANGUAGES_AT_MOST = 20

/** A filter by the languages that a professional speaks. */
export const languageCodes = text(200, 0)
  .transform((given) =>
    given
      .toLowerCase()
      .split(',')
      .flatMap((code) => code.trim() || []),
  )
  .refine((codes) => codes.every(isLanguage), 'must be comma-separated language codes such as fr,ar')
  .transform((codes) => (codes.length === 0 ? undefined : codes))
  .optional()
  .meta({ description: 'Comma-separated language codes; matches doctors who speak any of them.', example: 'ar,fr' })

const filters = {
  ...page,
  city: word(
    'In French, Arabic or another usual spelling. Case and accents are ignored: `fes`, `FÈS` and `فاس` are the same city.',
    'fes',
  ),
  specialty: word('In French, Arabic or English. Case and accents are ignored.', 'cardiologie'),
  languages: languageCodes,
  isTele: yesOrNo('Whether the doctor offers video consultations.'),
}

export const listPublicDoctors = publicOperation({
  tag: 'Doctors',
  method: 'GET',
  path: '/api/public/doctors',
  name: 'listPublicDoctors',
  call: 'directory.list',
  summary: 'List the public directory of doctors and dentists',
  description:
    'Returns the verified practitioners of the whole installation, best rated first. Responses have an `ETag` and can be cached for 30 s; a request with `If-None-Match` gets 304 if nothing changed. Empty filters are ignored.',
  query: z.strictObject(filters),
  answer: z.object({ doctors: z.array(publicDoctor), pagination }),
  crossOrigin: true,
  cacheSec: 30,
})

const base = { tag: 'Doctors', subject: 'Doctor' } as const
const readers = rolesOf(access.doctors.read)
const named = z.object({ id: id('usr') })

export const listDoctors = operation('doctors:read', {
  ...base,
  method: 'GET',
  path: '/api/doctors',
  name: 'listDoctors',
  call: 'doctors.list',
  summary: 'List the doctors and dentists of the organisation',
  description:
    'For staff. Entries include the private fields of the internal directory, and are sorted by name. Practitioners without a profile are included, with null fields. Professionals see only their own entry until they are verified. Accepts the filters of the public directory, and `verified`.',
  roles: readers,
  query: z.strictObject({ ...filters, verified: yesOrNo('Whether the practitioner is verified.') }),
  answer: z.object({ doctors: z.array(staffDoctor), pagination }),
})

export const readDoctor = operation('doctors:read', {
  ...base,
  method: 'GET',
  path: '/api/doctors/{id}',
  name: 'readDoctor',
  call: 'doctors.get',
  summary: 'Read a doctor or dentist of the organisation',
  description: 'Includes the private fields, which the public directory does not show.',
  roles: readers,
  params: named,
  answer: z.object({ doctor: staffDoctor }),
})

/** Text with a letter or a digit, so that filters can find it. */
const findable = (max: number) =>
  filled(max)
    .transform((given) => given.trim())
    .refine((given) => fold(given) !== '', 'must contain a letter or a digit')

export const updateDoctor = operation('doctors:write', {
  ...base,
  method: 'PUT',
  path: '/api/doctors/{id}',
  name: 'updateDoctor',
  call: 'doctors.update',
  summary: 'Create or update the profile of a doctor or dentist',
  description:
    'Practitioners can edit their own profile, administrators every profile. The first call creates the profile, and requires specialty and city. Later calls change only the given fields. Only administrators can change the specialty and licence number of a verified practitioner, because documents show them. The public directory is updated at once.',
  roles: rolesOf(access.doctors.update),
  params: named,
  body: z.strictObject({
    specialty: findable(100).optional().meta({ example: 'Cardiologie' }),
    city: findable(100).optional().meta({ example: 'Casablanca' }),
    languages: z
      .array(bounded(3, NO_LANGUAGE).refine(isLanguage, NO_LANGUAGE).meta({ maxLength: undefined }))
      .min(1)
      .max(LANGUAGES_AT_MOST)
      .transform((codes) => [...new Set(codes)])
      .optional()
      .meta({
        description: 'ISO 639-1 codes, or ISO 639-3 codes for languages without one, such as `zgh`.',
        example: ['fr', 'ar'],
      }),
    isTele: z.boolean().optional(),
    phone: text(40)
      .transform((written, issues) => {
        const phone = parsePhone(written)
        if (phone === undefined) issues.addIssue('must be a telephone number like +212612345678 or 06 12 34 56 78')
        return phone ?? z.NEVER
      })
      .nullable()
      .optional()
      .meta({
        description: 'Visible to staff only. Stored as E.164; the default country code is +212.',
        example: '+212500000001',
      }),
    licenceNumber: text(40)
      .refine(
        (given) => /^[\p{L}\p{N}][\p{L}\p{N} ./-]*$/u.test(given),
        'must be letters, digits, spaces, dots, slashes or dashes',
      )
      .nullable()
      .optional()
      .meta({
        description: 'The number in the register of the professional order. Visible to staff only.',
        example: 'CNOM-12345',
      }),
  }),
  answer: z.object({ doctor: staffDoctor }),
  refusals: 'The profile belongs to another user, or the specialty and licence number are already verified.',
})
