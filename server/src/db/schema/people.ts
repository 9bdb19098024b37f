import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountRole } from '../../actor.ts'
import type { Channel, Language } from '../../lib/channels.ts'
import type { Maintained, Timestamp } from './columns.ts'

/** The fields of an identity that papers prove. */
type Papers = {
  birthDate: string | null
  sex: 'F' | 'M' | null
  nationalId: string | null
  nameAr: string | null
}

/** Users, the data of each role, and leads. */
export type People = {
  users: {
    tenant_id: string
    id: string
    email: string | null
    /** Null if unconfirmed: the address gets confirmation codes only. */
    email_confirmed_at: Date | null
    /** When the person confirmed it themselves. Null if a guardian or the front desk confirmed it for them. */
    email_proved_at: Date | null
    name: string
    role: AccountRole
    created_at: Timestamp
    disabled_at: Date | null
    verified_at: Date | null
    verified_by: string | null
    /** Only earlier versions write this column; a trigger moves the value to the login. */
    password_hash: string | null
    /** Null for a patient without an account. */
    login_id: string | null
  }
  /** A person's e-mail address and password in the installation. Accessible through functions only. */
  logins: {
    id: string
    email: string
    password_hash: string | null
    created_at: Timestamp
    confirmed_at: Date | null
  }
  invitations: {
    tenant_id: string
    id: string
    email: string
    name: string
    role: AccountRole
    language: Language
    licence_checked: Generated<boolean>
    invited_by: string
    created_at: Timestamp
    token_sha256: Buffer
    expires_at: Date
    accepted_at: Date | null
    user_id: string | null
    revoked_at: Date | null
  }
  contacts: {
    tenant_id: string
    user_id: string
    phone: string | null
    phone_confirmed_at: Date | null
    /** When the person confirmed it themselves. Null if a guardian or the front desk confirmed it for them. */
    phone_proved_at: Date | null
    language: Generated<Language>
    preferred_channel: Channel | null
    opt_outs: Generated<Channel[]>
    quiet_from: string | null
    quiet_to: string | null
    earlier_email: string | null
    earlier_phone: string | null
    address_changed_by: string | null
    address_changed_at: Date | null
  }
  sessions: {
    tenant_id: string
    id: string
    cookie_sha256: Buffer
    user_id: string
    user_agent: string | null
    created_at: Timestamp
    last_seen_at: Timestamp
    ends_at: Date
    expires_at: Date
  }
  confirmation_codes: {
    tenant_id: string
    user_id: string
    purpose: 'CONTACT' | 'CLAIM' | 'GUARDIAN'
    about: Generated<string>
    kind: 'EMAIL' | 'PHONE'
    address_key: Buffer
    code_key: Buffer
    tries: Generated<number>
    created_at: Timestamp
    expires_at: Date
  }
  code_limits: { subject: Buffer; sent: Generated<number>; since: Timestamp }
  password_resets: {
    reset_sha256: Buffer
    login_id: string
    code_key: Buffer
    tries: Generated<number>
    expires_at: Date
  }
  totp_secrets: {
    login_id: string
    secret: Buffer
    created_at: Timestamp
    confirmed_at: Date | null
    last_step: string | null
    failures: Generated<number>
    failures_since: Timestamp
  }
  recovery_codes: { login_id: string; code_key: Buffer }
  passkeys: {
    id: string
    login_id: string
    credential_id: string
    public_key: Buffer
    counter: string
    name: string
    created_at: Timestamp
    last_used_at: Date | null
  }
  passkey_challenges: { challenge_sha256: Buffer; session_id: string | null; expires_at: Date }
  second_factor_challenges: {
    cookie_sha256: Buffer
    login_id: string
    organization: string | null
    tries: Generated<number>
    expires_at: Date
  }
  sign_in_choices: { cookie_sha256: Buffer; login_id: string; expires_at: Date }
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
  /** Public data, written by triggers only. */
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
    national_id_key: GeneratedAlways<string | null>
    name_ar: string | null
    insurer: string | null
    insurance_number: string | null
    attested_by: string | null
    updated_by: string
    updated_at: Timestamp
  }
  identity_disputes: {
    tenant_id: string
    id: string
    patient_id: string
    recorded: Papers
    stated: Papers
    reason: string
    status: Generated<'OPEN' | 'RESOLVED' | 'WITHDRAWN'>
    attested: 'RECORDED' | 'STATED' | null
    document: string | null
    settled_by: string | null
    created_at: Timestamp
    settled_at: Date | null
  }
  /** A row for each ground, such as a booking. */
  care_relationships: {
    tenant_id: string
    professional_id: string
    patient_id: string
    /** The id of the appointment or emergency; for other bases, the basis itself. */
    source_id: string
    basis: 'BOOKED_BY_PATIENT' | 'VISITED' | 'REFERRED' | 'REGISTERED' | 'CONSENTED' | 'EMERGENCY' | 'ADMINISTRATION'
    since: Timestamp
    until: Date
    ended_at: Date | null
    ended_by: string | null
    reason: string | null
    /** When a booking by the staff opens the file; null for all other grounds. */
    opens_at: Date | null
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
    ended_logins: Maintained<Record<string, unknown>[] | null>
  }
  /** Written by triggers only. */
  possible_duplicates: {
    tenant_id: Maintained<string>
    newer_id: Maintained<string>
    older_id: Maintained<string>
    same_national_id: Maintained<boolean>
    same_name_and_birth_date: Maintained<boolean>
  }
  /** Written by a trigger only. */
  patient_words: {
    tenant_id: Maintained<string>
    patient_id: Maintained<string>
    /** Empty, or a word that precedes `word` in the alphabet. */
    other: Maintained<string>
    word: Maintained<string>
  }
  /** Guardians and their dependants. */
  guardianships: {
    tenant_id: string
    id: string
    guardian_id: string
    dependant_id: string
    kind: 'PARENT' | 'GUARDIAN' | 'CARER'
    created_at: Timestamp
    created_by: string
    verified_at: Date | null
    verified_by: string | null
    /** When the dependant comes of age. */
    until: Date | null
    ended_at: Date | null
    ended_by: string | null
    /** The value of `until` about which guardian and dependant were notified. */
    notified_until: Date | null
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
