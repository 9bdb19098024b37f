import type { Actor } from '../../../actor.ts'
import { toFields } from '../../../db/fields.ts'
import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import { timeOf } from '../../../lib/time-of-day.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function waitlistRoutes(on: On): void {
  on(contract.listWaitlist, async (ctx, actor, { query }) => {
    const { rows, pagination } = await ctx.readPage(queries.listing(actor.role, query), query, query)
    return { waitlistEntries: rows.map(present), pagination }
  })

  on(contract.joinWaitlist, async (ctx, actor, { body }) => read(ctx, actor, await actions.join(ctx, actor, body)))

  on(contract.readWaitlistEntry, (ctx, actor, { params }) => read(ctx, actor, params.id))

  on(contract.updateWaitlistEntry, async (ctx, actor, { params, body }) => {
    await actions.update(ctx, actor, params.id, body)
    return read(ctx, actor, params.id)
  })

  on(contract.declineWaitlistOffer, async (ctx, actor, { params }) => {
    await actions.decline(ctx, actor, params.id)
    return read(ctx, actor, params.id)
  })

  on(contract.leaveWaitlist, async (ctx, actor, { params }) => {
    await actions.leave(ctx, actor, params.id)
    return { ok: true as const }
  })
}

async function read(ctx: UnitOfWork, actor: Actor, id: string) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Waitlist entry')
  return { waitlistEntry: present(row) }
}

const time = (minute: number | null): string | null => (minute === null ? null : timeOf(minute))

const present = ({ offer, ...row }: queries.Shown) => ({
  ...toFields(queries.columns, row),
  firstDay: row.first_day,
  lastDay: row.last_day,
  from: time(row.from_min),
  to: time(row.to_min),
  offer: offer && {
    holdId: offer.hold_id,
    doctorId: offer.doctor_id,
    placeId: offer.place_id,
    startTime: new Date(offer.start_time).toISOString(),
    endTime: new Date(offer.end_time).toISOString(),
    expiresAt: new Date(offer.expires_at).toISOString(),
    doctor: { id: offer.doctor_id, name: offer.doctor_name },
  },
  patient: { id: row.patient_id, name: row.patient_name },
})
