type Kind = { holder: 'PRACTITIONER' | 'ORGANISATION'; fileName: string; reason: string }

/**
 * The templates; each is a file of `server/templates`. Practitioners must sign theirs, the organisation signs its own if it
 * has a certificate. The signature states the reason.
 */
export const templates = {
  prescription: { holder: 'PRACTITIONER', fileName: 'ordonnance', reason: 'Ordonnance médicale' },
  certificate: { holder: 'PRACTITIONER', fileName: 'certificat', reason: 'Certificat médical' },
  invoice: { holder: 'ORGANISATION', fileName: 'facture', reason: 'Facture' },
  attestation: { holder: 'ORGANISATION', fileName: 'attestation', reason: 'Attestation de présence' },
} satisfies Record<string, Kind>
export type Template = keyof typeof templates
export const templateNames = Object.keys(templates) as Template[]

/** The languages of a document: one, or both side by side. */
export const documentLanguages = ['fr', 'ar', 'fr-ar'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** The letterhead of every document. Absent parts are left out. */
export type Letterhead = {
  name: string
  nameAr: string | null
  /** Several lines. */
  address: string | null
  addressAr: string | null
  /** The place of issue: "Fait à …". */
  city: string | null
  cityAr: string | null
  phone: string | null
  email: string | null
  /** Official registration numbers, in order: ICE, IF, TP, INPE … */
  identifiers: { label: string; value: string }[]
  /** `#rrggbb` */
  color: string
  /** With only the elements and attributes that `features/documents/letterhead` allows. */
  logoSvg: string | null
}

export type Practitioner = {
  name: string
  role: 'DOCTOR' | 'DENTIST'
  specialty: string | null
  /** Registration number of the professional order. */
  licenceNumber: string | null
}

export type Patient = {
  name: string
  /** A calendar date, `1984-05-17`. */
  birthDate: string | null
  sex: 'F' | 'M' | null
  /** Number of the national identity card (CIN) or a passport. */
  nationalId: string | null
  /** The insurer (CNSS, CNOPS, a company). */
  insurer: string | null
  insuranceNumber: string | null
}

/** The table of a substance in the dahir of 2 December 1922: A toxic, B narcotic, C dangerous. */
export type SubstanceTable = 'A' | 'B' | 'C'

type Common = { language: DocumentLanguage; letterhead: Letterhead; patient: Patient }

/** Times are ISO 8601 in UTC, amounts centimes; `shown.ts` formats them. */
export type PrescriptionContent = Common & {
  template: 'prescription'
  prescriptionId: string
  practitioner: Practitioner
  issuedAt: string
  validUntil: string | null
  lines: {
    medication: string
    dosage: string
    instructions: string | null
    durationDays: number | null
    substanceTable: SubstanceTable | null
    /** Absent in documents that are older than these fields. */
    quantity?: number | null
    unit?: string | null
    refills?: number
    substitutable?: boolean
  }[]
  /** `sha256:` of the canonical form that the prescriber signed. */
  signature: string
}

export type CertificateContent = Common & {
  template: 'certificate'
  appointmentId: string
  practitioner: Practitioner
  examinedAt: string
  byVideo: boolean
  /** The practitioner's own text. */
  statement: string | null
  /** Sick leave from a calendar date on. */
  rest: { from: string; days: number; outings: boolean } | null
}

export type InvoiceContent = Common & {
  template: 'invoice'
  invoiceId: string
  /** `2026-000123` */
  number: string
  issuedAt: string
  cancelled: boolean
  practitioner: Practitioner | null
  /** Time of its appointment. */
  visitAt: string | null
  description: string | null
  amount: number
  paid: number
  refunded: number
  /** Payments in order. */
  payments: { method: 'CARD' | 'CASH'; amount: number; at: string }[]
}

export type AttestationContent = Common & {
  template: 'attestation'
  appointmentId: string
  practitioner: Practitioner
  startTime: string
  endTime: string
  byVideo: boolean
  /** Its addressee or purpose. */
  purpose: string | null
}

/** The content of a document without serial number and creation time. Equal content means the same document. */
export type Content = PrescriptionContent | CertificateContent | InvoiceContent | AttestationContent

/** A signing key with its chain in PEM, the signer's own certificate first. */
export type SealingKey = { chainPem: string; privateKeyPem: string }

/** A signing key and its holder, who is named in the document. */
export type Sealer = SealingKey & { holder: Kind['holder'] }

export type RenderJob = {
  content: Content
  /** 20 characters of Crockford's base 32, without dashes. */
  serial: string
  /** The public verification URL in the QR code. */
  verifyUrl: string
  createdAt: Date
  /** Undefined for an unsigned document. */
  seal: Sealer | undefined
}

export type Rendered = { bytes: Uint8Array /** Lowercase hex, of the bytes. */; sha256: string }

/** Renders documents outside the event loop. */
export interface Renderer {
  /** Identifies the version of templates and fonts; another edition may render the same content differently. */
  readonly edition: string
  /**
   * @throws {UnprintableError} for characters that no font has
   * @throws {BusyError} when the queue is full, or the job did not start in time
   */
  render(job: RenderJob): Promise<Rendered>
  close(): Promise<void>
}

/** Characters that none of the fonts has: a medical document must not contain placeholder boxes. */
export class UnprintableError extends Error {
  override name = 'UnprintableError'
  readonly characters: string
  constructor(characters: string) {
    super(`No font has the characters ${characters}.`)
    this.characters = characters
  }
}

export class BusyError extends Error {
  override name = 'BusyError'
  constructor() {
    super('Too many documents are being rendered.')
  }
}
