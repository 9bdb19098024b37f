import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { queueMessage } from '../../messages/queue.ts'
import { isToCome, type Status } from './rules.ts'

/** Doctor and patient as people write them. */
export type Names = { doctor_name: string; patient_name: string }

type Times = { start_time: Date; end_time: Date }
type Booked = Names & Times & { id: string; doctor_id: string; patient_id: string }
/** One of the two, and whom they meet. */
type Side = { userId: string; withName: string }

/** Tells the patient in any case, for whom it is the confirmation that it was taken down; the doctor of what others booked. */
export function tellOfBooking(ctx: Context, actor: Actor, booked: Booked): void {
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
 * Tells whoever did not make a change themselves of it, in one message: what matters most to somebody who would come.
 * That it is cancelled; else that it is at another time; else, to the patient alone, that it is confirmed.
 */
export function tellOfChange(
  ctx: Context,
  actor: Actor,
  held: Booked & { status: Status },
  now: Times & { status: Status },
): void {
  const others = sidesOf(held).filter(({ userId }) => userId !== actor.userId)
  if (now.status === 'CANCELLED') {
    if (held.status !== 'CANCELLED') tellOfCancelling(ctx, held, others)
  } else if (!isToCome(now.status) || hasEnded(ctx, now)) {
    return
  } else if (now.start_time.getTime() !== held.start_time.getTime()) {
    tellOfMove(ctx, held, others, now.start_time)
  } else if (now.status === 'CONFIRMED' && held.status !== 'CONFIRMED') {
    tellOfConfirmation(ctx, held)
  }
}

function tellOfCancelling(ctx: Context, held: Booked, to: Side[]): void {
  if (hasEnded(ctx, held)) return
  const { id, start_time: startTime } = held // the time that they know of, whatever else the same change says
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_CANCELLED',
      variables: { withName, startTime },
      about: [id],
    })
}

function tellOfMove(ctx: Context, { id, start_time: previousTime }: Booked, to: Side[], startTime: Date): void {
  for (const { userId, withName } of to)
    queueMessage(ctx, {
      to: { userId },
      template: 'APPOINTMENT_MOVED',
      variables: { withName, startTime, previousTime },
      about: [id],
    })
}

function tellOfConfirmation(ctx: Context, { id, patient_id, doctor_name, start_time: startTime }: Booked): void {
  queueMessage(ctx, {
    to: { userId: patient_id },
    template: 'APPOINTMENT_CONFIRMED',
    variables: { withName: doctor_name, startTime },
    about: [id],
  })
}

const sidesOf = ({ doctor_id, patient_id, doctor_name, patient_name }: Booked): Side[] => [
  { userId: doctor_id, withName: patient_name },
  { userId: patient_id, withName: doctor_name },
]

/** Nobody is told of what is over. */
const hasEnded = ({ clock }: Context, { end_time }: Times): boolean => end_time <= clock.now()
