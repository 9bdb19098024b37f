import type { ColumnType, Generated } from 'kysely'
import type { Mode } from '../../lib/visit-modes.ts'
import type { Timestamp } from './columns.ts'

/** Appointments, video rooms, reviews and follow-ups. */
export type Appointments = {
  appointments: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    start_time: Date
    end_time: Date
    status: Generated<'SCHEDULED' | 'CONFIRMED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'>
    notes: string | null
    notes_by: string | null
    /** The guardian who booked. */
    booked_by: string | null
    cancel_reason: string | null
    video_room_id: string
    created_at: Timestamp
    unconfirmed_since: Generated<Date>
    deleted_at: Date | null
    moved_at: Date | null
    past_visit: Generated<boolean>
    /** The calendar of the professional, shared by all their organisations. */
    calendar: Generated<string | null>
    proposed: Generated<boolean>
    visit_type_id: string | null
    place_id: string | null
    mode: Generated<Mode>
    visit_reason: string | null
    buffer_before_min: Generated<number>
    buffer_after_min: Generated<number>
    late_cancel: Generated<boolean>
    moved_count: Generated<number>
    series_id: string | null
  }
  appointment_series: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    frequency: 'WEEKLY' | 'MONTHLY'
    every: number
    occurrences: number
    time_zone: string
    changed_on: string | null
    changes: Generated<number>
    created_at: Timestamp
  }
  appointment_moves: {
    tenant_id: string
    appointment_id: string
    n: number
    from_start: Date
    from_end: Date
    to_start: Date
    to_end: Date
    moved_by: string
    moved_at: Timestamp
  }
  video_rooms: {
    tenant_id: string
    id: string
    closed_at: Date | null
    together_ms: ColumnType<string, number | undefined>
    together_since: Date | null
    together_seen_at: Date | null
    revision: ColumnType<string, number | undefined>
    expected_at: Date | null
  }
  video_participants: {
    tenant_id: string
    room_id: string
    identity: string
    role: 'host' | 'patient' | 'guest' | 'observer'
    name: string
    issued_by: string | null
    standing: 'WAITING' | 'ADMITTED' | 'DENIED'
    waiting_since: Generated<Date>
    left_at: Date | null
    revision: ColumnType<string, number>
  }
  video_guests: {
    tenant_id: string
    id: string
    appointment_id: string
    name: string
    kind: 'FAMILY' | 'INTERPRETER' | 'OTHER'
    secret_sha256: Buffer
    expires_at: Date | null
    invited_by: string
    created_at: Timestamp
    withdrawn_at: Date | null
  }
  join_links: {
    tenant_id: string
    appointment_id: string
    user_id: string
    generation: Generated<number>
    code_sha256: Buffer
    wrong_checks: Generated<number>
    fetched_by: string | null
    created_at: Timestamp
  }
  reviews: {
    tenant_id: string
    id: string
    appointment_id: string
    doctor_id: string
    patient_id: string
    rating: number
    comment: string | null
    created_at: Timestamp
  }
  follow_ups: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    start_time: Date | null
    end_time: Date | null
    reason: string | null
    status: Generated<'PROPOSED' | 'ACCEPTED' | 'DECLINED' | 'CANCELLED'>
    appointment_id: string | null
    created_at: Timestamp
    settled_at: Date | null
  }
}
