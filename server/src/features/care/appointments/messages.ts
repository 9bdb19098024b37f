import type { Actor } from '../../../actor.ts'
import { discardMoves, queueExtension, queueMove } from '../../../messages/merging.ts'
import { queueMessage } from '../../../messages/queue.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { isUpcoming, type Status } from './rules.ts'

export type Names = { doctor_name: string; patient_name: string }

type Times = { start_time: Date; end_time: Date }
type State = { status: Status; proposed: boolean }
export type Booked = Names & Times & { id: string; doctor_id: string; patient_id: string }
/** A participant, and the name of the other one. */
export type Recipient = { userId: string; withName: string }

/** Notifies the patient in any case, as a confirmation, and the doctor unless the doctor booked. */
export function notifyOfBooking(ctx: UnitOfWork, actor: Actor, booked: Booked): void {
  if (hasEnded(ctx, booked)) return
  const { id, patient_id, start_time: startTime } = booked
  for (const { userId, withName } of recipientsOf(booked)) {
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
 * Notifies the participants who did not make the change, in one message about the most important part of it: cancelled, else
 * moved, else extended, else accepted, else confirmed (to the patient only).
 */
export function notifyOfChange(ctx: UnitOfWork, actor: Actor, current: Booked & State, now: Booked & State): void {
  const others = recipientsOf(current).filter(({ userId }) => userId !== actor.userId)
  if (now.status === 'CANCELLED') {
    if (current.status === 'CANCELLED') return
    discardMoves(ctx, current.id)
    notifyOfCancellation(ctx, current, others)
  } else if (!isUpcoming(now.status) || hasEnded(ctx, now)) {
    return
  } else if (now.start_time.getTime() !== current.start_time.getTime()) {
    notifyOfMove(ctx, current, others, now)
  } else if (now.end_time > current.end_time) {
    notifyOfExtension(ctx, now, others)
  } else if (current.proposed && !now.proposed) {
    notifyOfConfirmation(ctx, current, others)
  } else if (now.status === 'CONFIRMED' && current.status !== 'CONFIRMED' && !now.proposed) {
    notifyOfConfirmation(ctx, current, recipientsOf(current).slice(1))
  }
}

/** Discards waiting messages about earlier times of an appointment that is moved or cancelled with its series. */
export function discardReplaced(ctx: UnitOfWork, current: Booked & State, now: Booked & State): void {
  const moved = now.start_time.getTime() !== current.start_time.getTime()
  if (moved || now.status === 'CANCELLED') discardMoves(ctx, current.id)
}

function notifyOfCancellation(ctx: UnitOfWork, current: Booked, to: Recipient[]): void {
  if (hasEnded(ctx, current)) return
  const { id, start_time: startTime } = current // the time that participants know, even if the same change moves it
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CANCELLED',
      variables: { withName, startTime },
      about: [id],
    })
}

function notifyOfMove(ctx: UnitOfWork, { id, start_time: previousTime }: Booked, to: Recipient[], now: Times): void {
  for (const recipient of to)
    queueMove(ctx, {
      ...recipient,
      appointmentId: id,
      startTime: now.start_time,
      previousTime,
      uselessAt: now.end_time,
    })
}

function notifyOfExtension(ctx: UnitOfWork, now: Times & { id: string }, to: Recipient[]): void {
  const { id: appointmentId, start_time: startTime, end_time: endTime } = now
  for (const recipient of to)
    queueExtension(ctx, { ...recipient, appointmentId, startTime, endTime, uselessAt: endTime })
}

function notifyOfConfirmation(ctx: UnitOfWork, { id, start_time: startTime }: Booked, to: Recipient[]): void {
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CONFIRMED',
      variables: { withName, startTime },
      about: [id],
    })
}

export const recipientsOf = ({ doctor_id, patient_id, doctor_name, patient_name }: Booked): Recipient[] => [
  { userId: doctor_id, withName: patient_name },
  { userId: patient_id, withName: doctor_name },
]

/** No messages are sent about past appointments. */
const hasEnded = ({ clock }: UnitOfWork, { end_time }: Times): boolean => end_time <= clock.now()
