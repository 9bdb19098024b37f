import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill } from '../../language.ts'
import { Anchor } from '../../parts/anchor.tsx'
import { visitAddress } from '../agenda/address.ts'
import { useAppointments, useRooms } from '../agenda/data.ts'
import { canCancel } from '../agenda/statuses.ts'
import { dayOfStart, textOfStart } from '../agenda/texts.ts'
import { text } from './words/index.ts'

/** The next appointment of the professional on the same day, and whether its patient is waiting. */
export function NextPatient({ appointment }: { appointment: Appointment }) {
  const rooms = useRooms()
  const day = useAppointments([dayOfStart(appointment)]).data ?? []
  const next = day.find(
    (other) =>
      other.doctorId === appointment.doctorId &&
      other.id !== appointment.id &&
      Date.parse(other.startTime) >= Date.parse(appointment.startTime) &&
      canCancel(other) &&
      !other.proposed,
  )
  if (!next) return null
  const t = text()
  const isWaiting = rooms.get(next.id)?.patient === 'WAITING'
  return (
    <p className="visit-next" data-waiting={isWaiting}>
      <Anchor href={visitAddress(next.id)}>
        {fill(isWaiting ? t.nextIsWaiting : t.nextPatient, { name: next.patient.name, time: textOfStart(next) })}
      </Anchor>
    </p>
  )
}
