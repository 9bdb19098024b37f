import type { Generated, GeneratedAlways } from 'kysely'
import type { Timestamp } from './columns.ts'

type Mode = 'VIDEO' | 'IN_PERSON' | 'HOME' | 'PHONE'

/** Places, visit types, opening hours and holds. */
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
}
