import { z } from 'zod'
import { people, present, visibleTo } from '@/lib/appointments'
import { callerOf } from '@/lib/auth'
import { prisma } from '@/lib/db'
import { failure, unauthorized } from '@/lib/errors'

const MAX_MS = 8 * 3600_000

const booking = z
  .object({
    doctorId: z.string().min(1),
    patientId: z.string().min(1),
    startTime: z.coerce.date(),
    endTime: z.coerce.date(),
    notes: z.string().max(5000).optional(),
  })
  .refine(({ startTime, endTime }) => startTime < endTime && +endTime - +startTime <= MAX_MS, {
    path: ['endTime'],
    message: 'must be at most 8 hours after startTime',
  })

const query = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  status: z.enum(['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW']).optional(),
})

export async function GET(request: Request) {
  const caller = await callerOf(request)
  if (!caller) return unauthorized()
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success) return failure(422, 'VALIDATION_FAILED', 'Validation failed.', parsed.error.issues)
  const { page, pageSize, status } = parsed.data
  const where = { ...visibleTo(caller), ...(status && { status }) }
  const [appointments, total] = await Promise.all([
    prisma.appointment.findMany({
      where,
      include: people,
      orderBy: { createdAt: 'desc' },
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    prisma.appointment.count({ where }),
  ])
  return Response.json({ appointments: appointments.map(present), pagination: { page, pageSize, total } })
}

export async function POST(request: Request) {
  const caller = await callerOf(request)
  if (!caller) return unauthorized()
  const parsed = booking.safeParse(await request.json().catch(() => undefined))
  if (!parsed.success) return failure(422, 'VALIDATION_FAILED', 'Validation failed.', parsed.error.issues)
  const { doctorId, patientId, startTime, endTime } = parsed.data
  if (caller.role !== 'ADMIN' && caller.sub !== doctorId && caller.sub !== patientId)
    return failure(403, 'FORBIDDEN', 'Book for yourself.')

  return prisma.$transaction(async (tx) => {
    // Bookings of one doctor wait for each other, so that two cannot find the same time free.
    const doctors = await tx.$queryRaw<unknown[]>`
      SELECT id FROM "User" WHERE id = ${doctorId} AND role = 'DOCTOR' FOR UPDATE`
    const patient = await tx.user.findFirst({ where: { id: patientId, role: 'PATIENT' }, select: { id: true } })
    if (doctors.length === 0 || !patient) return failure(422, 'VALIDATION_FAILED', 'Unknown doctor or patient.')
    const overlap = await tx.appointment.findFirst({
      where: {
        doctorId,
        status: { notIn: ['COMPLETED', 'CANCELLED', 'NO_SHOW'] },
        startTime: { lt: endTime, gt: new Date(+startTime - MAX_MS) },
        endTime: { gt: startTime },
      },
      select: { id: true },
    })
    if (overlap) return failure(409, 'CONFLICT', 'The doctor has an appointment at this time.', { overlap })
    const appointment = await tx.appointment.create({ data: parsed.data, include: people })
    return Response.json({ appointment: present(appointment) }, { status: 201 })
  })
}
