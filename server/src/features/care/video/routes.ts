import { notFound } from '../../../errors.ts'
import type { On } from '../../../http/operation.ts'
import type { JoinToken } from '../../../providers/video/index.ts'
import { find as findAppointment } from '../appointments/actions.ts'
import * as actions from './actions.ts'
import { listActiveRooms } from './active-rooms-contract.ts'
import { type ActiveRoomRow, activeRooms } from './active-rooms-queries.ts'
import * as contract from './contract.ts'
import * as guestContract from './guest-contract.ts'
import * as guestQueries from './guest-queries.ts'
import * as guests from './guests.ts'

export function videoRoutes(on: On): void {
  on(contract.issueVideoToken, async (ctx, actor, { body }) => present(await actions.issueToken(ctx, actor, body)))

  on(listActiveRooms, async (ctx, actor) => ({
    activeRooms: (await ctx.readSome(activeRooms(actor.role), {})).map(presentRoom),
  }))

  on(guestContract.inviteGuest, async (ctx, actor, { params, body }) => ({
    guest: await guests.invite(ctx, actor, params.id, body),
  }))

  on(guestContract.listGuests, async (ctx, actor, { params, query }) => {
    const appointment = await findAppointment(ctx, actor, params.id)
    if (!appointment) throw notFound('Appointment')
    ctx.setAuditSubject(params.id, appointment.patient_id)
    const { rows, pagination } = await ctx.readPage(guestQueries.listing(actor.role, params), params, query)
    return { guests: rows.map(presentGuest), pagination }
  })

  on(guestContract.withdrawGuest, async (ctx, actor, { params }) => {
    await guests.withdraw(ctx, actor, params.id, params.guestId)
    return { ok: true as const }
  })
}

export const present = ({ token, url, roomId, expiresAt }: JoinToken) => ({
  ok: true as const,
  token,
  url,
  roomId,
  expiresAt: expiresAt.toISOString(),
})

const presentGuest = (row: guestQueries.GuestRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  expiresAt: row.expires_at.toISOString(),
})

const presentRoom = (row: ActiveRoomRow) => ({
  appointmentId: row.appointment_id,
  practitioner: row.host_present ? ('PRESENT' as const) : ('ABSENT' as const),
  patient: row.patient_admitted
    ? ('PRESENT' as const)
    : row.patient_waiting
      ? ('WAITING' as const)
      : ('ABSENT' as const),
  guestsWaiting: row.guests_waiting,
  waitingSince: row.waiting_since?.toISOString() ?? null,
  togetherSince: row.together_since?.toISOString() ?? null,
})
