import type { On } from '../../../http/operation.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'

export function holdRoutes(on: On): void {
  on(contract.createHold, async (ctx, actor, { body }) => ({ hold: present(await actions.hold(ctx, actor, body)) }))

  on(contract.extendHold, async (ctx, actor, { params }) => ({
    hold: present(await actions.extend(ctx, actor, params.id)),
  }))

  on(contract.releaseHold, async (ctx, actor, { params }) => {
    await actions.release(ctx, actor, params.id)
    return { ok: true as const }
  })
}

const present = (hold: actions.Hold) => ({
  id: hold.id,
  doctorId: hold.doctor_id,
  visitTypeId: hold.visit_type_id,
  placeId: hold.place_id,
  startTime: hold.start_time.toISOString(),
  endTime: hold.end_time.toISOString(),
  expiresAt: hold.expires_at.toISOString(),
})
