import type { JWK } from 'jose'
import type { ColumnType, Generated } from 'kysely'
import type { FileType } from '../../lib/file-types.ts'
import type { Maintained, Timestamp } from './columns.ts'

/** One medicine of a prescription. Older prescriptions lack the optional keys. */
type PrescribedItem = {
  medication: string
  dosage: string
  instructions: string | null
  durationDays: number | null
  substanceTable?: 'A' | 'B' | 'C' | null
  quantity?: number | null
  unit?: string | null
  refills?: number
  substitutable?: boolean
}

/** One value of a lab result: a number with bounds, or text without. */
type LabValue = {
  param: string
  value: number | string
  unit: string | null
  low: number | null
  high: number | null
  criticalLow: number | null
  criticalHigh: number | null
}

type PrintedPatient = {
  name: string
  birthDate: string | null
  sex: 'F' | 'M' | null
  nationalId: string | null
  insurer: string | null
  insuranceNumber: string | null
  nameAr?: string
}
type PrintedPractitioner = {
  name: string
  role: 'DOCTOR' | 'DENTIST'
  specialty: string | null
  licenceNumber: string | null
}

/** The people that the documents of a prescription name; salted if the prescription's signature covers them. */
type Printed = { patient: PrintedPatient; practitioner: PrintedPractitioner; salt?: string }

/** Holidays, conditions, prescriptions, orders and lab results. */
export type Care = {
  observed_holidays: {
    tenant_id: string
    code: string
    year: number
    first_day: ColumnType<Date | null, string | null, string | null>
    observed: boolean | null
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
    created_at: Timestamp
    updated_at: Timestamp
    deleted_at: Date | null
    struck_at: Date | null
    struck_by: string | null
    strike_reason: string | null
  }
  prescriber_keys: {
    tenant_id: string
    user_id: string
    kid: string
    public_jwk: JWK
    private_jwk_encrypted: Buffer | null
    created_at: Timestamp
    retired_at: Date | null
  }
  prescriptions: {
    tenant_id: string
    id: string
    doctor_id: string
    patient_id: string
    signed_patient_id: Maintained<string | null>
    /** Null for a renewal. */
    appointment_id: string | null
    items: PrescribedItem[]
    patient_weight_g: number | null
    issued_at: Date
    valid_until: Date | null
    printed: ColumnType<Printed | null, string | null, string | null>
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
    /** Copied from the prescription, whose people never change. */
    patient_id: string
    doctor_id: string
    /** Copied by triggers, for the lists of pharmacies. */
    prescription_status: Generated<'ISSUED' | 'CANCELLED'>
    prescription_issued_at: Generated<Date>
    pharmacy_id: string
    delivery_requested: boolean
    status: Generated<'PENDING' | 'PREPARING' | 'READY' | 'DELIVERED' | 'CANCELLED' | 'REJECTED'>
    /** For delivered orders. Null if delivered before this column existed: counts as one fill of each line. */
    dispensed: ColumnType<{ line: number; quantity: number }[] | null, string | null, string | null>
    created_at: Timestamp
    updated_at: Timestamp
  }
  lab_orders: {
    tenant_id: string
    id: string
    patient_id: string
    doctor_id: string | null
    appointment_id: string | null
    laboratory_id: string | null
    tests: string[]
    status: Generated<'ORDERED' | 'COLLECTED' | 'IN_PROGRESS' | 'RESULTS_READY' | 'RELEASED' | 'CANCELLED'>
    created_at: Timestamp
    updated_at: Timestamp
    released_at: Date | null
  }
  lab_results: {
    tenant_id: string
    id: string
    lab_order_id: string
    version: number
    results: ColumnType<LabValue[], string, never>
    entered_at: Timestamp
  }
  visit_files: {
    tenant_id: string
    id: string
    appointment_id: string
    name: string
    type: FileType
    size: number
    sha256: string
    object_key: string
    shared_by_name: string
    created_at: Timestamp
    ready_at: Date | null
  }
  lab_order_files: {
    tenant_id: string
    id: string
    lab_order_id: string
    name: string
    type: FileType
    size: number
    sha256: string
    object_key: string
    uploaded_by: string
    created_at: Timestamp
    ready_at: Date | null
    removed_at: Date | null
    erased_at: Date | null
  }
}
