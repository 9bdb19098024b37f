import { X509Certificate } from 'node:crypto'
import { type BaseBlock, fromBER, ObjectIdentifier, Primitive } from 'asn1js'
import type { AddressGuard } from '../../lib/address-guard.ts'
import { guardedRequest } from '../../lib/guarded-request.ts'
import { isTagged, membersOf, readCertificate } from '../asn1.ts'
import { RevokedError, ValidationDataError } from '../content.ts'
import { type Kind, oids } from '../object-identifiers.ts'
import { readRevocationList } from './crl.ts'
import { ocspRequest, readOcspResponse } from './ocsp.ts'
import type { Status } from './statements.ts'

/** What a reader needs to validate a signature later, each in DER (ETSI EN 319 142-1, 5.4.2). */
export type ValidationData = { certificates: Buffer[]; crls: Buffer[]; ocsps: Buffer[] }

/** Collects validation data from the services that certificates name. */
export interface ValidationServices {
  /**
   * @param certificates of a signature and of its time stamp, in any order
   * @throws {ValidationDataError} if no service of a certificate answers
   * @throws {RevokedError} if a certificate is revoked
   */
  collect(certificates: X509Certificate[]): Promise<ValidationData>
}

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 5000 }
/** Addresses that are tried for one purpose. A certificate may name any number. */
const MAX_ADDRESSES = 2
/** An answer is used again for this time, and not after its next update. */
const KEPT_MS = 3_600_000
const MAX_KEPT = 200
/** Of a signature and its time stamp, issuers included. */
const MAX_CERTIFICATES = 20

/** A statement that a certificate is not revoked, in DER. */
type Proof = { kind: 'crls' | 'ocsps'; der: Buffer }
/** What the services of a certificate answered. */
type Facts = { issuer: X509Certificate | undefined; proof: Proof | undefined }

/** The services of the authorities. @param guard refuses addresses that are not public */
export function validationServices(guard: AddressGuard): ValidationServices {
  const kept = new Map<string, { facts: Promise<Facts>; until: number }>()

  /** The facts about a certificate, asked once for all documents that are signed meanwhile. */
  function factsOf(certificate: X509Certificate, known: X509Certificate | undefined): Promise<Facts> {
    const key = certificate.fingerprint256
    const found = kept.get(key)
    if (found && found.until > Date.now()) return found.facts
    const entry = {
      until: Date.now() + KEPT_MS,
      facts: ask(guard, certificate, known, (until) => (entry.until = until)),
    }
    kept.delete(key)
    kept.set(key, entry)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!) // there is one
    entry.facts.catch(() => kept.delete(key))
    return entry.facts
  }

  return {
    async collect(given) {
      const found = new Map(given.map((one) => [one.fingerprint256, one]))
      const data: ValidationData = { certificates: [], crls: [], ocsps: [] }
      // Issuers are added while the loop runs.
      for (const certificate of found.values()) {
        if (isIssuedBy(certificate, certificate)) continue // a root has no status
        const known = [...found.values()].find((one) => isIssuedBy(certificate, one))
        const { issuer, proof } = await factsOf(certificate, known)
        if (issuer && found.size < MAX_CERTIFICATES) found.set(issuer.fingerprint256, issuer)
        if (proof && !data[proof.kind].some((one) => one.equals(proof.der))) data[proof.kind].push(proof.der)
      }
      data.certificates = [...found.values()].map(({ raw }) => raw)
      return data
    },
  }
}

/**
 * Asks for the issuer, unless it is known, and for the status: by OCSP, which is small, otherwise by a revocation list.
 * @param keep receives the time until which the answer may be used
 */
async function ask(
  guard: AddressGuard,
  certificate: X509Certificate,
  known: X509Certificate | undefined,
  keep: (until: number) => void,
): Promise<Facts> {
  const issuer = known ?? (await fetchIssuer(guard, certificate))
  const faults: unknown[] = []
  for (const way of waysTo(guard, certificate, issuer)) {
    try {
      const { status, ...proof } = await way()
      if (status.isRevoked) throw new RevokedError(nameOf(certificate))
      keep(Math.min(status.nextUpdate?.getTime() ?? Number.POSITIVE_INFINITY, Date.now() + KEPT_MS))
      return { issuer, proof }
    } catch (error) {
      if (error instanceof RevokedError) throw error
      faults.push(error)
    }
  }
  if (faults.length === 0) return { issuer, proof: undefined } // it names no service
  const cause = new AggregateError(faults, faults.map(String).join('; '))
  throw new ValidationDataError(`The status of a certificate is not available: ${nameOf(certificate)}`, { cause })
}

/** The ways to learn the status of a certificate, the best first. */
const waysTo = (
  guard: AddressGuard,
  certificate: X509Certificate,
  issuer: X509Certificate | undefined,
): (() => Promise<Proof & { status: Status }>)[] => [
  ...(issuer ? urlsIn(certificate, 'authorityInformation', 'ocsp') : []).map((url) => async () => {
    const body = ocspRequest(certificate, issuer!)
    const der = await guardedRequest(guard, url, { body, contentType: 'application/ocsp-request', ...LIMITS })
    return { kind: 'ocsps' as const, der, status: readOcspResponse(der, certificate, issuer!, new Date()) }
  }),
  ...urlsIn(certificate, 'revocationLists').map((url) => async () => {
    const der = await guardedRequest(guard, url, LIMITS)
    return { kind: 'crls' as const, der, status: readRevocationList(der, certificate, issuer, new Date()) }
  }),
]

/** The issuer that a certificate names. Undefined if it names none, or no service answers with it. */
async function fetchIssuer(guard: AddressGuard, certificate: X509Certificate): Promise<X509Certificate | undefined> {
  for (const url of urlsIn(certificate, 'authorityInformation', 'issuerCertificate')) {
    const issuer = await guardedRequest(guard, url, LIMITS)
      .then((der) => new X509Certificate(der))
      .catch(() => undefined) // the status may be available without it
    if (issuer && isIssuedBy(certificate, issuer)) return issuer
  }
}

/** The subject in one line. */
const nameOf = ({ subject }: X509Certificate): string => subject.replaceAll('\n', ', ')

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false // an unsupported key
  }
}

/** The HTTP addresses in an extension of a certificate, for one use if given. */
function urlsIn(certificate: X509Certificate, extension: Kind, use?: Kind): string[] {
  const found = readCertificate(certificate.raw)?.extension(extension)
  const parts = membersOf(found).filter((part) => {
    const [method] = membersOf(part)
    return use === undefined || (method instanceof ObjectIdentifier && method.getValue() === oids[use])
  })
  const urls = parts.flatMap(locationsIn).filter((url) => /^https?:/.test(url) && URL.canParse(url))
  return urls.slice(0, MAX_ADDRESSES)
}

/** The GeneralNames that are addresses (RFC 5280, 4.2.1.6), at any depth. */
const locationsIn = (block: BaseBlock): string[] =>
  block instanceof Primitive && isTagged(block, 6)
    ? [Buffer.from(block.valueBlock.valueHexView).toString('latin1')]
    : membersOf(block).flatMap(locationsIn)

/** The certificates in a CMS SignedData (RFC 5652, 5.1), as in a time-stamp token. */
export function certificatesOf(signedData: Uint8Array): X509Certificate[] {
  const [, explicit] = membersOf(fromBER(signedData).result)
  const [content] = membersOf(explicit)
  const set = membersOf(content).find((part) => isTagged(part, 0))
  return membersOf(set).map((block) => new X509Certificate(block.valueBeforeDecodeView))
}
