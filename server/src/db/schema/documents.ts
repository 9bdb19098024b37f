import type { ColumnType } from 'kysely'
import type { Content, Letterhead, Template } from '../../pdf/content.ts'
import type { Timestamp } from './columns.ts'

/** PDF documents, signing certificates and letterheads. */
export type Documents = {
  letterheads: {
    tenant_id: string
    name: string
    name_ar: string | null
    address: string | null
    address_ar: string | null
    city: string | null
    city_ar: string | null
    phone: string | null
    email: string | null
    identifiers: Letterhead['identifiers']
    color: string
    logo_svg: string | null
    updated_by: string
    updated_at: Timestamp
  }
  earlier_letterheads: {
    tenant_id: string
    replaced_at: Date
    letterhead: ColumnType<Letterhead, string, never>
  }
  signing_certificates: {
    tenant_id: string
    id: string
    user_id: string | null
    chain: string
    private_key_encrypted: Buffer | null
    subject: string
    fingerprint: string
    self_signed: boolean
    valid_from: Date
    valid_until: Date
    created_at: Timestamp
    retired_at: Date | null
  }
  documents: {
    tenant_id: string
    id: string
    template: Template
    serial: string
    content: ColumnType<Content, string, never>
    content_sha256: Buffer
    patient_id: string
    practitioner_id: string | null
    prescription_id: string | null
    appointment_id: string | null
    invoice_id: string | null
    certificate_id: string | null
    created_by: string
    created_at: Timestamp
    object_key: string | null
    pdf_sha256: string | null
    size: number | null
    ready_at: Date | null
    cancelled_at: Date | null
    cancel_reason: string | null
  }
  /** Written by triggers of orders and documents. */
  documents_of_pharmacies: {
    tenant_id: string
    pharmacy_id: string
    created_at: Date
    document_id: string
  }
}
