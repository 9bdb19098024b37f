import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { cancelled, commaList, filled, id, instant, page, pagination, person, prose, utc } from '../../../lib/fields.ts'
import { lineFaults, MAX_ITEMS, MAX_QUANTITY, MAX_REFILLS, MAX_TEXT, statuses, substanceTables } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'PrescriptionStatus' })

const MEDICATION = 'Amoxicilline 500 mg, gélule'
const DOSAGE = '1 gélule 3 fois par jour'
const INSTRUCTIONS = 'Pendant les repas'

const substanceTable = z.enum(substanceTables).meta({
  id: 'SubstanceTable',
  description:
    'Table of the dahir of 2 December 1922 that lists the medicine: A toxic, B narcotic, C dangerous. The signature covers it, and the document prints it.',
})

const line = z
  .object({
    medication: z.string().meta({ example: MEDICATION }),
    dosage: z.string().meta({ example: DOSAGE }),
    instructions: z.string().nullable().meta({ example: INSTRUCTIONS }),
    durationDays: z.int().nullable().meta({ example: 7 }),
    substanceTable: substanceTable.nullable().meta({ example: null }),
    quantity: z.int().nullable().meta({ description: 'Units of one fill.', example: 30 }),
    unit: z.string().nullable().meta({ example: 'gélules' }),
    refills: z.int().meta({ description: 'Fills after the first.', example: 0 }),
    substitutable: z.boolean().meta({ description: 'Whether the pharmacy may dispense an equivalent medicine.' }),
    left: z.int().min(0).meta({
      description: 'Remaining amount to dispense: units of `quantity`, or deliveries for a line without quantity.',
      example: 30,
    }),
  })
  .meta({ id: 'PrescriptionItem', description: 'One medicine of a prescription.' })

const signature = z.string().meta({
  description: '`sha256:` and the lowercase hex digest of the canonical form.',
  example: `sha256:${'0a1b'.repeat(16)}`,
})

const weight = {
  description: 'The weight of the patient in kilograms. The signature covers it, and the document prints it.',
}

/** The specification's Prescription. `medication`, `dosage` and `instructions` repeat the first line. */
const prescription = z
  .object({
    id: id('rx'),
    patientId: id('usr'),
    doctorId: id('usr'),
    appointmentId: id('apt').nullable().meta({ description: 'Null for a renewal without appointment.' }),
    medication: line.shape.medication,
    dosage: line.shape.dosage,
    instructions: line.shape.instructions,
    items: z.array(line).meta({ description: 'Every line, including the first.' }),
    patientWeightKg: z
      .number()
      .nullable()
      .meta({ ...weight, example: null }),
    status,
    issuedAt: utc,
    validUntil: utc.nullable(),
    cancelReason: z.string().nullable().meta({ example: null }),
    signature: signature.nullable(),
    signedAt: utc.nullable(),
    timesDelivered: z.int().min(0).meta({ description: 'Number of delivered orders.' }),
    doctor: person,
    patient: person,
  })
  .meta({ id: 'Prescription' })

const given = z
  .strictObject({
    medication: filled(200).meta({ description: 'Medicine, strength and form.', example: MEDICATION }),
    dosage: filled(200).meta({ example: DOSAGE }),
    instructions: prose(2000).optional().meta({ example: INSTRUCTIONS }),
    durationDays: z.int().min(1).max(3650).optional(),
    substanceTable: substanceTable.optional(),
    quantity: z
      .int()
      .min(1)
      .max(MAX_QUANTITY)
      .optional()
      .meta({ description: 'Units of one fill. Without it, deliveries are counted.', example: 30 }),
    unit: filled(40).optional().meta({ description: 'Unit of the quantity.', example: 'gélules' }),
    refills: z
      .int()
      .min(0)
      .max(MAX_REFILLS)
      .optional()
      .meta({ description: 'Fills after the first, 0 by default. Always 0 for tables A and B.', example: 0 }),
    substitutable: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the pharmacy may dispense an equivalent medicine; false by default.' }),
  })
  .meta({ id: 'NewPrescriptionItem' })

