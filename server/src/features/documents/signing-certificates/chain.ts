import type { X509Certificate } from 'node:crypto'
import { BitString, fromBER } from 'asn1js'
import type { Fault } from '../../../errors.ts'
import { certificatesIn, derOf, readCertificate } from '../../../pdf/asn1.ts'

/** Limit of characters of a PEM chain. */
export const MAX_CHAIN = 32_768
const MAX_CERTIFICATES = 6
const SIGNATURE_OR_NON_REPUDIATION = 0b1100_0000

/** The signer's certificate, then its issuers in order. */
export type Chain = [X509Certificate, ...X509Certificate[]]

/** Parses a chain that can sign documents now, or returns its fault. Text outside the PEM blocks is ignored. */
export function readChain(pem: string, now: Date): Chain | Fault {
  const [own, ...issuers] = certificatesOf(pem)
  if (!own) return fault('must be one or more certificates as PEM')
  const chain: Chain = [own, ...issuers]
  return [shapeFault(chain), usageFault(own), timeFault(own, now)].find((found) => found !== undefined) ?? chain
}

/** Whether the certificate is its own issuer. */
export const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.issuer === certificate.subject && certificate.verify(certificate.publicKey)

/** All certificates, or none if one of them cannot be parsed by the signing library. */
function certificatesOf(pem: string): X509Certificate[] {
  try {
    const found = certificatesIn(pem)
    return found.every(({ raw }) => readCertificate(raw)) ? found : []
  } catch {
    return []
  }
}

function shapeFault(chain: Chain): Fault | undefined {
  if (chain.length > MAX_CERTIFICATES) return fault(`must be at most ${MAX_CERTIFICATES} certificates`)
  // Signing re-encodes certificates as DER. Their signatures cover the exact bytes, so other encodings would become invalid.
  if (chain.some(({ raw }) => !derOf(fromBER(raw).result).equals(raw)))
    return fault('must contain certificates in DER encoding')
  const broken = chain.findIndex((one, at) => at > 0 && !hasIssued(one, chain[at - 1]!))
  if (broken > 0) return fault(`is out of order: certificate ${broken + 1} did not issue certificate ${broken}`)
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false // an unsupported key algorithm
  }
}

/** Without a key usage extension, all uses are allowed (RFC 5280). */
function usageFault(certificate: X509Certificate): Fault | undefined {
  const usage = readCertificate(certificate.raw)?.extension('keyUsage')
  if (!usage) return undefined
  const bits = usage instanceof BitString ? (usage.valueBlock.valueHexView[0] ?? 0) : 0
  if ((bits & SIGNATURE_OR_NON_REPUDIATION) === 0)
    return fault('cannot sign documents: its key usage has neither digitalSignature nor nonRepudiation')
}

function timeFault({ validFromDate, validToDate }: X509Certificate, now: Date): Fault | undefined {
  if (validToDate <= now) return fault(`expired at ${validToDate.toISOString()}`)
  if (validFromDate > now) return fault(`is not valid before ${validFromDate.toISOString()}`)
}

const fault = (message: string): Fault => ({ path: ['chainPem'], message })
