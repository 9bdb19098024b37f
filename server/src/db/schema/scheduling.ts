import type { Generated, GeneratedAlways } from 'kysely'
import type { Mode } from '../../lib/visit-modes.ts'
import type { Timestamp } from './columns.ts'

/** Places, visit types, opening hours, holds, the waitlist and the booking policy. */
export type Scheduling = {
  places: {
    tenant_id: string
    id: string
    name: string
    address: string | null
    city: string
    city_key: GeneratedAlways<string>
    phone: string | null
    time_zone: Generated<string>
    active: Generated<boolean>
    created_at: Timestamp
  }
  visit_types: {
    tenant_id: string
    id: string
    service_id: string
    name: string
    mode: Mode
    duration_min: number
    step_min: number
    buffer_before_min: Generated<number>
    buffer_after_min: Generated<number>
    min_notice_min: Generated<number>
    horizon_days: Generated<number>
    bookable_by: Generated<'PATIENT' | 'STAFF'>
    new_patients_only: Generated<boolean>
    doctor_ids: string[] | null
    active: Generated<boolean>
    created_at: Timestamp
  }
  schedules: { tenant_id: string; doctor_id: string; place_id: string; kept_until: string }
  opening_rules: {
    tenant_id: string
    doctor_id: string
    n: number
    place_id: string
    weekday: number
    from_min: number
    to_min: number
    modes: Mode[]
    valid_from: string | null
    valid_until: string | null
    season: 'RAMADAN' | null
  }
  opening_exceptions: {
    tenant_id: string
    id: string
    doctor_id: string
    place_id: string | null
    kind: 'CLOSED' | 'OPEN'
    first_day: string
    last_day: string
    from_min: number | null
    to_min: number | null
    modes: Mode[] | null
    reason: string | null
    created_at: Timestamp
  }
  /** `open`, `busy` and `free` are multiranges, as PostgreSQL writes them. */
  days: {
    tenant_id: string
    doctor_id: string
    day: string
    place_id: string
    modes: Mode[]
    open: string
    busy: Generated<string>
    free: Generated<string>
    longest: Generated<number>
  }
  slot_holds: {
    tenant_id: string
    id: string
    /** As of the appointments of the professional. */
    calendar: string
    doctor_id: string
    visit_type_id: string
    place_id: string | null
    start_time: Date
    end_time: Date
    buffer_before_min: number
    buffer_after_min: number
    held_by: string
    expires_at: Date
    extended: Generated<boolean>
    created_at: Timestamp
    purpose: Generated<'BOOKING' | 'WAITLIST'>
  }
  waitlist_entries: {
    tenant_id: string
    id: string
    patient_id: string
    visit_type_id: string
    doctor_id: string | null
    city: string | null
    specialty: string | null
    first_day: string
    last_day: string
    weekdays: number[] | null
    from_min: number | null
    to_min: number | null
    urgent: Generated<boolean>
    by_patient: boolean
    status: Generated<'WAITING' | 'OFFERED' | 'BOOKED' | 'LEFT' | 'EXPIRED'>
    created_at: Timestamp
  }
  waitlist_offers: {
    tenant_id: string
    id: string
    entry_id: string
    hold_id: string
    doctor_id: string
    place_id: string
    start_time: Date
    end_time: Date
    expires_at: Date
    outcome: Generated<'OPEN' | 'ACCEPTED' | 'DECLINED' | 'EXPIRED'>
    created_at: Timestamp
  }
  freed_times: { tenant_id: string; id: string; doctor_id: string; start_time: Date; end_time: Date }
  booking_policies: {
    tenant_id: string
    late_cancel_hours: Generated<number>
    no_show_limit: number | null
    no_show_days: Generated<number>
    updated_at: Timestamp
  }
}
