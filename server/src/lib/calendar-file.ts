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
  cancelled?: boolean
}

/**
 * PUBLISH: a file to add to a calendar. REQUEST and CANCEL: a message to an attendee about one event, which also updates or
 * removes it (RFC 5546, section 3.2).
 */
export type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

type Person = { name?: string; email: string }
/** A file that is published has no attendee. */
type People = { organizer: Person; attendee?: Person | undefined }

/** An iCalendar file (RFC 5545, RFC 5546). */
export function calendarFile(events: readonly CalendarEvent[], method: CalendarMethod, people?: People): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Medina Care//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...events.flatMap((event) => linesOf(event, people)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf(event: CalendarEvent, people: People | undefined): string[] {
  const { summary, description, location, url, cancelled } = event
  const { organizer, attendee } = people ?? {}
  return [
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
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(organizer ? [`ORGANIZER${nameOf(organizer)}:mailto:${organizer.email}`] : []),
    // No response is expected: the appointment is already booked.
    ...(attendee
      ? [`ATTENDEE${nameOf(attendee)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`]
      : []),
    'END:VEVENT',
  ]
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
