import { type InferResult, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, type Conditions, type Part, pagedListing, splitByColumn, timeRange } from '../../../db/listings.ts'
import type { Schema } from '../../../db/schema.ts'
import { defer } from '../../../db/transaction.ts'
import { type DocumentLanguage, type Practitioner, type Template, templateNames } from '../../../pdf/content.ts'
import { isSeenByPharmacy } from '../../care/prescriptions/actions.ts'
import { patientsOf } from '../../people/relationships/actions.ts'

export type Filters = {
  templateId?: Template | undefined
  patientId?: string | undefined
  prescriptionId?: string | undefined
  appointmentId?: string | undefined
  invoiceId?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

/** Finished documents that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('documents as d')
    .where('d.tenant_id', '=', caller.tenantId)
    .where('d.ready_at', 'is not', null)
    .where(isVisibleTo(caller))
}

/**
 * Whether a document names the caller as its practitioner, and the caller may read it. Documents by other users may contain
 * data of the patient that are newer than the end of the care relationship, so they need access to the file.
 */
const isOfPractitioner = (caller: Caller) => sql<boolean>`(
  d.practitioner_id = ${caller.userId}
  and (d.created_by = ${caller.userId} or d.patient_id = any(${patientsOf(caller)})))`

const isVisibleTo = (caller: Caller) =>
  visible(access.documents.read, caller, {
    own: 'd.patient_id',
    author: isOfPractitioner(caller),
    addressed: isSeenByPharmacy('d.tenant_id', 'd.prescription_id', caller.userId),
    desk: sql<boolean>`d.template = 'invoice'`,
    shared: sql`d.template <> 'certificate'`,
    reason: sql`d.patient_id = any(${patientsOf(caller)})`,
  })

/** The columns of the API's Document, with the names of patient and practitioner. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as p', (join) => join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.patient_id'))
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'd.tenant_id').onRef('u.id', '=', 'd.practitioner_id'),
    )
    .select([
      'd.id',
      'd.template',
      'd.serial',
      'd.patient_id',
      'd.practitioner_id',
      'd.prescription_id',
      'd.appointment_id',
      'd.invoice_id',
      'd.certificate_id',
      'd.created_at',
      'd.pdf_sha256',
      'd.object_key',
      'd.size',
      'd.cancelled_at',
      'd.cancel_reason',
      'p.name as patient_name',
      'u.name as practitioner_name',
      sql<DocumentLanguage>`d.content ->> 'language'`.as('language'),
    ])
    .$narrowType<{ object_key: string; pdf_sha256: string; size: number }>() // of finished documents

export type Shown = InferResult<ReturnType<typeof withNames>>[number]

const records = { visibleTo, shown: withNames, id: 'd.id' }

export const one = byId(records)

const conditions: Conditions<Filters> = {
  templateId: ({ templateId }) => sql`d.template = ${templateId}`,
  patientId: ({ patientId }) => sql`d.patient_id = ${patientId}`,
  prescriptionId: ({ prescriptionId }) => sql`d.prescription_id = ${prescriptionId}`,
  appointmentId: ({ appointmentId }) => sql`d.appointment_id = ${appointmentId}`,
  invoiceId: ({ invoiceId }) => sql`d.invoice_id = ${invoiceId}`,
  ...timeRange('d.created_at'),
}

/** The documents of a pharmacy, from `documents_of_pharmacies`: its key has the order of the list. */
const seenByPharmacy: Part = {
  from: (db, { tenantId, userId }) =>
    db
      .selectFrom('documents_of_pharmacies as d')
      .where('d.tenant_id', '=', tenantId)
      .where('d.pharmacy_id', '=', userId),
  id: 'd.document_id',
  instead: { templateId: ({ templateId }) => sql`${templateId} = 'prescription'` },
}

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    by: 'd.created_at',
    parts: (role, hasFilter) => {
      const all = [{ from: visibleTo }]
      const ofOne = hasFilter('prescriptionId') || hasFilter('appointmentId') || hasFilter('invoiceId')
      if (hasRelation(access.documents.read, role, 'addressed'))
        return ofOne || hasFilter('patientId') ? all : [seenByPharmacy]
      return ofOne ? all : splitByColumn(all, 'd.template', templateNames, 'templateId', 'one')
    },
  },
  conditions,
)

/** One document, locked until the transaction ends. */
export function lock(db: Db, caller: Caller, id: string) {
  return visibleTo(db, caller)
    .where('d.id', '=', id)
    .select(['d.id', 'd.patient_id', 'd.practitioner_id', 'd.cancelled_at', 'd.cancel_reason'])
    .forUpdate()
    .executeTakeFirst()
}

