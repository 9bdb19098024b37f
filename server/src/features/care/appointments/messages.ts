import type { Actor } from '../../../actor.ts'
import { discardMoves, queueExtension, queueMove } from '../../../messages/merging.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { isUpcoming, type Status } from './rules.ts'

export type Names = { doctor_name: string; patient_name: string }

type Times = { start_time: Date; end_time: Date }
type State = { status: Status; proposed: boolean }
type Booked = Names & Times & { id: string; doctor_id: string; patient_id: string }
/** A participant, and the name of the other one. */
type Side = { userId: string; withName: string }

/** Messages the patient in any case, as a confirmation of receipt, and the doctor unless the doctor booked. */
export function notifyOfBooking(ctx: UnitOfWork, actor: Actor, booked: Booked): void {
  if (hasEnded(ctx, booked)) return
  const { id, patient_id, start_time: startTime } = booked
  for (const { userId, withName } of sidesOf(booked)) {
    if (userId === actor.userId && userId !== patient_id) continue
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CREATED',
      variables: { withName, startTime },
      about: [id],
    })
  }
}

/**
 * Tells the participants who did not make a change about it, in one message about its most important part:
 * cancelled; else moved; else made longer; else accepted; else, to the patient only, confirmed.
 */
export function notifyOfChange(ctx: UnitOfWork, actor: Actor, current: Booked & State, now: Booked & State): void {
  const others = sidesOf(current).filter(({ userId }) => userId !== actor.userId)
  if (now.status === 'CANCELLED') {
    if (current.status === 'CANCELLED') return
    discardMoves(ctx, [current.doctor_id, current.patient_id], current.id)
    notifyOfCancelling(ctx, current, others)
  } else if (!isUpcoming(now.status) || hasEnded(ctx, now)) {
    return
  } else if (now.start_time.getTime() !== current.start_time.getTime()) {
    notifyOfMove(ctx, current, others, now)
  } else if (now.end_time > current.end_time) {
    notifyOfExtension(ctx, now, others)
  } else if (current.proposed && !now.proposed) {
    notifyOfConfirmation(ctx, current, others)
  } else if (now.status === 'CONFIRMED' && current.status !== 'CONFIRMED' && !now.proposed) {
    notifyOfConfirmation(ctx, current, sidesOf(current).slice(1))
  }
}

function notifyOfCancelling(ctx: UnitOfWork, current: Booked, to: Side[]): void {
  if (hasEnded(ctx, current)) return
  const { id, start_time: startTime } = current // the time that they know, even if the same change moves it
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CANCELLED',
      variables: { withName, startTime },
      about: [id],
    })
}

function notifyOfMove(ctx: UnitOfWork, { id, start_time: previousTime }: Booked, to: Side[], now: Times): void {
  for (const side of to)
    queueMove(ctx, { ...side, appointmentId: id, startTime: now.start_time, previousTime, uselessAt: now.end_time })
}

function notifyOfExtension(ctx: UnitOfWork, now: Times & { id: string }, to: Side[]): void {
  const { id: appointmentId, start_time: startTime, end_time: endTime } = now
  for (const side of to) queueExtension(ctx, { ...side, appointmentId, startTime, endTime, uselessAt: endTime })
}

function notifyOfConfirmation(ctx: UnitOfWork, { id, start_time: startTime }: Booked, to: Side[]): void {
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CONFIRMED',
      variables: { withName, startTime },
      about: [id],
    })
}

const sidesOf = ({ doctor_id, patient_id, doctor_name, patient_name }: Booked): Side[] => [
  { userId: doctor_id, withName: patient_name },
  { userId: patient_id, withName: doctor_name },
]

/** No messages are sent about past appointments. */
const hasEnded = ({ clock }: UnitOfWork, { end_time }: Times): boolean => end_time <= clock.now()
