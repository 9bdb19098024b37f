import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CalendarEvent, calendarFile } from './calendar-file.ts'

const event: CalendarEvent = {
  uid: 'apt_1@example.ma',
  sequence: 2,
  start: new Date('2026-12-01T09:30:00.000Z'),
  end: new Date('2026-12-01T10:00:00.000Z'),
  at: new Date('2026-11-27T08:00:00.123Z'),
  summary: 'Consultation avec Dr Salma',
}
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

test('has one event with its times in UTC, and ends each line with CRLF', () => {
  assert.deepEqual(calendarFile([event], 'PUBLISH').split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Medina Care//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:apt_1@example.ma',
    'SEQUENCE:2',
    'DTSTAMP:20261127T080000Z',
    'DTSTART:20261201T093000Z',
    'DTEND:20261201T100000Z',
    'SUMMARY:Consultation avec Dr Salma',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('escapes texts, so that a name cannot add a property', () => {
  const summary = 'A;B,C\\D\r\nATTENDEE:mailto:x@example.com\u0007'
  assert.ok(
    unfolded(calendarFile([{ ...event, summary }], 'PUBLISH')).includes(
      'SUMMARY:A\\;B\\,C\\\\D\\nATTENDEE:mailto:x@example.com',
    ),
  )
  const people = {
    organizer: { name: 'Clinique "A"\r\nX:1', email: 'no-reply@example.ma' },
    attendee: { email: 'amina@example.ma' },
  }
  const lines = unfolded(calendarFile([event], 'REQUEST', people))
  assert.ok(lines.includes(`ORGANIZER;CN="Clinique 'A' X:1":mailto:no-reply@example.ma`))
  assert.ok(lines.includes('ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:amina@example.ma'))
})

test('folds long lines at 75 bytes without dividing a character', () => {
  const summary = `استشارة مع ${'د. أمينة الفاسي '.repeat(10)}😀`
  const file = calendarFile([{ ...event, summary }], 'PUBLISH')
  for (const line of file.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
  assert.ok(unfolded(file).includes(`SUMMARY:${summary}`))
  assert.ok(!file.includes('\ufffd'))
})

test('a cancellation has the method and the status', () => {
  const lines = calendarFile([{ ...event, cancelled: true }], 'CANCEL').split('\r\n')
  assert.ok(lines.includes('METHOD:CANCEL'))
  assert.ok(lines.includes('STATUS:CANCELLED'))
})
