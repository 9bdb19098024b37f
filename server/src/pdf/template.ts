import type { Language } from '../lib/channels.ts'

/** A text in both languages of documents. */
export type Bilingual = { fr: string; ar: string }

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
  /** Contains only elements and attributes that `features/documents/letterhead` allows. */
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
  /** The name in Arabic; absent if it is not known, and in documents of earlier versions. */
  nameAr?: string
}

/** The content of every document. */
export type Head = { language: DocumentLanguage; letterhead: Letterhead; patient: Patient }

/**
 * A template of documents. Its layout is the file with the same name in `server/templates`.
 * @template Fields the content without the head: times in ISO 8601 in UTC, amounts in centimes
 */
export type TemplateDefinition<Fields extends { practitioner: Practitioner | null }> = {
  /** PRACTITIONER: the document must be signed. ORGANISATION: the document is signed if the organisation has a certificate. */
  holder: 'PRACTITIONER' | 'ORGANISATION'
  /** The start of the name of the downloaded file. The serial number follows. */
  fileName: string
  /** The heading of the page. Its French text is also the reason in the signature. */
  title: Bilingual
  /** The name of the document on the verification page. */
  name: Record<Language, string>
  /** The data of the layout: formatted values, as `{fr, ar}` where the languages differ, and null for absent ones. */
  format: (fields: Fields) => object
  /** Fictitious content for tests, and for the pictures in docs. */
  example: Omit<Fields, 'practitioner'>
}
