import type { Head, TemplateDefinition } from './template.ts'
import { attestation } from './templates/attestation.ts'
import { certificate } from './templates/certificate.ts'
import { invoice } from './templates/invoice.ts'
import { prescription } from './templates/prescription.ts'

export * from './template.ts'

/** The templates by name. `features/documents/documents/contents.ts` collects their content. */
export const templates = { prescription, certificate, invoice, attestation }
export type Template = keyof typeof templates
export const templateNames = Object.keys(templates) as Template[]

/** The content of a document without its head. */
export type Fields<T extends Template> = Parameters<(typeof templates)[T]['format']>[0]

/** The content of a document without serial number and creation time. Equal content means the same document. */
export type Content<T extends Template = Template> = { [K in T]: { template: K } & Head & Fields<K> }[T]

/** A signing key with its chain in PEM, the signer's own certificate first. */
export type SealingKey = { chainPem: string; privateKeyPem: string }

/** A signing key and its holder, whom the document names. */
export type Sealer = SealingKey & { holder: TemplateDefinition<never>['holder'] }

export type RenderJob = {
  content: Content
  /** 20 characters of Crockford's base 32, without dashes. */
  serial: string
  /** The public verification URL in the QR code. */
  verifyUrl: string
  createdAt: Date
  /** Marks each page as a specimen, because the document is not a real one. */
  isSpecimen: boolean
  /** Undefined for an unsigned document. */
  seal: Sealer | undefined
}

export type Rendered = { bytes: Uint8Array /** Lowercase hex, of the bytes. */; sha256: string }

/** Renders documents outside the event loop. */
export interface Renderer {
  /** The version of templates, code and fonts. Another edition may render the same content differently. */
  readonly edition: string
  /**
   * @param tenantId the organisation that waits. Jobs without one wait together.
   * @throws {UnprintableError} for characters that no font contains
   * @throws {BusyError} if the queue is full, or the job did not start in time
   * @throws {TimestampError} if the authority gives no time stamp
   * @throws {ValidationDataError} if the status of a certificate is not available
   * @throws {RevokedError} if a certificate is revoked
   */
  render(job: RenderJob, tenantId?: string): Promise<Rendered>
  close(): Promise<void>
}

/** No font contains the characters. A medical document must not contain placeholder boxes instead of text. */
export class UnprintableError extends Error {
  override name = 'UnprintableError'
  readonly characters: string
  constructor(characters: string) {
    super(`No font contains the characters ${characters}.`)
    this.characters = characters
  }
}

export class BusyError extends Error {
  override name = 'BusyError'
  constructor() {
    super('Too many documents are being rendered.')
  }
}

/** The time-stamping authority did not give a time stamp for the requested value. */
export class TimestampError extends Error {
  override name = 'TimestampError'
}

/** A service that a certificate names did not state whether the certificate is revoked. */
export class ValidationDataError extends Error {
  override name = 'ValidationDataError'
}

/** A certificate of a signature is revoked. */
export class RevokedError extends Error {
  override name = 'RevokedError'
  constructor(name: string) {
    super(`The certificate is revoked: ${name}`)
  }
}
