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
      .meta({ description: 'The holder; null if the organisation holds the certificate.' }),
    subject: z.string().meta({ example: 'C=MA, O=Cabinet Anfa, CN=Dr Salma Bennani' }),
    fingerprint: z.string().meta({
      description: 'SHA-256 of the certificate, as lowercase hex.',
      example: '0a1b'.repeat(16),
    }),
    selfSigned: z.boolean().meta({ description: 'Whether the certificate is its own issuer.', example: false }),
    validFrom: utc,
    validUntil: utc,
    expiresSoon: z.boolean().meta({
      description: 'Whether the certificate is in use, and has expired or expires within 30 days.',
      example: false,
    }),
    status,
    createdAt: utc,
    retiredAt: utc.nullable(),
  })
  .meta({
    id: 'SigningCertificate',
    description: 'A certificate that signs PDF documents. The private key is never returned.',
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
    'Administrators see all certificates of the organisation; doctors and dentists see their own and the organisation’s. Newest first.',
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
  description: 'Includes the certificate chain, with which signatures can be verified.',
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
    'Documents are signed with the certificate of their doctor or dentist, or else with the organisation’s. The previous certificate is retired: its private key is destroyed, and its signatures stay valid.',
  body: z
    .strictObject({
      chainPem: text(MAX_CHAIN).meta({
        description:
          'The certificate as PEM, followed by its issuer, the issuer of that, and so on. The root may be omitted.',
      }),
      privateKeyPem: text(MAX_PRIVATE_KEY).meta({
        description:
          'The private key as PEM: RSA with 2048 to 4096 bits, or elliptic curve P-256 or P-384. Stored encrypted and never returned.',
        writeOnly: true,
      }),
      passphrase: text(128)
        .optional()
        .meta({ description: 'Required if the private key is encrypted.', writeOnly: true }),
      for: z.enum(holders).meta({
        description:
          'SELF: signs the documents of the calling doctor or dentist. ORGANISATION: signs all other documents; administrators only.',
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
  refusals: 'The caller is not verified, or their role does not allow the value of `for`.',
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
    'The certificate no longer signs documents, and its private key is destroyed. Its signatures stay valid. Retiring again changes nothing.',
  answer: z.object({ signingCertificate: withChain }),
  refusals: 'The certificate is the organisation’s, and the caller is not an administrator.',
})
