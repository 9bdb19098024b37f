import { z } from 'zod'
import type { Endpoint } from '../../../../http/endpoint.ts'
import { bounded, utc } from '../../../../lib/fields.ts'
import { MAX_WRITTEN } from '../../../../lib/serial.ts'
import { templateNames } from '../../../../pdf/content.ts'
import { states } from './rules.ts'

const sha256 = z.string().meta({ example: '5f2b7a0c9e3d418865a1c0f7e24b9d3368f0a5c2d7e1b49483a6f05c1d2e7b90' })

export const verification = z
  .object({
    state: z.enum(states).meta({
      description:
        '`GENUINE`: the document was issued and is valid. `DISPENSED`: it is genuine, and a pharmacy has delivered the prescription at least once. `CANCELLED`: do not accept it, because the document, its prescription or its invoice was cancelled, or the invoice was refunded.',
    }),
    templateId: z.enum(templateNames).meta({ id: 'DocumentTemplate' }),
    serial: z.string().meta({ example: '7Q4M2K9D0XWT5BHN8RCE' }),
    issuedAt: utc.meta({ description: 'Date of the prescription or invoice, or else of the document.' }),
    madeAt: utc.meta({ description: 'When this file was generated.' }),
    issuer: z.string().meta({ description: 'The practice, as in its letterhead.', example: 'Cabinet Atlas' }),
    practitioner: z
      .object({
        name: z.string().meta({ example: 'Dr Salma Benali' }),
        role: z.enum(['DOCTOR', 'DENTIST']),
        specialty: z.string().nullable().meta({ example: 'Cardiologie' }),
        licenceNumber: z.string().nullable().meta({ example: '101234567' }),
      })
      .meta({ id: 'VerifiedPractitioner' })
      .nullable(),
    patientInitials: z.string().meta({ description: 'The only data about the patient.', example: 'A. F.' }),
    validUntil: utc.nullable().meta({ description: 'End of the validity of a prescription.' }),
    expired: z.boolean().meta({ description: 'Whether `validUntil` has passed. The document stays genuine.' }),
    dispensedAt: z
      .array(utc)
      .meta({ description: 'Times at which pharmacies delivered the prescription, earliest first.' }),
    cancelledAt: utc.nullable(),
    signed: z.boolean().meta({ description: 'Whether the file has a PAdES signature.' }),
    certificate: z
      .object({
        subject: z.string().meta({ example: 'CN=Dr Salma Benali, O=Cabinet Atlas, C=MA' }),
        fingerprint: sha256.meta({ description: 'SHA-256 of the certificate, in hex.' }),
        selfSigned: z.boolean().meta({ description: 'Whether the certificate is self-signed.' }),
      })
      .meta({ id: 'VerifiedCertificate' })
      .nullable(),
    sha256: sha256.meta({ description: 'SHA-256 of the issued file, in hex.' }),
    size: z.int().meta({ description: 'Size of the file in bytes.', example: 71_204 }),
  })
  .meta({ id: 'Verification' })

/** The JSON form of the page, for openapi.json. */
export const verificationEndpoints: Endpoint[] = [
  {
    tag: 'Documents',
    method: 'GET',
    path: '/verify/{serial}',
    name: 'verifyDocument',
    call: 'documents.verify',
    summary: 'Verify a document',
    description:
      'Reports whether a document is genuine, and its current state. The QR code of the document contains this URL. Needs no token. Send `Accept: application/json`; browsers get a page. To verify a file, compare its SHA-256.',
    access: 'public',
    errorFormat: 'envelope',
    params: z.object({
      serial: bounded(MAX_WRITTEN).meta({
        description: 'The serial number; case, dashes and spaces are ignored.',
        example: '7Q4M-2K9D-0XWT-5BHN-8RCE',
      }),
    }),
    answer: z.object({ verification }),
    unknown: 'No document has this serial number.',
  },
]
