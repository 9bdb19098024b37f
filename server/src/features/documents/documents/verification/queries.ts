import { sql } from 'kysely'
import type { CallerIds } from '../../../../actor.ts'
import type { Database } from '../../../../db/database.ts'
import { prepared } from '../../../../db/prepared.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import type { Practitioner, Template } from '../../../../pdf/content.ts'

type DocumentRef = { tenantId: string; id: string }

/** The document of a serial number, found before the tenant is known. */
export async function documentBySerial(database: Database, serial: string): Promise<DocumentRef | undefined> {
  type Row = { tenant_id: string; id: string }
  const query = sql<Row>`select tenant_id, id from document_by_serial(${serial})`
  const row = await database.findBySecret(query, sha256(serial))
  return row && { tenantId: row.tenant_id, id: row.id }
}

/** A document's content and its current state. */
export type Row = {
  template: Template
  serial: string
  created_at: Date
  /** The time of issue of a prescription or invoice, as JSON text. */
  issued_at: string | null
  patient_id: string
  patient_name: string
  issuer: string
  issuer_ar: string | null
  practitioner: Practitioner | null
  /** The end of validity of a prescription, as JSON text. */
  valid_until: string | null
  /** Deliveries by pharmacies, earliest first. */
  dispensed_at: Date[]
  cancelled_at: Date | null
  /** The subject of the signing certificate; this and the next two fields are null without a signature. */
  subject: string | null
  fingerprint: string | null
  self_signed: boolean | null
  pdf_sha256: string
  size: number
}

/** `updated_at` is the time of delivery, because delivered orders do not change. */
const dispensedAt = sql`(
  select coalesce(array_agg(o.updated_at order by o.updated_at), '{}')
  from orders o
  where o.tenant_id = d.tenant_id
    and o.prescription_id = d.prescription_id
    and o.status = 'DELIVERED')`

/** When an invoice was fully refunded, which counts as a cancellation. */
const refundedAt = sql`(
  select max(r.settled_at)
  from refunds r
  where r.tenant_id = i.tenant_id
    and r.invoice_id = i.id
    and i.status = 'REFUNDED')`

export const one = prepared<CallerIds & { id: string }, Row>(
  (v) => sql`
    select
      d.template,
      d.serial,
      d.created_at,
      d.content ->> 'issuedAt' as issued_at,
      d.patient_id,
      d.content #>> '{patient,name}' as patient_name,
      d.content #>> '{letterhead,name}' as issuer,
      d.content #>> '{letterhead,nameAr}' as issuer_ar,
      nullif(d.content -> 'practitioner', 'null') as practitioner,
      d.content ->> 'validUntil' as valid_until,
      ${dispensedAt} as dispensed_at,
      least(d.cancelled_at, rx.cancelled_at, i.cancelled_at, ${refundedAt}) as cancelled_at,
      c.subject,
      c.fingerprint,
      c.self_signed,
      d.pdf_sha256,
      d.size
    from documents d
    left join prescriptions rx on rx.tenant_id = d.tenant_id and rx.id = d.prescription_id
    left join invoices i on i.tenant_id = d.tenant_id and i.id = d.invoice_id
    left join signing_certificates c on c.tenant_id = d.tenant_id and c.id = d.certificate_id
    where d.tenant_id = ${v.tenantId}
      and d.id = ${v.id}
      and d.ready_at is not null`,
)
