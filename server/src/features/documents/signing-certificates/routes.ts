import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On, Prepare } from '../../../http/operation.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import { type ValidUpload, validateUpload } from './upload.ts'

const SOON_MS = 30 * 86_400_000

export function signingCertificateRoutes(on: On): void {
  on(contract.listSigningCertificates, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { signingCertificates: rows.map((row) => present(ctx, row)), pagination }
  })

  on(contract.readSigningCertificate, (ctx, actor, { params }) => read(ctx, actor, params))

  on(
    contract.replaceSigningCertificate,
    async (ctx, actor, { body, prepared }) => read(ctx, actor, await actions.replace(ctx, actor, body.for, prepared)),
    readUpload,
  )

  on(contract.retireSigningCertificate, async (ctx, actor, { params }) =>
    read(ctx, actor, await actions.retire(ctx, actor, params.id)),
  )
}

async function read(ctx: UnitOfWork, actor: Actor, { id }: { id: string }) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Signing certificate')
  return { signingCertificate: { ...present(ctx, row), chainPem: row.chain } }
}

const readUpload: Prepare<typeof contract.replaceSigningCertificate, ValidUpload> = async ({ clock }, { body }) =>
  validateUpload(body, clock.now())

const present = ({ clock }: UnitOfWork, row: queries.Row) => ({
  id: row.id,
  practitioner: row.user_id === null ? null : { id: row.user_id, name: row.user_name! },
  subject: row.subject,
  fingerprint: row.fingerprint,
  selfSigned: row.self_signed,
  validFrom: row.valid_from.toISOString(),
  validUntil: row.valid_until.toISOString(),
  expiresSoon: row.retired_at === null && row.valid_until.getTime() - clock.nowMs() < SOON_MS,
  status: row.retired_at === null ? ('IN_USE' as const) : ('RETIRED' as const),
  createdAt: row.created_at.toISOString(),
  retiredAt: row.retired_at?.toISOString() ?? null,
})
