import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { paginationOf } from '../../../lib/fields.ts'
import { isVisible } from '../patients/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function mergingRoutes(on: On): void {
  on(contract.listDuplicates, async (ctx, _actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.duplicates, {}, query)
    return { duplicates: rows.map(presentPair), pagination: paginationOf(query, total) }
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
    const { rows, total } = await ctx.readPage(queries.merges, params, query)
    return { merges: rows.map(present), pagination: paginationOf(query, total) }
  })
}

const presentPair = (row: queries.Duplicate) => ({
  patients: row.patients.map((patient) => ({ ...patient, createdAt: new Date(patient.createdAt).toISOString() })),
  sameNationalId: row.same_national_id,
  sameNameAndBirthDate: row.same_name_and_birth_date,
})

/** Records of these tables are shown to administrators with a reason only. */
const NEEDS_REASON = /^(conditions|lab_orders|lab_results)\./

const present = (row: queries.Merge) => ({
  id: row.id,
  name: row.kept[row.id]!.user.name,
  survivorId: row.patient_id,
  reason: row.reason,
  mergedAt: row.merged_at.toISOString(),
  mergedBy: { id: row.merged_by, name: row.merged_by_name },
  moved: Object.fromEntries(Object.entries(row.moved).filter(([column]) => !NEEDS_REASON.test(column))),
  replaced: Object.fromEntries(Object.entries(row.kept).map(([id, kept]) => [id, withoutLogin(kept)])),
})

/** A login is of the installation: its id would tell which users of several organisations are one person. */
const withoutLogin = <K extends queries.Merge['kept'][string]>({ user, ...kept }: K) => {
  const { login_id: _, password_hash: __, ...shown } = user as Record<string, unknown>
  return { ...kept, user: shown }
}
