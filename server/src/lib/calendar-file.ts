/** An event of a calendar. */
export type CalendarEvent = {
  /** Stays the same when the event is moved or cancelled. */
  uid: string
  /** Grows with each change. */
  sequence: number
  start: Date
  end: Date
  /** When this description was made. */
  at: Date
  summary: string
  description?: string | undefined
  location?: string | undefined
  url?: string | undefined
}

/** PUBLISH: a file to add to a calendar. REQUEST and CANCEL: a message to an attendee, which also updates or removes it. */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

/** A person of a REQUEST or CANCEL. */
type Person = { name?: string; email: string }

/** An iCalendar file with one event (RFC 5545, RFC 5546). */
export function calendarFile(
  event: CalendarEvent,
  method: CalendarMethod,
  people?: { organizer: Person; attendee: Person },
): string {
  const { summary, description, location, url } = event
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Medina Care//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.at)}`,
    `DTSTART:${utc(event.start)}`,
    `DTEND:${utc(event.end)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(location === undefined ? [] : [`LOCATION:${escaped(location)}`]),
    ...(url === undefined ? [] : [`URL:${url}`]),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(people
      ? [
          `ORGANIZER${nameOf(people.organizer)}:mailto:${people.organizer.email}`,
          // No response is expected: the appointment is already booked.
          `ATTENDEE${nameOf(people.attendee)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${people.attendee.email}`,
        ]
      : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261201T093000Z` */
const utc = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Section 3.3.11. */
const escaped = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(CONTROLS, '')

/** A parameter value in quotes cannot contain quotes (section 3.2). */
const nameOf = ({ name }: Person): string =>
  name === undefined ? '' : `;CN="${name.replaceAll('"', "'").replace(/\s+/g, ' ').replace(CONTROLS, '')}"`

// biome-ignore lint/suspicious/noControlCharactersInRegex: the file must not contain them
const CONTROLS = /[\u0000-\u001f\u007f]/g

const MAX_LINE_BYTES = 75

/** Long lines continue after a line break and a space (section 3.1). A character is never divided. */
function folded(line: string): string {
  const parts: string[] = ['']
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MAX_LINE_BYTES) {
      parts.push('')
      bytes = 1 // the space
    }
    parts[parts.length - 1] += character
    bytes += size
  }
  return parts.join('\r\n ')
}
