import type { Appointment, Person } from '../../../../clients/javascript/src/medina.ts'
import { DAY_MINUTES, dayOf, minutesOf } from '../../parts/morocco.ts'
import { type Place, placesOf, type Span } from './layout.ts'
import { isOff } from './statuses.ts'

export type Item = Span & { appointment: Appointment; place: Place }

/** The agenda of one professional on one day. */
export type Column = { key: string; day: string; doctor: Person; items: readonly Item[] }

/** Shorter appointments are drawn with this length, because targets need 24 pixels (WCAG 2.5.8). */
const SHORTEST_SHOWN = 15

const keyOf = (day: string, doctorId: string): string => `${day} ${doctorId}`

/** A column for each day and professional, with its appointments in order. */
export function columnsOf(
  days: readonly string[],
  doctors: readonly Person[],
  appointments: readonly Appointment[],
  { showsCancelled }: { showsCancelled: boolean },
): Column[] {
  const spans = new Map<string, Omit<Item, 'place'>[]>()
  for (const appointment of appointments) {
    if (!showsCancelled && appointment.status === 'CANCELLED') continue
    const [startMs, endMs] = [Date.parse(appointment.startTime), Date.parse(appointment.endTime)]
    const start = minutesOf(startMs)
    const length = Math.max(SHORTEST_SHOWN, (endMs - startMs) / 60_000)
    const span = {
      id: appointment.id,
      start,
      end: Math.min(start + length, DAY_MINUTES),
      isOff: isOff(appointment.status),
      appointment,
    }
    const key = keyOf(dayOf(startMs), appointment.doctorId)
    const others = spans.get(key)
    if (others) others.push(span)
    else spans.set(key, [span])
  }
  return days.flatMap((day) =>
    doctors.map((doctor) => {
      const key = keyOf(day, doctor.id)
      const own = (spans.get(key) ?? []).sort((a, b) => a.start - b.start || a.end - b.end)
      const places = placesOf(own)
      return { key, day, doctor, items: own.map((span) => ({ ...span, place: places.get(span.id)! })) }
    }),
  )
}
