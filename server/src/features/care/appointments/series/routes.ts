import type { Actor } from '../../../../actor.ts'
import { notFound } from '../../../../errors.ts'
import type { On } from '../../../../http/operation.ts'
import type { UnitOfWork } from '../../../../unit-of-work.ts'
import * as actions from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'

export function seriesRoutes(on: On): void {
  on(contract.createSeries, async (ctx, actor, { body }) => {
    const { id, skipped } = await actions.create(ctx, actor, body)
    return { ...(await read(ctx, actor, id)), skipped: skipped.map(presentSkipped) }
  })

  on(contract.readSeries, (ctx, actor, { params }) => read(ctx, actor, params.id))

  on(contract.updateSeries, async (ctx, actor, { params, body }) => {
    const skipped = await actions.update(ctx, actor, params.id, body)
    return { ...(await read(ctx, actor, params.id)), skipped: skipped.map(presentSkipped) }
  })

  on(contract.cancelSeries, async (ctx, actor, { params, body }) => {
    await actions.cancel(ctx, actor, params.id, body)
    return read(ctx, actor, params.id)
  })
}

async function read(ctx: UnitOfWork, actor: Actor, id: string) {
  const row = await ctx.readOne(queries.one(actor.role), { id }, id)
  if (!row) throw notFound('Series')
  return { series: present(row) }
}

const present = (row: queries.Shown) => ({
  id: row.id,
  doctorId: row.doctor_id,
  patientId: row.patient_id,
  repeat: { frequency: row.frequency, interval: row.every, count: row.occurrences },
  timeZone: row.time_zone,
  appointments: row.appointments.map(({ id, start_time, end_time, status }) => ({
    id,
    startTime: new Date(start_time).toISOString(),
    endTime: new Date(end_time).toISOString(),
    status,
  })),
  patient: { id: row.patient_id, name: row.patient_name },
  doctor: { id: row.doctor_id, name: row.doctor_name },
  createdAt: row.created_at.toISOString(),
})

const presentSkipped = ({ startTime, endTime, overlapId }: actions.Skipped) => ({
  startTime: startTime.toISOString(),
  endTime: endTime.toISOString(),
  overlap: { id: overlapId },
})
