import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor } from '../../../actor.ts'
import { notFound } from '../../../errors.ts'
import type { On, OnExternalEffect, OnPublic } from '../../../http/operation.ts'
import type { Page } from '../../../lib/fields.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { wrongCode } from '../codes/actions.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import { present } from './presenting.ts'
import * as queries from './queries.ts'
import { confirmRequest, requestGuardianship } from './requests.ts'

export function guardianRoutes(on: On, _: OnPublic, onExternalEffect: OnExternalEffect): void {
  on(contract.listDependants, async (ctx, actor, { params, query }) => {
    // Guardians do not see the dependants of their dependants.
    const isAllowed = may(access.guardianships.read, actor, { own: params.id === actor.userId, desk: true })
    if (!isAllowed || !(await actions.isVisible(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id)
    return list(ctx, actor, { guardianId: params.id }, query)
  })

  on(contract.listGuardians, async (ctx, actor, { params, query }) => {
    if (!(await actions.isVisible(ctx, actor, params.id))) throw notFound('Patient')
    ctx.setAuditSubject(params.id, params.id)
    return list(ctx, actor, { dependantId: params.id }, query)
  })

  on(contract.listGuardianships, (ctx, actor, { query }) => list(ctx, actor, query, query))

  on(contract.stateGuardianship, async (ctx, actor, { body }) => ({
    guardianship: present(await actions.startGuardianship(ctx, actor, body, actor.userId)),
  }))

  on(contract.askForGuardianship, async (ctx, actor, { body }) => {
    await requestGuardianship(ctx, actor, body)
    return { ok: true as const }
  })

  // An external-effect operation commits after `prepare`, so that the try of a wrong code is counted.
  onExternalEffect(contract.confirmGuardianship, {
    async prepare(ctx, actor, { body }) {
      const row = await confirmRequest(ctx, actor, body)
      return row ? { answer: { guardianship: present(row) } } : { intentId: body.dependantId }
    },
    execute: async () => undefined,
    finalize: async () => wrongCode(),
  })

  on(contract.verifyGuardianship, async (ctx, actor, { params }) => ({
    guardianship: present(await actions.verify(ctx, actor, params.id)),
  }))

  on(contract.endGuardianship, async (ctx, actor, { params }) => {
    await actions.end(ctx, actor, params.id)
    return { ok: true as const }
  })
}

type Filters = { guardianId?: string | undefined; dependantId?: string | undefined }

async function list(ctx: UnitOfWork, { role }: Actor, filters: Filters, page: Page) {
  const { rows, pagination } = await ctx.readPage(queries.listing(role, filters), filters, page)
  return { guardianships: rows.map(present), pagination }
}
