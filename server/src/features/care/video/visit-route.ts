import type { FastifyInstance } from 'fastify'
import { notFound, unauthorized } from '../../../errors.ts'
import { admitAddress, countGuess } from '../../../http/authenticate.ts'
import { answerSchema } from '../../../http/lazy-serializers.ts'
import type { Services } from '../../../http/services.ts'
import { hour } from '../../../lib/moroccan-time.ts'
import { visitAnswer } from './visit-contract.ts'
import { type VisitRow, visitOfRoom } from './visit-queries.ts'

/** What the waiting room shows of an appointment, to holders of a join token. Arrivals in the room are audited, not this. */
export function visitRoute(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { roomId: string } }>('/video/rooms/:roomId/visit', {
    schema: { response: { 200: answerSchema(visitAnswer) } },
    onRequest: async (request, reply) => admitAddress(services, request, reply),
    async handler(request, reply) {
      const { roomId } = request.params
      const [, token = ''] = /^bearer (\S{1,4096})$/i.exec(request.headers.authorization ?? '') ?? []
      const who = await services.video.identify(token, roomId)
      await countGuess(services, request, reply, { wrong: who === 'INVALID' })
      if (who === 'INVALID' || who === 'VOID') throw unauthorized('A valid join token of this room is required.')
      const { rows } = await services.database.onLane(who.tenantId, visitOfRoom({ tenantId: who.tenantId, roomId }))
      const [row] = rows as VisitRow[]
      if (!row) throw notFound('Appointment')
      return { visit: present(row, who.role === 'host') }
    },
  })
}

const present = (row: VisitRow, isHost: boolean) => ({
  doctorName: row.doctor_name,
  specialty: row.specialty,
  organization: row.organization,
  logoSvg: row.logo_svg,
  localTime: hour(row.start_time, 'fr'), // 14:30 in every language
  patientsAhead: isHost ? null : row.patients_ahead,
})
