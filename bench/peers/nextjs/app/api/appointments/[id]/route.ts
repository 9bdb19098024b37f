import { people, present, visibleTo } from '@/lib/appointments'
import { callerOf } from '@/lib/auth'
import { prisma } from '@/lib/db'
import { failure, unauthorized } from '@/lib/errors'

export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const caller = await callerOf(request)
  if (!caller) return unauthorized()
  const { id } = await params
  const appointment = await prisma.appointment.findFirst({ where: { id, ...visibleTo(caller) }, include: people })
  if (!appointment) return failure(404, 'NOT_FOUND', 'Appointment not found.')
  return Response.json({ appointment: present(appointment) })
}
