import { notFound } from '../../../../errors.ts'
import type { On } from '../../../../http/operation.ts'
import * as contract from './contract.ts'
import { presentFile } from './presented.ts'
import * as queries from './queries.ts'

export function visitFileRoutes(on: On): void {
  on(contract.listVisitFiles, async (ctx, actor, { params }) => {
    const visit = await ctx.readOne(queries.filesOfVisit(actor.role), params, params.id)
    if (!visit) throw notFound('Appointment')
    return { files: visit.files.map((row) => presentFile({ ...row, created_at: new Date(row.created_at) })) }
  })

  on(contract.readVisitFile, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.fileId)
    if (!row) throw notFound('File')
    const { url, expiresAt } = await ctx.storage.addressOf(row.object_key)
    return { file: { ...presentFile(row), url, expiresAt: expiresAt.toISOString() } }
  })
}
