import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { isVisible } from '../patients/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function mergingRoutes(on: On): void {
  on(contract.listDuplicates, async (ctx, _actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.duplicates, {}, query)
    return { duplicates: rows.map(presentPair), pagination }
  })

  on(contract.previewMerge, async (ctx, actor, { params }) => ({
    preview: await actions.preview(ctx, actor, params.id, params.otherId),
  }))

  on(contract.mergePatients, async (ctx, actor, { params, body }) => ({
    merge: present(await actions.merge(ctx, actor, params.id, body)),
  }))

  on(contract.listMerges, async (ctx, actor, { params, query }) => {
    if (!(await isVisible(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id, params.id)
    const { rows, pagination } = await ctx.readPage(queries.merges, params, query)
    return { merges: rows.map(present), pagination }
  })
}

const presentPair = (row: queries.Duplicate) => ({
  patients: row.patients.map((patient) => ({ ...patient, createdAt: new Date(patient.createdAt).toISOString() })),
  sameNationalId: row.same_national_id,
  sameNameAndBirthDate: row.same_name_and_birth_date,
})

/** Tables with clinical content, which administrators see only after they open the file with a reason. Not in the answer. */
const NEEDS_REASON = /^(conditions|lab_orders|lab_results)(\.|$)/
/** Columns of users that administrators must not see: a login is shared with other organisations. */
const HIDDEN = new Set(['login_id'])

const present = (row: queries.Merge) => ({
  id: row.id,
  name: row.kept[row.id]!.user.name,
  survivorId: row.patient_id,
  reason: row.reason,
  mergedAt: row.merged_at.toISOString(),
  mergedBy: { id: row.merged_by, name: row.merged_by_name },
  moved: readable(row.moved),
  replaced: Object.fromEntries(
    Object.entries(row.kept).map(([id, { user, ...kept }]) => [
      id,
      { user: Object.fromEntries(Object.entries(user).filter(([column]) => !HIDDEN.has(column))), ...readable(kept) },
    ]),
  ),
})

const readable = <T>(byTable: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(byTable).filter(([table]) => !NEEDS_REASON.test(table)))
