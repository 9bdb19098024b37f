import { notFound } from '../../../errors.ts'
import type { On, Prepare } from '../../../http/operation.ts'
import { paginationOf } from '../../../lib/fields.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import { type Sound, soundFrom } from './soundness.ts'

const SOON_MS = 30 * 86_400_000

export function signingCertificateRoutes(on: On): void {
  on(contract.listSigningCertificates, async (ctx, actor, { query }) => {
    const { rows, total } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { signingCertificates: rows.map((row) => present(ctx, row)), pagination: paginationOf(query, total) }
  })

  on(contract.readSigningCertificate, async (ctx, actor, { params }) => {
    const row = await ctx.readOne(queries.one(actor.role), params, params.id)
    if (!row) throw notFound('Signing certificate')
    return { signingCertificate: { ...present(ctx, row), chainPem: row.chain } }
  })

  on(
    contract.replaceSigningCertificate,
    async (ctx, actor, { body, prepared }) => ({
      signingCertificate: present(ctx, await actions.replace(ctx, actor, body.for, prepared)),
    }),
    readBrought,
  )

  on(contract.retireSigningCertificate, async (ctx, actor, { params }) => ({
    signingCertificate: present(ctx, await actions.retire(ctx, actor, params.id)),
  }))
}

const readBrought: Prepare<typeof contract.replaceSigningCertificate, Sound> = async ({ clock }, { body }) =>
  soundFrom(body, clock.now())

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
