import type { Prisma } from '@/generated/prisma/client'
import type { Caller } from '@/lib/auth'

const name = { select: { id: true, name: true } } as const

/** The people of an appointment. */
export const people = { doctor: name, patient: name } satisfies Prisma.AppointmentInclude

/** The appointments that the caller may see. */
export const visibleTo = ({ role, sub }: Caller): Prisma.AppointmentWhereInput =>
  role === 'ADMIN' ? {} : { OR: [{ doctorId: sub }, { patientId: sub }] }

type WithPeople = Prisma.AppointmentGetPayload<{ include: typeof people }>

export const present = ({ createdAt: _, ...appointment }: WithPeople) => appointment
