import type { CalendarEvent } from '../../../../lib/calendar-file.ts'
import type { Language } from '../../../../lib/channels.ts'

/** The texts of calendar entries. */
const texts: Record<Language, { visit(name: string): string; video: string; join(url: string): string }> = {
  fr: {
    visit: (name) => `Consultation avec ${name}`,
    video: 'Consultation vidéo',
    join: (url) => `Pour rejoindre la consultation vidéo : ${url}`,
  },
  ar: {
    visit: (name) => `استشارة مع ${name}`,
    video: 'استشارة بالفيديو',
    join: (url) => `للانضمام إلى الاستشارة بالفيديو: ${url}`,
  },
  en: {
    visit: (name) => `Consultation with ${name}`,
    video: 'Video consultation',
    join: (url) => `To join the video consultation: ${url}`,
  },
}

type Entry = {
  appointmentId: string
  start: Date
  end: Date
  /** Grows with each move (`sequenceOf`). A cancellation adds one. */
  sequence: number
  cancelled: boolean
  withName: string
  /** The URL of the link; undefined for an appointment that is not by video. */
  link: string | undefined
  /** Where it takes place, if not by video. */
  place: readonly (string | null)[]
}

/** The calendar entry of a participant of an appointment. @param publicUrl its host completes the UID (RFC 7986, section 5.3) */
export function calendarEntry(
  publicUrl: string,
  language: Language,
  at: Date,
  { appointmentId, start, end, sequence, cancelled, withName, link, place }: Entry,
): CalendarEvent {
  const { visit, video, join } = texts[language]
  const address = place.filter((part) => part !== null).join(', ')
  return {
    uid: `${appointmentId}@${new URL(publicUrl).hostname}`,
    sequence: sequence + Number(cancelled),
    ...{ cancelled, start, end, at },
    summary: visit(withName),
    ...(link === undefined
      ? address && { location: address }
      : { description: join(link), location: video, url: link }),
  }
}

/** The number of seconds from the booking to the last move: it grows with each change of the times. */
export const sequenceOf = ({ created_at, moved_at }: { created_at: Date; moved_at: Date | null }): number =>
  moved_at === null ? 0 : Math.max(0, Math.floor((moved_at.getTime() - created_at.getTime()) / 1000))
