import type { ActiveRoom, Appointment } from '../../../../clients/javascript/src/medina.ts'
import { Icon } from '../../parts/icon.tsx'
import { roomTone, textOfRoom, textOfStatus, textOfTimes } from './texts.ts'

type BlockProps = {
  appointment: Appointment
  room: ActiveRoom | undefined
  tabIndex?: number
  /** Omits the end time, which its height shows. */
  isCompact?: boolean
  onOpen?: () => void
}

/** An appointment as a button that opens its details. */
export function Block({ appointment, room, tabIndex, isCompact = false, onOpen }: BlockProps) {
  const times = textOfTimes(appointment)
  const status = textOfStatus(appointment)
  const inRoom = textOfRoom(room)
  const { name } = appointment.patient
  const [start, end] = times.split('–')
  return (
    <button
      type="button"
      className={`agenda-block ${appointment.status} ${room ? roomTone(room) : ''}`}
      data-id={appointment.id}
      tabIndex={tabIndex}
      title={isCompact ? [`${times} ${name}`, status, inRoom].filter(Boolean).join(' · ') : undefined}
      onClick={onOpen}
    >
      <span className="agenda-name">
        <bdi className="agenda-time">
          {start}
          <span className={isCompact ? 'sr' : ''}>–{end}</span>
        </bdi>{' '}
        <bdi>{name}</bdi>
      </span>{' '}
      {inRoom ? (
        <span className="agenda-room">
          <Icon name={room!.togetherSince ? 'video' : 'clock'} />
          {inRoom}
        </span>
      ) : (
        <span className="agenda-status">{status}</span>
      )}
    </button>
  )
}
