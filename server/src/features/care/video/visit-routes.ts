import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rowsOf } from '../../../db/transaction.ts'
import { badRequest, conflict, forbidden, notFound, unprocessable } from '../../../errors.ts'
import { admitAddress } from '../../../http/authenticate.ts'
import { answerSchema } from '../../../http/lazy-serializers.ts'
import type { Services } from '../../../http/services.ts'
import { faultsOf, zodMessages } from '../../../http/validate.ts'
import { hour } from '../../../lib/moroccan-time.ts'
import type { JoinRequest } from '../../../providers/video/index.ts'
import { inLockedRoom } from './effects.ts'
import { isHost } from './room-ledger.ts'
import { holderOf } from './token-holder.ts'
import { announcement, visitAnswer } from './visit-contract.ts'
import { recordDelay, type VisitRow, visitOfRoom } from './visit-queries.ts'

type RoomRequest = FastifyRequest<{ Params: { roomId: string } }>

/**
 * What the waiting room shows of an appointment, for holders of a join token, and the announcement of a delay. Arrivals in the
 * room and announcements are audited, reads are not.
 */
export function visitRoutes(app: FastifyInstance, services: Services): void {
  const schema = { response: { 200: answerSchema(visitAnswer) } }
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => admitAddress(services, request, reply)

  app.get('/video/rooms/:roomId/visit', { schema, onRequest }, async (request: RoomRequest, reply) =>
    visitFor(services, await holderOf(services, request, reply)),
  )

  app.post('/video/rooms/:roomId/delay', { schema, onRequest }, async (request: RoomRequest, reply) => {
    const who = await holderOf(services, request, reply)
    if (request.body === undefined) throw badRequest('A JSON body is required.')
    const { data, error } = announcement.safeParse(request.body, zodMessages)
    if (error) throw unprocessable(faultsOf(error))
    await announce(services, who, data.minutes)
    return visitFor(services, who)
  })
}

/** @throws {ApiError} 403 except for the practitioner; 404 for a deleted appointment; 409 for a closed room */
async function announce(services: Services, who: JoinRequest, minutes: number): Promise<void> {
  const { tenantId, roomId, identity } = who
  const isRecorded = await inLockedRoom(services, who, async (room) => {
    if (!(await isHost(room, identity))) throw forbidden('Only the practitioner of this room announces a delay.')
    const rows = await rowsOf(room.ctx.db, recordDelay({ tenantId, roomId, minutes }))
    if (rows.length > 0) room.recordStep({ step: 'delayed', by: identity })
    return rows.length > 0
  })
  if (isRecorded === undefined) throw notFound('Appointment')
  if (!isRecorded) throw conflict('The room is closed.')
}

async function visitFor({ database }: Services, { tenantId, roomId, role }: JoinRequest) {
  const { rows } = await database.onLane(tenantId, visitOfRoom({ tenantId, roomId }))
  const [row] = rows as VisitRow[]
  if (!row) throw notFound('Appointment')
  return { visit: present(row, role === 'host') }
}

const present = (row: VisitRow, isHost: boolean) => ({
  doctorName: row.doctor_name,
  specialty: row.specialty,
  organization: row.organization,
  logoSvg: row.logo_svg,
  localTime: hour(row.start_time, 'fr'), // 14:30 in every language
  patientsAhead: isHost ? null : row.patients_ahead,
  expectedTime: row.expected_at && hour(row.expected_at, 'fr'),
  next: isHost && row.next_at ? { localTime: hour(row.next_at, 'fr'), waiting: row.next_waits! } : null,
})