const named = z.object({ id: id('rx') })
const base = { tag: 'Prescriptions', subject: 'Prescription' } as const

export const listPrescriptions = operation('prescriptions:read', {
  ...base,
  method: 'GET',
  path: '/api/prescriptions',
  name: 'listPrescriptions',
  call: 'prescriptions.list',
  summary: 'List prescriptions',
  description:
    'Patients see their own prescriptions, doctors and dentists the prescriptions that they issued, administrators all prescriptions of the tenant. Pharmacies see prescriptions that are ordered from them, unless the order is cancelled or rejected. Newest first.',
  query: z.strictObject({
    ...page,
    patientId: id('usr').optional(),
    doctorId: id('usr').optional(),
    appointmentId: id('apt').optional(),
    status: commaList(status),
    from: instant.optional().meta({ description: 'Issued at this time or later.' }),
    to: instant.optional().meta({ description: 'Issued before this time.' }),
  }),
  answer: z.object({ prescriptions: z.array(prescription), pagination }),
})

export const issuePrescription = operation('prescriptions:write', {
  ...base,
  method: 'POST',
  path: '/api/prescriptions',
  name: 'issuePrescription',
  call: 'prescriptions.issue',
  summary: 'Issue a prescription',
  description:
    'Issues a prescription for an appointment of the caller with the patient. Without an appointment it is a renewal, which requires a confirmed or completed appointment of the two. The prescription is signed at once if the prescriber has a signing key; in the sandbox the key is created on first use. A prescription cannot be changed: cancel it and issue another.',
  roles: rolesOf(access.prescriptions.issue),
  body: z
    .strictObject({
      patientId: id('usr'),
      appointmentId: id('apt').optional().meta({ description: 'Absent for a renewal.' }),
      ...given.partial().shape,
      items: z
        .array(given)
        .min(1)
        .max(MAX_ITEMS)
        .optional()
        .meta({
          description: `All lines of the prescription. Without \`items\`, the fields of the body are the only line, and medication and dosage are required. With \`items\`, those fields are optional and must equal the first line. At most ${MAX_TEXT} characters in total.`,
        }),
      patientWeightKg: z
        .number()
        .min(0.3)
        .max(400)
        .multipleOf(0.001)
        .optional()
        .meta({ ...weight, example: 12.5 }),
      validUntil: instant.optional().meta({
        description:
          'No new orders are accepted after this time. Must be in the future. Default: 90 days after the issue. With a substance of table B: 7 days, which is also the maximum.',
      }),
    })
    .superRefine((body, issues) => {
      for (const { path, message } of lineFaults(body)) issues.addIssue({ code: 'custom', path, message })
    })
    .meta({
      example: {
        patientId: 'usr_sandbox_patient',
        appointmentId: 'apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0',
        medication: MEDICATION,
        dosage: DOSAGE,
        instructions: INSTRUCTIONS,
        items: [
          {
            medication: MEDICATION,
            dosage: DOSAGE,
            instructions: INSTRUCTIONS,
            durationDays: 7,
            quantity: 21,
            unit: 'gélules',
          },
          { medication: 'Paracétamol 1 g, comprimé', dosage: '1 comprimé, 3 par jour au plus', durationDays: 3 },
        ],
      },
    }),
  status: 201,
  answer: z.object({ prescription }),
  conflicts: 'The appointment is CANCELLED or NO_SHOW.',
  refusals: 'The caller is not verified.',
})

export const readPrescription = operation('prescriptions:read', {
  ...base,
  method: 'GET',
  path: '/api/prescriptions/{id}',
  name: 'readPrescription',
  call: 'prescriptions.get',
  summary: 'Read a prescription',
  description: 'Returns all lines, with the amount of each that can still be dispensed.',
  params: named,
  answer: z.object({ prescription }),
})

const CANCELLING =
  'The prescriber and administrators can cancel a prescription at any time. Orders that are PENDING, PREPARING or READY are cancelled, and their pharmacies are notified; DELIVERED orders stay. New orders are refused. Cancelling again changes nothing.'
