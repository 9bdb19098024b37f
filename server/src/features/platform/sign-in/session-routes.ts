import { may } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import { type Actor, assertOwnSession, patientIdOf } from '../../../actor.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import * as queries from './queries.ts'
import * as contract from './session-contract.ts'

/** The sessions of the caller. */
export function sessionRoutes(on: On): void {
  on(contract.listSessions, async (ctx, actor) => {
    assertOwnSession(actor)
    const rows = await ctx.readSome(queries.sessionsOfUser, {})
    return { sessions: rows.map((row) => present(row, actor)) }
  })

  on(contract.endSession, async (ctx, actor, { params }) => {
    const own = await rowsOf<queries.OwnSession>(ctx.db, queries.sessionsOfUser(actor))
    const isOwn = own.some(({ id }) => id === params.id)
    if (!may(access.sessions.manage, actor, { own: isOwn })) throw notFound('Session')
    assertOwnSession(actor)
    await queries.endSessionsOfUser(ctx.db, actor, { only: params.id, except: null })
    ctx.setAuditSubject(actor.userId, patientIdOf({ id: actor.userId, role: actor.role }))
    return { ok: true as const }
  })

  on(contract.endOtherSessions, async (ctx, actor) => {
    assertOwnSession(actor)
    const ended = await queries.endSessionsOfUser(ctx.db, actor, { only: null, except: actor.session })
    ctx.setAuditSubject(actor.userId, patientIdOf({ id: actor.userId, role: actor.role }))
    return { ended }
  })
}

const present = (row: queries.OwnSession, actor: Actor) => ({
  id: row.id,
  organization: { id: row.tenant_id, name: row.organization },
  userAgent: row.user_agent,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_seen_at.toISOString(),
  expiresAt: row.ends_at.toISOString(),
  current: row.id === actor.session,
})
