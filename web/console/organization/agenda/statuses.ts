export type Status = 'SCHEDULED' | 'CONFIRMED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'

/** The same transitions as on the server (`features/care/appointments/rules.ts`), which decides. */
export const transitions: Readonly<Record<Status, readonly Status[]>> = {
  SCHEDULED: ['CONFIRMED', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  CONFIRMED: ['IN_PROGRESS', 'COMPLETED', 'CANCELLED', 'NO_SHOW'],
  IN_PROGRESS: ['COMPLETED', 'NO_SHOW'],
  COMPLETED: [],
  CANCELLED: [],
  NO_SHOW: [],
}

/** Whether no other status follows. */
export const isFinal = (status: Status): boolean => transitions[status].length === 0

type Subject = { status: string; proposed: boolean; startTime: string }

/** @param role the user's role @returns the statuses that the user may set now, except CANCELLED */
export function allowedStatuses({ status, proposed, startTime }: Subject, role: string, now: number): Status[] {
  const next = transitions[status as Status] ?? []
  return next.filter((to) => {
    if (to === 'CANCELLED') return false
    if (role === 'PATIENT') return to === 'CONFIRMED' && proposed
    if (to === 'CONFIRMED') return true
    if (role === 'RECEPTIONIST' || proposed) return false
    return to !== 'NO_SHOW' || Date.parse(startTime) <= now
  })
}

export const canCancel = ({ status }: Pick<Subject, 'status'>): boolean =>
  transitions[status as Status]?.includes('CANCELLED') ?? false

/** Whether the appointment has not started, so that its time may change. */
export const canMove = canCancel

/** Whether the appointment takes no time of the professional. */
export const isOff = (status: string): boolean => status === 'CANCELLED' || status === 'NO_SHOW'
