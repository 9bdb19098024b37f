import { z } from 'zod'
import type { Endpoint } from '../../../http/endpoint.ts'
import { bounded, utc } from '../../../lib/fields.ts'
import { MAX_WRITTEN } from '../../../lib/serial.ts'
import { templates } from '../../../pdf/content.ts'
import { states } from './rules.ts'

const sha256 = z.string().meta({ example: '5f2b7a0c9e3d418865a1c0f7e24b9d3368f0a5c2d7e1b49483a6f05c1d2e7b90' })

export const verification = z.object({
  state: z.enum(states).meta({
    description:
      '`GENUINE`, `DISPENSED` where a pharmacy has delivered it at least once, or `CANCELLED`, which is whatever must not be accepted any more: the document, its prescription or its invoice was cancelled, or the invoice was refunded.',
  }),
  templateId: z.enum(templates),
  serial: z.string().meta({ example: '7Q4M2K9D0XWT5BHN8RCE' }),
  issuedAt: utc.meta({ description: 'Of the prescription or the invoice; else when the document was made.' }),
  madeAt: utc.meta({ description: 'When this file was made.' }),
  issuer: z.string().meta({ description: 'The practice, as its letterhead says.', example: 'Cabinet Atlas' }),
  practitioner: z
    .object({
      name: z.string().meta({ example: 'Dr Salma Benali' }),
      role: z.enum(['DOCTOR', 'DENTIST']),
      specialty: z.string().nullable().meta({ example: 'Cardiologie' }),
      licenceNumber: z.string().nullable().meta({ example: '101234567' }),
    })
    .nullable(),
  patientInitials: z.string().meta({ description: 'All that is told of the patient.', example: 'A. F.' }),
  validUntil: utc.nullable().meta({ description: 'Of a prescription that ends.' }),
  expired: z.boolean().meta({ description: 'Whether `validUntil` has passed. The document is genuine all the same.' }),
  dispensedAt: z.array(utc).meta({ description: 'When pharmacies delivered the prescription, the earliest first.' }),
  cancelledAt: utc.nullable(),
  signed: z.boolean().meta({ description: 'Whether the file carries a signature (PAdES).' }),
  certificate: z
    .object({
      subject: z.string().meta({ example: 'CN=Dr Salma Benali, O=Cabinet Atlas, C=MA' }),
      fingerprint: sha256.meta({ description: 'SHA-256 of the certificate, in hex.' }),
      selfSigned: z.boolean().meta({ description: 'Whether nobody but its owner vouches for it.' }),
    })
    .nullable(),
  sha256: sha256.meta({ description: 'Of the file as it was issued, in hex. Another digest is another file.' }),
  size: z.int().meta({ description: 'Of the file, in bytes.', example: 71_204 }),
})

/** The page as programs use it, for openapi.json. */
export const verificationEndpoints: Endpoint[] = [
  {
    tag: 'Documents',
    method: 'GET',
    path: '/verify/{serial}',
    name: 'verifyDocument',
    summary: 'Check a document',
    description:
      'What the QR code of a document opens: whether the document is genuine, and what has become of it. Without a token, for whoever holds the document. Send `Accept: application/json`; a browser gets a page. To know that a file is the one that was issued, compare its SHA-256.',
    access: 'public',
    wording: 'envelope',
    params: z.object({
      serial: bounded(MAX_WRITTEN).meta({
        description: 'The serial number, of any case, with dashes and spaces or without.',
        example: '7Q4M-2K9D-0XWT-5BHN-8RCE',
      }),
    }),
    answer: z.object({ verification }),
    unknown: 'No document has this serial number.',
  },
]
