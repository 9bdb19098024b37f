import { z } from 'zod'
import { operation } from '../../http/operation.ts'
import { commaList, id, page, pagination, person, text, utc } from '../../lib/fields.ts'
import { MAX_CHAIN } from './chain.ts'
import { MAX_PRIVATE_KEY } from './private-key.ts'
import { holders, keepers, statuses } from './rules.ts'

const certificate = z
  .object({
    id: id('crt'),
    practitioner: person.nullable().meta({ description: 'Whose it is; null where it is the organisation’s.' }),
    subject: z.string().meta({ example: 'C=MA, O=Cabinet Anfa, CN=Dr Salma Bennani' }),
    fingerprint: z.string().meta({
      description: 'SHA-256 of the certificate, as lowercase hex.',
      example: '0a1b'.repeat(16),
    }),
    selfSigned: z.boolean().meta({ description: 'Whether nobody else vouches for it.', example: false }),
    validFrom: utc,
    validUntil: utc,
    expiresSoon: z.boolean().meta({ description: 'In use, and over within 30 days or already.', example: false }),
    status: z.enum(statuses),
    createdAt: utc,
    retiredAt: utc.nullable(),
  })
  .meta({
    id: 'SigningCertificate',
    description: 'What PDF documents are signed with. The private key is never shown.',
  })

const base = { tag: 'Documents', subject: 'Signing certificate', roles: keepers } as const
const named = { ...base, params: z.object({ id: id('crt') }) } as const

export const listSigningCertificates = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/signing-certificates',
  name: 'listSigningCertificates',
  summary: 'List signing certificates',
  description:
    'Administrators see all of the organisation; doctors and dentists their own and the organisation’s. Newest first.',
  query: z.object({ ...page, status: commaList(statuses) }),
  answer: z.object({ signingCertificates: z.array(certificate), pagination }),
})

export const readSigningCertificate = operation('documents:read', {
  ...named,
  method: 'GET',
  path: '/api/signing-certificates/{id}',
  name: 'readSigningCertificate',
  summary: 'Read a signing certificate',
  description: 'With its chain, by which anybody can check what was signed with it.',
  answer: z.object({
    signingCertificate: certificate.extend({
      chainPem: z.string().meta({ description: 'The certificate, and those of who issued it, in order.' }),
    }),
  }),
})

export const replaceSigningCertificate = operation('documents:write', {
  ...base,
  method: 'POST',
  path: '/api/signing-certificates',
  name: 'replaceSigningCertificate',
  summary: 'Sign documents with another certificate',
  description:
    'Documents are signed with the certificate of the doctor or dentist, else with the organisation’s. The one before is retired: its private key is destroyed, and what it signed stays as it is.',
  body: z
    .object({
      chainPem: text(MAX_CHAIN).meta({
        description:
          'PEM: the certificate, then those of who issued it, each before its own issuer; the last of them may be left out.',
      }),
      privateKeyPem: text(MAX_PRIVATE_KEY).meta({
        description:
          'PEM of the private key: RSA of 2048 to 4096 bits, or elliptic on P-256 or P-384. Kept encrypted, and never shown again.',
        writeOnly: true,
      }),
      passphrase: text(128).optional().meta({ description: 'Where the private key is encrypted.', writeOnly: true }),
      for: z.enum(holders).meta({
        description: 'SELF: a doctor or dentist, for what they sign. ORGANISATION: an administrator, for all others.',
      }),
    })
    .meta({
      example: {
        chainPem: '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----\n',
        privateKeyPem: '-----BEGIN PRIVATE KEY-----\nMIGH…\n-----END PRIVATE KEY-----\n',
        for: 'SELF',
      },
    }),
  status: 201,
  answer: z.object({ signingCertificate: certificate }),
  refusals:
    'No administrator has verified the caller yet; a practitioner asks for the organisation, or an administrator for themselves.',
})

export const retireSigningCertificate = operation('documents:write', {
  ...named,
  method: 'POST',
  path: '/api/signing-certificates/{id}/retire',
  name: 'retireSigningCertificate',
  summary: 'Retire a signing certificate',
  description:
    'Nothing is signed with it from now on, and its private key is destroyed. What it signed stays as it is. Retiring again changes nothing.',
  answer: z.object({ signingCertificate: certificate }),
  refusals: 'It is the organisation’s, and the caller is no administrator.',
})
