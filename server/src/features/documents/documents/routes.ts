import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import type { Services } from '../../../http/services.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as generation from './generation.ts'
import * as queries from './queries.ts'

export function documentRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  onExternalEffect(contract.generatePdf, {
    async prepare(ctx, actor, input) {
      const { id, objectKey } = await generation.prepare(ctx, actor, input)
      return objectKey === null ? { intentId: id } : { answer: await presentGenerated(ctx, id, objectKey) }
    },
    execute: generation.renderAndStore,
    async finalize(ctx, actor, id, file) {
      const objectKey = await generation.recordFile(ctx, actor, id, file)
      return objectKey === undefined ? notFound('Document') : presentGenerated(ctx, id, objectKey)
    },
  })

  on(contract.listDocuments, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { documents: rows.map((row) => present(ctx, row)), pagination }
  })

  on(contract.readDocument, async (ctx, actor, { params }) => {
    const row = await read(ctx, actor, params.id)
    return { document: { ...present(ctx, row), ...(await addressOf(ctx, row.object_key)) } }
  })

  for (const cancelling of [contract.cancelDocument, contract.updateDocument])
    on(cancelling, async (ctx, actor, { params, body }) => {
      await actions.cancel(ctx, actor, params.id, body.reason)
      return { document: present(ctx, await read(ctx, actor, params.id)) }
    })
}

async function read(ctx: UnitOfWork, actor: Actor, id: string): Promise<queries.Shown> {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Document')
  return row
}

async function presentGenerated(services: Services, documentId: string, objectKey: string) {
  return { ok: true as const, ...(await addressOf(services, objectKey)), documentId }
}

async function addressOf({ storage }: Pick<Services, 'storage'>, objectKey: string) {
  const { url, expiresAt } = await storage.addressOf(objectKey)
  return { url, expiresAt: expiresAt.toISOString() }
}

const present = (services: Services, row: queries.Shown) => ({
  id: row.id,
  templateId: row.template,
  language: row.language,
  serial: row.serial,
  verifyUrl: generation.verifyUrlOf(services, row.serial),
  prescriptionId: row.prescription_id,
  appointmentId: row.appointment_id,
  invoiceId: row.invoice_id,
  patient: { id: row.patient_id, name: row.patient_name },
  practitioner:
    row.practitioner_id && row.practitioner_name ? { id: row.practitioner_id, name: row.practitioner_name } : null,
  createdAt: row.created_at.toISOString(),
  signed: row.certificate_id !== null,
  sha256: row.pdf_sha256,
  size: row.size,
  status: row.cancelled_at ? ('CANCELLED' as const) : ('VALID' as const),
  cancelledAt: row.cancelled_at?.toISOString() ?? null,
  cancelReason: row.cancel_reason,
})
