import type { ActiveRoom, Appointment } from '../../../../clients/javascript/src/medina.ts'
import { fill, words } from '../../language.ts'
import { clockOf, dayOf, minutesOf } from '../../parts/morocco.ts'
import type { Tone } from '../../parts/state.tsx'
import { text } from './words/index.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** A day as text. Days have no time zone. */
export function textOfDay(day: string, options: Intl.DateTimeFormatOptions = full): string {
  const key = JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(words().locale, { ...options, timeZone: 'UTC' })
  formats.set(key, format)
  return format.format(Date.parse(day))
}
const full = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const

type Times = Pick<Appointment, 'startTime' | 'endTime'>

const clockAt = (at: string): string => clockOf(minutesOf(Date.parse(at)))

/** "09:00". */
export const textOfStart = ({ startTime }: Pick<Times, 'startTime'>): string => clockAt(startTime)

/** "09:00–09:30". */
export const textOfTimes = ({ startTime, endTime }: Times): string => `${clockAt(startTime)}–${clockAt(endTime)}`

export const dayOfStart = ({ startTime }: Pick<Times, 'startTime'>): string => dayOf(Date.parse(startTime))

export const tones: Record<string, Tone> = {
  SCHEDULED: 'wait',
  CONFIRMED: 'good',
  IN_PROGRESS: 'good',
  COMPLETED: 'off',
  CANCELLED: 'bad',
  NO_SHOW: 'bad',
}

export function textOfStatus({
  status,
  proposed,
  lateCancel,
}: Pick<Appointment, 'status' | 'proposed' | 'lateCancel'>): string {
  const t = text()
  if (lateCancel) return t.cancelledLate
  return proposed && status === 'SCHEDULED' ? t.proposed : (t.statuses[status] ?? status)
}

/** The participants currently in the room. Undefined if it is empty. */
export function textOfRoom(room: ActiveRoom | undefined): string | undefined {
  if (!room) return undefined
  const { rooms } = text()
  if (room.togetherSince) return fill(rooms.together, { time: clockAt(room.togetherSince) })
  if (room.patient === 'WAITING')
    return room.waitingSince ? fill(rooms.waiting, { time: clockAt(room.waitingSince) }) : rooms.inWaitingRoom
  if (room.patient === 'PRESENT') return rooms.patient
  if (room.guestsWaiting > 0) return rooms.guests
  return rooms.practitioner
}

/** The tone of a room. A waiting patient is highlighted. */
export function roomTone(room: ActiveRoom): 'waiting' | 'together' | 'present' {
  if (room.togetherSince) return 'together'
  return room.patient === 'WAITING' || room.guestsWaiting > 0 ? 'waiting' : 'present'
}
