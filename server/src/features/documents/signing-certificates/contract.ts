import { z } from 'zod'
import { rolesOf } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { operation } from '../../../http/operation.ts'
import { commaList, id, page, pagination, person, text, utc } from '../../../lib/fields.ts'
import { MAX_CHAIN } from './chain.ts'
import { MAX_PRIVATE_KEY } from './private-key.ts'
import { holders, statuses } from './rules.ts'

const status = z.enum(statuses).meta({ id: 'SigningCertificateStatus' })

const certificate = z
  .object({
    id: id('crt'),
    practitioner: person
      .nullable()
      .meta({ description: 'The practitioner who holds it; null for the organisation’s.' }),
    subject: z.string().meta({ example: 'C=MA, O=Cabinet Anfa, CN=Dr Salma Bennani' }),
    fingerprint: z.string().meta({
      description: 'SHA-256 of the certificate, as lowercase hex.',
      example: '0a1b'.repeat(16),
    }),
    selfSigned: z.boolean().meta({ description: 'Whether it is its own issuer.', example: false }),
    validFrom: utc,
    validUntil: utc,
    expiresSoon: z.boolean().meta({ description: 'In use, and expired or expiring within 30 days.', example: false }),
    status,
    createdAt: utc,
    retiredAt: utc.nullable(),
  })
  .meta({
    id: 'SigningCertificate',
    description: 'Signs PDF documents. The private key is never shown.',
  })

const base = {
  tag: 'Documents',
  subject: 'Signing certificate',
  roles: rolesOf(access.signingCertificates.read),
} as const
const named = { ...base, params: z.object({ id: id('crt') }) } as const

const withChain = certificate
  .extend({ chainPem: z.string().meta({ description: 'The certificate and its issuers, in order.' }) })
  .meta({ id: 'SigningCertificateWithChain' })

export const listSigningCertificates = operation('documents:read', {
  ...base,
  method: 'GET',
  path: '/api/signing-certificates',
  name: 'listSigningCertificates',
  call: 'signingCertificates.list',
  summary: 'List signing certificates',
  description:
    'Administrators see all certificates of the organisation; doctors and dentists their own and the organisation’s. Newest first.',
  query: z.strictObject({ ...page, status: commaList(status) }),
  answer: z.object({ signingCertificates: z.array(certificate), pagination }),
})

export const readSigningCertificate = operation('documents:read', {
  ...named,
  method: 'GET',
  path: '/api/signing-certificates/{id}',
  name: 'readSigningCertificate',
  call: 'signingCertificates.get',
  summary: 'Read a signing certificate',
  description: 'Includes its chain, which verifies its signatures.',
  answer: z.object({
    signingCertificate: withChain,
  }),
})

export const replaceSigningCertificate = operation('documents:write', {
  ...base,
  method: 'POST',
  path: '/api/signing-certificates',
  name: 'replaceSigningCertificate',
  call: 'signingCertificates.replace',
  summary: 'Replace a signing certificate',
  description:
    'Documents are signed with the certificate of the doctor or dentist, else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.',
  body: z
    .strictObject({
      chainPem: text(MAX_CHAIN).meta({
        description:
          'PEM: the certificate, then its issuers, each followed by its own issuer. The root may be omitted.',
      }),
      privateKeyPem: text(MAX_PRIVATE_KEY).meta({
        description:
          'The private key as PEM: RSA of 2048 to 4096 bits, or elliptic on P-256 or P-384. Stored encrypted and never returned.',
        writeOnly: true,
      }),
      passphrase: text(128)
        .optional()
        .meta({ description: 'Required if the private key is encrypted.', writeOnly: true }),
      for: z.enum(holders).meta({
        description:
          'SELF: for the calling doctor’s or dentist’s documents. ORGANISATION: for all others; administrators only.',
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
  answer: z.object({ signingCertificate: withChain }),
  refusals: 'The caller is not verified, or asks for a holder that their role does not allow.',
})

export const retireSigningCertificate = operation('documents:write', {
  ...named,
  roles: rolesOf(access.signingCertificates.retire),
  method: 'POST',
  path: '/api/signing-certificates/{id}/retire',
  name: 'retireSigningCertificate',
  call: 'signingCertificates.retire',
  summary: 'Retire a signing certificate',
  description:
    'The certificate signs no more documents, and its private key is destroyed. Its signatures stay valid. Idempotent.',
  answer: z.object({ signingCertificate: withChain }),
  refusals: 'It is the organisation’s, and the caller is not an administrator.',
})
