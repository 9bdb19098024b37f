import type { Medina } from '../../clients/javascript/src/index.ts'

const ZONE = 'Africa/Casablanca'
const DAYS = 3
const HALF_HOUR_MS = 30 * 60_000

/** The half-hours of the next days between 9 and 17 o'clock in which a doctor has no appointment. */
export async function freeTimes(medina: Medina, doctorId: string): Promise<Date[]> {
  const times = candidates()
  const [from, to] = [times[0]!, new Date(times.at(-1)!.getTime() + HALF_HOUR_MS)]
  const taken: [number, number][] = []
  const status = ['SCHEDULED', 'CONFIRMED', 'IN_PROGRESS'] as const
  // Earlier appointments may extend into this time.
  const earlier = new Date(from.getTime() - 8 * 3_600_000)
  for await (const { startTime, endTime } of medina.appointments.list({
    doctorId,
    status,
    from: earlier,
    to,
    pageSize: 100,
  }))
    taken.push([Date.parse(startTime), Date.parse(endTime)])
  return times.filter((time) => {
    const [start, end] = [time.getTime(), time.getTime() + HALF_HOUR_MS]
    return !taken.some(([takenFrom, takenTo]) => takenFrom < end && start < takenTo)
  })
}

function candidates(): Date[] {
  const today = Temporal.Now.plainDateISO(ZONE)
  const times = []
  for (let day = 1; day <= DAYS; day++)
    for (let half = 0; half < 16; half++) {
      const time = Temporal.PlainTime.from({ hour: 9 + Math.floor(half / 2), minute: 30 * (half % 2) })
      const at = today.add({ days: day }).toZonedDateTime({ timeZone: ZONE, plainTime: time })
      times.push(new Date(at.epochMilliseconds))
    }
  return times
}

const format = new Intl.DateTimeFormat('fr-MA', { dateStyle: 'full', timeStyle: 'short', timeZone: ZONE })
export const formatTime = (time: Date | string): string => format.format(new Date(time))