const reason = filled(500)
  .optional()
  .meta({ description: 'The default depends on the role of the caller, for example doctor_request.' })
const cancelling = {
  ...base,
  params: named,
  answer: z.object({ prescription }),
  refusals: 'The caller is neither its prescriber nor an administrator.',
}

export const updatePrescription = operation('prescriptions:write', {
  ...cancelling,
  method: 'PUT',
  path: '/api/prescriptions/{id}',
  name: 'updatePrescription',
  call: 'prescriptions.update',
  summary: 'Cancel a prescription by its status',
  description: `Has the effect of \`POST /api/prescriptions/{id}/cancel\`. ${CANCELLING}`,
  body: z.strictObject({ ...cancelled, reason }),
})

export const cancelPrescription = operation('prescriptions:write', {
  ...cancelling,
  method: 'POST',
  path: '/api/prescriptions/{id}/cancel',
  name: 'cancelPrescription',
  call: 'prescriptions.cancel',
  summary: 'Cancel a prescription',
  description: CANCELLING,
  body: z.strictObject({ reason }),
})

export const signPrescription = operation('prescriptions:write', {
  ...base,
  method: 'POST',
  path: '/api/prescriptions/{id}/sign',
  name: 'signPrescription',
  call: 'prescriptions.sign',
  summary: 'Sign a prescription',
  description:
    'Only the prescriber can sign. The first signature creates their signing key. Signing again returns the existing signature.',
  params: named,
  answer: z.object({ prescription }),
  conflicts: 'The prescription is not signed, and was cancelled.',
  refusals: 'The caller is not its prescriber, or is not verified.',
})

const publicKey = z
  .object({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().meta({ example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }),
    kid: z.string(),
    alg: z.literal('EdDSA'),
    use: z.literal('sig'),
  })
  .meta({ id: 'PrescriberKey', description: "The public half of a prescriber's key, as a JWK (RFC 8037)." })

export const readPrescriptionSignature = operation('prescriptions:read', {
  ...base,
  method: 'GET',
  path: '/api/prescriptions/{id}/signature',
  name: 'readPrescriptionSignature',
  call: 'prescriptions.getSignature',
  summary: 'Verify the signature of a prescription',
  description:
    'Compares the stored prescription with the signed content. The response allows an independent verification: `value` is a JWS with detached content, and `canonical` is that content. 404 while the prescription is not signed.',
  params: named,
  answer: z.object({
    signature: z
      .object({
        digest: signature,
        algorithm: z.literal('EdDSA'),
        kid: z.string(),
        value: z.string().meta({
          description: 'Compact JWS with detached content (RFC 7515, appendix F): header, two dots, signature.',
          example: 'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
        }),
        canonical: z.string().meta({
          description: 'The prescription as RFC 8785 JSON: the content that was signed, in UTF-8.',
          example: '{"appointmentId":"apt_019a9f3c5d2e4b7a81c0d5e6f7a8b9c0"}',
        }),
        publicKey,
        publicKeyPem: z.string().meta({ description: 'The same key for openssl.' }),
        signedAt: utc,
        valid: z.boolean().meta({ description: 'Whether the stored prescription equals the signed content.' }),
      })
      .meta({ id: 'PrescriptionSignature' }),
  }),
})

export const replaceSigningKey = operation('prescriptions:write', {
  ...base,
  method: 'POST',
  path: '/api/signing-keys',
  name: 'replaceSigningKey',
  call: 'signingKeys.replace',
  summary: 'Create or replace the signing key',
  description:
    'Creates or replaces the signing key of the caller. The previous private key is destroyed; its signatures can still be verified.',
  roles: rolesOf(access.prescriptions.issue),
  status: 201,
  answer: z.object({ signingKey: z.object({ kid: z.string(), publicKey, createdAt: utc }).meta({ id: 'SigningKey' }) }),
  refusals: 'The caller is not verified.',
})
