import type { JWK } from 'jose'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Role } from '../actor.ts'
import type { Kind } from '../messages/catalog.ts'
import type { Channel, Language, Purpose } from '../messages/channels.ts'

/** Set by the database at insertion, read as a Date. */
type Stamped = ColumnType<Date, Date | undefined, Date>

/** Kept by the database itself. */
type Kept<T> = ColumnType<T, never, never>

/** One value of a lab result: a number with its bounds, or words without. */
type LabValue = {
  param: string
  value: number | string
  unit: string | null
  low: number | null
  high: number | null
  criticalLow: number | null
  criticalHigh: number | null
}

/** One message of a campaign. */
type CampaignStep = {
  number: number
  delayHours: number
  templateCode: string
  channel: Channel | null
  variables: Record<string, string>
}

/** The tables as Kysely sees them; `migrations/` is the truth, and a test compares the two. */
export type Schema = {
  tenants: {
    tenant_id: string
    name: string
    plan: 'STARTER' | 'PRO' | 'ENTERPRISE'
    created_at: Stamped
    burst_factor: number | null
    burst_sec: number | null
  }
  test_clock: { only_row: Generated<boolean>; ahead_by: string; bound_for: Generated<string> }
  users: {
    tenant_id: string
    id: string
    email: string
    name: string
    role: Role
    created_at: Stamped
    disabled_at: Date | null
    verified_at: Date | null
    verified_by: string | null
    password_hash: string | null
  }
  sessions: {
    tenant_id: string
    id: string
    cookie_sha256: Buffer
    user_id: string
    created_at: Stamped
    last_seen_at: Stamped
    ends_at: Date
    expires_at: Date
  }
  sign_in_failures: { subject: Buffer; failures: Generated<number>; last_at: Stamped }
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
    city_key: Kept<string>
    specialty_key: Kept<string>
  }
  /** Written by triggers alone, read by anybody. */
  public_doctors: {
    id: Kept<string>
    slug: Kept<string>
    name: Kept<string>
    specialty: Kept<string>
    city: Kept<string>
    rating: Kept<string>
    is_tele: Kept<boolean>
    languages: Kept<string[]>
    name_key: Kept<string>
    city_key: Kept<string>
    specialty_key: Kept<string>
  }
  leads: {
    tenant_id: string
    id: string
    name: string
    email: string | null
    phone: string | null
    source: string
    metadata: ColumnType<Record<string, unknown>, string>
    created_at: Stamped
  }
  clients: {
    tenant_id: string
    id: string
    acts_as: string
    name: string
    scopes: string[]
    created_at: Stamped
    disabled_at: Date | null
  }
  client_secrets: {
    tenant_id: string
    client_id: string
    secret_sha256: Buffer
    created_at: Stamped
    expires_at: Date | null
  }
  client_handovers: {
    tenant_id: string
    token_sha256: Buffer
    client_id: string
    grace_hours: number
    created_at: Stamped
    expires_at: Date
    used_at: Date | null
  }
  access_requests: {
    tenant_id: string
    id: string
    organization: string
    contact_name: string
    email: string
    purpose: string
    sandbox_only: boolean
    status: Generated<'PENDING' | 'GRANTED' | 'REFUSED'>
    created_at: Stamped
    decided_at: Date | null
    decided_by: string | null
    reason: string | null
    granted_tenant_id: string | null
    granted_client_id: string | null
    asker: GeneratedAlways<string>
  }
  signing_keys: {
    kid: string
    public_jwk: JWK
    private_jwk_encrypted: Buffer
    created_at: Stamped
    signs_from: Date
  }
  token_families: {
    tenant_id: string
    id: string
    client_id: string
    created_at: Stamped
    expires_at: Date
    revoked_at: Date | null
  }
  refresh_tokens: {
    tenant_id: string
    family_id: string
    token_sha256: Buffer
    scopes: string[]
    created_at: Stamped
    used_at: Date | null
  }
  revoked_access_tokens: { tenant_id: string; jti: string; expires_at: Date }
  appointments: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    start_time: Date
    end_time: Date
    status: Generated<'SCHEDULED' | 'CONFIRMED' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED' | 'NO_SHOW'>
    notes: string | null
    cancel_reason: string | null
    video_room_id: string
    created_at: Stamped
    unconfirmed_since: Generated<Date>
    deleted_at: Date | null
    moved_at: Date | null
  }
  video_rooms: {
    tenant_id: string
    id: string
    closed_at: Date | null
    together_ms: ColumnType<string, number | undefined>
    together_since: Date | null
    together_seen_at: Date | null
  }
  prescriber_keys: {
    tenant_id: string
    user_id: string
    kid: string
    public_jwk: JWK
    private_jwk_encrypted: Buffer | null
    created_at: Stamped
    retired_at: Date | null
  }
  prescriptions: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    appointment_id: string
    items: { medication: string; dosage: string; instructions: string | null; durationDays: number | null }[]
    issued_at: Date
    valid_until: Date | null
    status: Generated<'ISSUED' | 'CANCELLED'>
    cancelled_at: Date | null
    cancel_reason: string | null
    signature: string | null
    jws: string | null
    kid: string | null
    signed_at: Date | null
  }
  orders: {
    tenant_id: string
    id: string
    prescription_id: string
    pharmacy_id: string
    delivery_requested: boolean
    status: Generated<'PENDING' | 'PREPARING' | 'READY' | 'DELIVERED' | 'CANCELLED' | 'REJECTED'>
    created_at: Stamped
    updated_at: Stamped
  }
  lab_orders: {
    tenant_id: string
    id: string
    patient_id: string
    doctor_id: string | null
    appointment_id: string | null
    tests: string[]
    status: Generated<'ORDERED' | 'COLLECTED' | 'IN_PROGRESS' | 'RESULTS_READY' | 'RELEASED' | 'CANCELLED'>
    created_at: Stamped
    updated_at: Stamped
    released_at: Date | null
  }
  lab_results: {
    tenant_id: string
    id: string
    lab_order_id: string
    version: number
    results: ColumnType<LabValue[], string, never>
    entered_at: Stamped
  }
  invoice_series: { tenant_id: string; year: number; last: number }
  invoices: {
    tenant_id: string
    id: string
    year: number
    serial: number
    patient_id: string
    doctor_id: string | null
    appointment_id: string | null
    amount: number
    description: string | null
    created_by: string
    created_at: Stamped
    cancelled_at: Date | null
    cancel_reason: string | null
    paid: Kept<number>
    awaited: Kept<number>
    refunded: Kept<number>
    going_back: Kept<number>
    status: Kept<'OPEN' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'CANCELLED'>
  }
  payments: {
    tenant_id: string
    id: string
    invoice_id: string
    method: 'CARD' | 'CASH'
    amount: number
    status: 'PENDING' | 'SUCCEEDED' | 'DECLINED' | 'FAILED'
    created_by: string
    created_at: Stamped
    settled_at: Date | null
    refunded: Kept<number>
    going_back: Kept<number>
  }
  refunds: {
    tenant_id: string
    id: string
    invoice_id: string
    amount: number
    reason: string | null
    status: 'PENDING' | 'SUCCEEDED' | 'PARTIAL' | 'FAILED'
    created_by: string
    created_at: Stamped
    settled_at: Date | null
  }
  refund_parts: {
    tenant_id: string
    refund_id: string
    payment_id: string
    amount: number
    status: 'PENDING' | 'SUCCEEDED' | 'DECLINED'
  }
  card_ledger: {
    tenant_id: string
    key: string
    kind: 'CHARGE' | 'REFUND' | 'CLOSED'
    amount: number | null
    outcome: 'SUCCEEDED' | 'DECLINED' | 'ABSENT'
    card_token: string | null
    entered_at: Stamped
  }
  sandbox_resets: {
    tenant_id: string
    id: string
    asked_at: Stamped
    began_at: Date | null
    reset_at: Date | null
  }
  reviews: {
    tenant_id: string
    id: string
    appointment_id: string
    doctor_id: string
    patient_id: string
    rating: number
    comment: string | null
    created_at: Stamped
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
    at: Stamped
  }
  /** Written by a trigger alone. */
  consents_in_force: {
    tenant_id: Kept<string>
    name: Kept<string>
    patient_id: Kept<string>
    version: Kept<number>
  }
  conditions: {
    tenant_id: string
    id: string
    patient_id: string
    name: string
    since: ColumnType<Date | null, string | null, string | null>
    long_term: boolean
    status: Generated<'ACTIVE' | 'RESOLVED'>
    recorded_by: string
    created_at: Stamped
    updated_at: Stamped
    deleted_at: Date | null
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
    created_at: Stamped
    settled_at: Date | null
  }
  events: {
    tenant_id: string
    id: string
    kind: string
    subject_id: string
    audience: string[]
    body: string
    created_at: Date
    seq: Generated<string>
    xid: Generated<string>
    test: Generated<boolean>
  }
  event_numbering: { only_row: Generated<boolean>; ahead_by: Generated<string> }
  webhook_endpoints: {
    tenant_id: string
    id: string
    client_id: string
    url: string
    kinds: Generated<string[]>
    redundant_url: string | null
    description: string | null
    status: Generated<'ENABLED' | 'DISABLED_USER' | 'DISABLED_AUTO' | 'GONE'>
    max_in_flight: Generated<number>
    consecutive_failures: Generated<number>
    first_failure_at: Date | null
    last_success_at: Date | null
    exhausted: Generated<number>
    created_at: Stamped
    deleted_at: Date | null
  }
  webhook_secrets: {
    tenant_id: string
    endpoint_id: string
    id: string
    secret_encrypted: Buffer
    state: 'NEXT' | 'CURRENT' | 'PREVIOUS'
    created_at: Stamped
    valid_until: Date | null
  }
  webhook_deliveries: {
    tenant_id: string
    event_id: string
    endpoint_id: string
    n: Generated<number>
    state: 'PENDING' | 'SENDING' | 'SUCCEEDED' | 'FAILED' | 'HELD' | 'CANCELLED'
    attempt: Generated<number>
    next_at: Date
    lease: string | null
    lease_until: Date | null
    owner: number | null
    last_status: number | null
    last_error: string | null
    finished_at: Date | null
    rank: Generated<number>
    trigger: Generated<'AUTO' | 'MANUAL' | 'RECOVERY'>
    created_at: ColumnType<Date | null, never, never>
  }
  webhook_recoveries: {
    tenant_id: string
    endpoint_id: string
    id: string
    since: Date
    until: Date
    state: Generated<'RUNNING' | 'DONE' | 'CANCELLED'>
    position: string
    before_id: string
    resent: Generated<number>
    created_at: Stamped
    finished_at: Date | null
  }
  webhook_attempts: {
    tenant_id: string
    event_id: string
    endpoint_id: string
    n: number
    attempt: number
    id: string
    started_at: Date
    duration_ms: number
    http_status: number | null
    error: string | null
    remote_address: string | null
    response_head: string | null
    ended_at: Stamped
    redundant: Generated<boolean>
  }
  webhook_notices: {
    tenant_id: string
    endpoint_id: string
    kind: 'FAILING' | 'DISABLED' | 'GONE'
    failing_since: Date
    at: Stamped
  }
  webhook_minutes: {
    tenant_id: string
    endpoint_id: string
    minute: Date
    duration_class: number
    succeeded: number
    failed: number
  }
  webhook_minutes_position: { only_row: Generated<boolean>; minute: Date }
  audit_log: {
    tenant_id: string
    id: string
    at: Stamped
    user_id: string
    client_id: string
    operation: string
    outcome: string
    subject_id: string | null
    patient_ids: Generated<string[]>
    address: string | null
    request_id: string
    xid: Generated<string>
  }
  audit_position: { only_row: Generated<boolean>; xid: Generated<string>; ahead_by: Generated<string> }
  audit_seals: {
    tenant_id: string
    n: string
    sealed_at: Date
    kid: string
    previous: Buffer
    row_ids: string[]
    digests: Buffer
    hash: Buffer
  }
  audit_of_patients: { tenant_id: string; patient_id: string; audit_id: string }
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
  messages: {
    tenant_id: string
    id: string
    recipient_user_id: string | null
    lead_id: string | null
    to_name: string | null
    to_email: string | null
    to_phone: string | null
    to_language: Language | null
    template_code: string
    variables: ColumnType<Record<string, string>, string>
    purpose: Purpose
    about: Generated<string[]>
    wanted_channel: Channel | null
    status: Generated<'QUEUED' | 'SENT' | 'DELIVERED' | 'READ' | 'FAILED'>
    channel: Channel | null
    language: Language | null
    provider: string | null
    provider_message_id: string | null
    attempt: Generated<number>
    given_up: Generated<Channel[]>
    last_error: string | null
    next_at: ColumnType<Date | null, Date | undefined, Date | null>
    useless_at: Date | null
    lease: string | null
    lease_until: Date | null
    created_at: Stamped
    sent_at: Date | null
    delivered_at: Date | null
    read_at: Date | null
    failed_at: Date | null
    in_doubt_since: Date | null
    former_ids: Generated<string[]>
  }
  message_replies: {
    tenant_id: string
    id: string
    provider: string
    provider_reply_id: string
    channel: Channel
    from_phone: string
    user_id: string | null
    lead_id: string | null
    text: string
    stop: boolean
    at: Stamped
  }
  sandbox_messages: {
    tenant_id: string
    message_id: string
    channel: Channel
    recipient: string
    subject: string
    body: string
    receipt: 'DELIVERED' | 'READ' | 'FAILED' | null
    receipt_at: Date | null
    at: Stamped
  }
  campaigns: {
    tenant_id: string
    id: string
    name: string
    steps: ColumnType<CampaignStep[], string, string>
    steps_made: number
    disabled_at: Date | null
    idle: Generated<string>
    created_at: Stamped
    updated_at: Stamped
  }
  campaign_enrolments: {
    tenant_id: string
    id: string
    campaign_id: string
    patient_id: string | null
    lead_id: string | null
    person_id: GeneratedAlways<string>
    state: Generated<'ACTIVE' | 'COMPLETED' | 'STOPPED'>
    stop_reason: 'CONSENT_WITHDRAWN' | 'OPTED_OUT' | 'REPLIED' | 'ACCOUNT_DISABLED' | 'BY_ADMINISTRATOR' | null
    last_step: Generated<number>
    steps_sent: Generated<number>
    since: Date
    consent_source: string | null
    enrolled_by: string
    enrolled_at: Stamped
    last_sent_at: Date | null
    ended_at: Date | null
  }
  effects: { tenant_id: string; job: string; key: string; at: Stamped }
  notification_templates: {
    tenant_id: string
    code: string
    purpose: Purpose
    variables: ColumnType<Record<string, Kind>, string>
  }
  notification_texts: {
    tenant_id: string
    code: string
    channel: Channel
    language: Language
    own_code: string | null
    subject: string
    text: string
    updated_at: Stamped
  }
  stock_lots: {
    tenant_id: string
    id: string
    pharmacy_id: string
    medication: string
    medication_key: GeneratedAlways<string>
    lot_number: string
    /** Counted by a trigger alone, like `movements`. */
    quantity: Kept<number>
    movements: Kept<number>
    /** Read as text, for a day is no moment: `expires_on::text`. */
    expires_on: ColumnType<Date, string, string>
    warned_within: 30 | 7 | null
    received_at: Stamped
  }
  stock_movements: {
    tenant_id: string
    lot_id: string
    n: Kept<number>
    previous: GeneratedAlways<number | null>
    delta: number
    quantity: Kept<number>
    reason: 'RECEIVED' | 'SOLD' | 'RETURNED' | 'LOST' | 'CORRECTION'
    note: string | null
    created_by: string
    at: Stamped
  }
  services: {
    tenant_id: string
    id: string
    name: string
    code: string | null
    price: number
    duration_min: number | null
    active: Generated<boolean>
    created_at: Stamped
  }
  service_prices: {
    tenant_id: string
    id: string
    service_id: string
    price: number
    from_time: Date
    created_at: Stamped
    applied_at: Date | null
  }
  idempotency_keys: {
    tenant_id: string
    client_id: string
    route: string
    key: string
    request_sha256: Buffer
    status: number | null
    body_encrypted: Buffer | null
    begun_id: string | null
    created_at: Stamped
  }
}