export function markCancelled(
  db: Db,
  { tenantId, id }: { tenantId: string; id: string },
  cancelled: { cancelled_at: Date; cancel_reason: string | null },
) {
  return db.updateTable('documents').set(cancelled).where('tenant_id', '=', tenantId).where('id', '=', id)
}

type User = { tenantId: string; userId: string }

export async function findName(db: Db, { tenantId, userId }: User): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .select('name')
    .executeTakeFirstOrThrow()
  return name
}

/** A doctor or dentist as printed on documents. */
export function findPractitioner(db: Db, { tenantId, userId }: User): Promise<Practitioner> {
  return db
    .selectFrom('users as u')
    .leftJoin('doctors as d', (join) => join.onRef('d.tenant_id', '=', 'u.tenant_id').onRef('d.user_id', '=', 'u.id'))
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .select(['u.name', 'd.specialty', 'd.licence_number as licenceNumber'])
    .select(sql<Practitioner['role']>`u.role`.as('role'))
    .executeTakeFirstOrThrow()
}

type NewDocument = Omit<
  Schema['documents'],
  'content' | 'created_at' | 'object_key' | 'pdf_sha256' | 'size' | 'ready_at' | 'cancelled_at' | 'cancel_reason'
> & { content: string; created_at: Date }

/** Inserts a document unless one with the same content exists. */
export const insert = (row: NewDocument) =>
  builder
    .insertInto('documents')
    .values(row)
    .onConflict((same) => same.columns(['tenant_id', 'content_sha256']).where('cancelled_at', 'is', null).doNothing())

/** The document with this content, finished or not. */
export function findByContent(db: Db, tenantId: string, contentSha256: Buffer) {
  return db
    .selectFrom('documents')
    .where('tenant_id', '=', tenantId)
    .where('content_sha256', '=', contentSha256)
    .where('cancelled_at', 'is', null)
    .select(['id', 'certificate_id', 'object_key'])
    .executeTakeFirst()
}

type AboutRecord = Pick<
  NewDocument,
  'tenant_id' | 'patient_id' | 'template' | 'prescription_id' | 'appointment_id' | 'invoice_id'
>

/** Whether a document about the same record was cancelled, and no newer one is valid. */
export async function isWithdrawn(db: Db, about: AboutRecord): Promise<boolean> {
  const { rows } = await sql<{ withdrawn: boolean }>`
    select coalesce(max(cancelled_at) > max(created_at) filter (where cancelled_at is null), count(cancelled_at) > 0) as withdrawn
    from documents
    where tenant_id = ${about.tenant_id}
      and patient_id = ${about.patient_id}
      and template = ${about.template}
      and prescription_id is not distinct from ${about.prescription_id}
      and appointment_id is not distinct from ${about.appointment_id}
      and invoice_id is not distinct from ${about.invoice_id}`.execute(db)
  return rows[0]!.withdrawn
}

/** The data for rendering a document, finished or not. */
export function findForRendering(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('documents')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .select(['template', 'serial', 'content', 'certificate_id', 'object_key'])
    .executeTakeFirst()
}

/** Sets the current certificate for an unfinished document. */
export const signWith = (tenantId: string, id: string, certificateId: string | null) =>
  builder
    .updateTable('documents')
    .set({ certificate_id: certificateId })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('ready_at', 'is', null)

/**
 * Records the file of a document unless another request has recorded one.
 * @param file undefined if another request has recorded one
 * @returns the key of the recorded file, and whether the caller may still see it; undefined if the document was deleted
 */
export async function settleFile(
  db: Db,
  caller: Caller,
  id: string,
  file: File | undefined,
  at: Date,
): Promise<{ object_key: string; patient_id: string; visible: boolean } | undefined> {
  const { tenantId } = caller
  if (file)
    defer(
      db,
      db
        .updateTable('documents')
        .set({
          object_key: file.objectKey,
          pdf_sha256: file.sha256,
          size: file.size,
          // Another request may have set a newer certificate during signing.
          certificate_id: file.certificateId,
          created_at: file.createdAt,
          ready_at: at,
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('ready_at', 'is', null),
    )
  return db
    .selectFrom('documents as d')
    .where('d.tenant_id', '=', tenantId)
    .where('d.id', '=', id)
    .select(['d.object_key', 'd.patient_id', isVisibleTo(caller).as('visible')])
    .$narrowType<{ object_key: string }>() // set above or earlier
    .executeTakeFirst()
}

/** The PDF file of a document. */
export type File = {
  objectKey: string
  sha256: string
  size: number
  certificateId: string | null
  createdAt: Date
}
