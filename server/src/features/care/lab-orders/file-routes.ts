import { ApiError, notFound } from '../../../errors.ts'
import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import * as actions from './file-actions.ts'
import * as contract from './file-contract.ts'
import * as queries from './file-queries.ts'

export function labOrderFileRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  onExternalEffect(contract.addLabOrderFile, {
    prepare: async (ctx, actor, input) => ({ intentId: await actions.prepareUpload(ctx, actor, input) }),
    async execute(services, actor, id, input) {
      await actions.store(services, actor, id, input)
      return input
    },
    async finalize(ctx, actor, id, input) {
      const added = await actions.finishUpload(ctx, actor, id, input)
      if (added instanceof ApiError) return added
      const row = await ctx.readOne(queries.one(actor.role), { id: added.labOrderId, fileId: id }, id)
      return row ? { labOrderFile: present(row) } : notFound('Lab order file')
    },
  })

  on(contract.listLabOrderFiles, async (ctx, actor, { params }) => {
    const order = await ctx.readOne(queries.filesOfOrder(actor.role), params, params.id)
    if (!order) throw notFound('Lab order')
    return { labOrderFiles: order.files.map((row) => present({ ...row, created_at: new Date(row.created_at) })) }
  })

  on(contract.readLabOrderFile, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.fileId)
    if (!row) throw notFound('Lab order file')
    const { url, expiresAt } = await ctx.storage.addressOf(row.object_key)
    return { labOrderFile: { ...present(row), url, expiresAt: expiresAt.toISOString() } }
  })

  onExternalEffect(contract.removeLabOrderFile, {
    prepare: async (ctx, actor, input) => ({ intentId: await actions.prepareRemoval(ctx, actor, input) }),
    execute: actions.erase,
    async finalize(ctx, actor, id) {
      actions.finishRemoval(ctx, actor, id)
      return { ok: true as const }
    },
  })
}

const present = (row: queries.Row) => ({
  id: row.id,
  labOrderId: row.lab_order_id,
  name: row.name,
  type: row.type,
  size: row.size,
  sha256: row.sha256,
  uploadedBy: { id: row.uploaded_by, name: row.uploaded_by_name },
  createdAt: row.created_at.toISOString(),
})
