import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountRole } from '../../actor.ts'
import type { Channel, Language } from '../../lib/channels.ts'
import type { Maintained, Timestamp } from './columns.ts'

/** Users, the data of each role, and leads. */
export type People = {
  users: {
    tenant_id: string
    id: string
    email: string | null
    name: string
    role: AccountRole
    created_at: Timestamp
    disabled_at: Date | null
    verified_at: Date | null
    verified_by: string | null
    /** Only earlier versions write it; a trigger moves it to the login. */
    password_hash: string | null
    /** Null for a patient without an account. */
    login_id: string | null
  }
  /** A person's e-mail address and password in the installation; reached through functions only. */
  logins: {
    id: string
    email: string
    password_hash: string | null
    created_at: Timestamp
  }
  contacts: {
    tenant_id: string
    user_id: string
    phone: string | null
    language: Generated<Language>
    preferred_channel: Channel | null
    opt_outs: Generated<Channel[]>
    quiet_from: string | null
    quiet_to: string | null
  }
  sessions: {
    tenant_id: string
    id: string
    cookie_sha256: Buffer
    user_id: string
    created_at: Timestamp
    last_seen_at: Timestamp
    ends_at: Date
    expires_at: Date
  }
  sign_in_failures: { subject: Buffer; failures: Generated<number>; last_at: Timestamp }
  doctors: {
    tenant_id: string
    user_id: string
    slug: string
    specialty: string
    city: string
    languages: Generated<string[]>
    rating: ColumnType<string, number | undefined>
    review_count: Generated<number>
    is_tele: Generated<boolean>
    licence_number: string | null
    phone: string | null
    city_key: Maintained<string | null>
    specialty_key: Maintained<string | null>
  }
  /** Written by triggers only; public. */
  public_doctors: {
    id: Maintained<string>
    slug: Maintained<string>
    name: Maintained<string>
    specialty: Maintained<string>
    city: Maintained<string>
    rating: Maintained<string>
    is_tele: Maintained<boolean>
    languages: Maintained<string[]>
    name_key: Maintained<string>
    city_key: Maintained<string>
    specialty_key: Maintained<string>
  }
  leads: {
    tenant_id: string
    id: string
    name: string
    email: string | null
    phone: string | null
    source: string
    metadata: ColumnType<Record<string, unknown>, string>
    created_at: Timestamp
  }
  patient_identities: {
    tenant_id: string
    patient_id: string
    birth_date: ColumnType<Date | null, string | null>
    sex: 'F' | 'M' | null
    national_id: string | null
    national_id_key: Maintained<string | null>
    insurer: string | null
    insurance_number: string | null
    attested_by: string | null
    updated_by: string
    updated_at: Timestamp
  }
  /** A row for each ground, such as a booking. */
  care_relationships: {
    tenant_id: string
    professional_id: string
    patient_id: string
    /** The appointment or the emergency; for other bases the basis. */
    source_id: string
    basis: 'BOOKED_BY_PATIENT' | 'VISITED' | 'REFERRED' | 'REGISTERED' | 'CONSENTED' | 'EMERGENCY'
    since: Timestamp
    until: Date
    ended_at: Date | null
    ended_by: string | null
    reason: string | null
  }
  /** Written by functions only. */
  merged_patients: {
    tenant_id: Maintained<string>
    id: Maintained<string>
    into_id: Maintained<string>
    merged_at: Maintained<Date>
    merged_by: Maintained<string>
    reason: Maintained<string>
    kept: Maintained<Record<string, unknown>>
    moved: Maintained<Record<string, string[]>>
    ended_login: Maintained<Record<string, unknown> | null>
  }
  /** Written by triggers only. */
  possible_duplicates: {
    tenant_id: Maintained<string>
    newer_id: Maintained<string>
    older_id: Maintained<string>
    same_national_id: Maintained<boolean>
    same_name_and_birth_date: Maintained<boolean>
  }
  patient_consents: {
    tenant_id: string
    patient_id: string
    name: 'MARKETING' | 'TELECONSULTATION' | 'DATA_SHARING' | 'RECORDING'
    version: number
    previous: GeneratedAlways<number | null>
    granted: boolean
    decided_by: string
    client_id: string
    at: Timestamp
  }
  /** Written by a trigger only. */
  consents_in_force: {
    tenant_id: Maintained<string>
    name: Maintained<string>
    patient_id: Maintained<string>
    version: Maintained<number>
  }
}
