/** The templates of the decision on documents; each is a file of `server/templates`. */
export const templates = ['prescription', 'certificate', 'invoice', 'attestation'] as const
export type Template = (typeof templates)[number]

/** In which languages a document speaks: one, or both side by side. */
export const documentLanguages = ['fr', 'ar', 'fr-ar'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** What stands at the head of every document: whose it is. Absent parts are left out. */
export type Letterhead = {
  name: string
  nameAr: string | null
  /** Of several lines. */
  address: string | null
  addressAr: string | null
  /** Where documents are made: "Fait à …". */
  city: string | null
  cityAr: string | null
  phone: string | null
  email: string | null
  /** What authorities know it by, in order: ICE, IF, TP, INPE … */
  identifiers: { label: string; value: string }[]
  /** `#rrggbb` */
  color: string
  /** Of the elements and attributes that `features/letterhead` lets through. */
  logoSvg: string | null
}

export type Practitioner = {
  name: string
  role: 'DOCTOR' | 'DENTIST'
  specialty: string | null
  /** The number under which the professional order has them. */
  licenceNumber: string | null
}

export type Patient = {
  name: string
  /** A day of the calendar, `1984-05-17`. */
  birthDate: string | null
  sex: 'F' | 'M' | null
  /** The number of the national identity card (CIN), or of a passport. */
  nationalId: string | null
  /** Who insures (CNSS, CNOPS, a company), and under which number. */
  insurer: string | null
  insuranceNumber: string | null
}

/** In which table of the dahir of 2 December 1922 a substance stands: A toxic, B narcotic, C dangerous. */
export type SubstanceTable = 'A' | 'B' | 'C'

type Common = { language: DocumentLanguage; letterhead: Letterhead; patient: Patient }

/** Times are ISO 8601 in UTC, amounts centimes: how they are written is the business of `shown.ts`. */
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
  }[]
  /** `sha256:` of the canonical form that its prescriber signed. */
  signature: string
}

export type CertificateContent = Common & {
  template: 'certificate'
  appointmentId: string
  practitioner: Practitioner
  examinedAt: string
  byVideo: boolean
  /** What the practitioner certifies, in their own words. */
  statement: string | null
  /** Days off work, from a day of the calendar on. */
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
  /** Of the appointment that it is for. */
  visitAt: string | null
  description: string | null
  amount: number
  paid: number
  refunded: number
  /** What came in, in order. */
  payments: { method: 'CARD' | 'CASH'; amount: number; at: string }[]
}

export type AttestationContent = Common & {
  template: 'attestation'
  appointmentId: string
  practitioner: Practitioner
  startTime: string
  endTime: string
  byVideo: boolean
  /** For whom it is, or what for. */
  purpose: string | null
}

/** All that a document says but its serial number and the moment it was made. The same content is the same document. */
export type Content = PrescriptionContent | CertificateContent | InvoiceContent | AttestationContent

/** With what a document is signed: PEM, the signer's own certificate first. */
export type SealingKey = { chainPem: string; privateKeyPem: string }

/** Whose certificate it is: a document says by whom it was signed. */
export type Sealer = SealingKey & { holder: 'PRACTITIONER' | 'ORGANISATION' }

export type RenderJob = {
  content: Content
  /** 20 letters and digits of Crockford's base 32, without dashes. */
  serial: string
  /** Where anybody may check it; what the QR code says. */
  verifyUrl: string
  createdAt: Date
  /** Undefined: it is not signed. */
  seal: Sealer | undefined
}

export type Rendered = { bytes: Uint8Array /** Lowercase hex, of the bytes. */; sha256: string }

/** Makes documents, away from the event loop. */
export interface Renderer {
  /** A name of the templates and fonts as they are now: another one may make another document of the same content. */
  readonly edition: string
  /**
   * @throws {UnprintableError} for text that no font has
   * @throws {BusyError} while more is waited for than can be made soon, or when its turn did not come
   */
  render(job: RenderJob): Promise<Rendered>
  close(): Promise<void>
}

/** Signs in a text that none of the fonts can show: a medical document is not made with boxes in it. */
export class UnprintableError extends Error {
  override name = 'UnprintableError'
  readonly characters: string
  constructor(characters: string) {
    super(`No font of ours has ${characters}.`)
    this.characters = characters
  }
}

export class BusyError extends Error {
  override name = 'BusyError'
  constructor() {
    super('Too many documents are being made.')
  }
}
