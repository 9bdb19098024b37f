import type { JWK } from 'jose'
import { type InferResult, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller, CallerIds, Role } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import {
  byId,
  type Conditions,
  callerIdsOf,
  type Part,
  pagedListing,
  splitByColumn,
  timeRange,
} from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { printedPeople } from '../../../db/printed-people.ts'
import { defer, rowsOf } from '../../../db/transaction.ts'
import type { Filters } from '../../../http/operation.ts'
import { treats } from '../../people/relationships/actions.ts'
import { isPatient } from '../appointments/actions.ts'
import type { Content } from './canonical.ts'
import type { listPrescriptions } from './contract.ts'
import { deliveriesOf } from './dispensing.ts'
import { isSeenByPharmacy, isVisibleStatus } from './pharmacy-visibility.ts'
import type { People } from './printed.ts'
import { statuses } from './rules.ts'

/** The owner of a key. */
export type Prescriber = { tenantId: string; userId: string }
/** A key as stored. Only the vault can decrypt it, and only for the row that it was encrypted for. */
export type SealedKey = { kid: string; private_jwk_encrypted: Buffer }
/** A signature: the digest in the API's responses, and the JWS that proves the signer. */
export type Signature = { signature: string; jws: string; kid: string; signed_at: Date }

/** Prescriptions that the caller may see. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('prescriptions as rx')
    .where('rx.tenant_id', '=', caller.tenantId)
    .where(
      visible(access.prescriptions.read, caller, {
        own: 'rx.patient_id',
        author: 'rx.doctor_id',
        addressed: isSeenByPharmacy('rx.tenant_id', 'rx.id', caller.userId),
      }),
    )
}

/** The content of a prescription. */
const content = [
  'rx.tenant_id',
  'rx.id',
  'rx.doctor_id',
  'rx.patient_id',
  'rx.signed_patient_id',
  'rx.appointment_id',
  'rx.items',
  'rx.patient_weight_g',
  'rx.issued_at',
  'rx.valid_until',
] as const

const outcome = ['rx.status', 'rx.cancel_reason', 'rx.signature', 'rx.signed_at'] as const

/** The columns of the API's Prescription, with the names of patient and doctor. */
const withNames = (query: ReturnType<typeof visibleTo>) =>
  query
    .innerJoin('users as d', (join) =>
      join.onRef('d.tenant_id', '=', 'rx.tenant_id').onRef('d.id', '=', 'rx.doctor_id'),
    )
    .innerJoin('users as p', (join) =>
      join.onRef('p.tenant_id', '=', 'rx.tenant_id').onRef('p.id', '=', 'rx.patient_id'),
    )
    .select([
      ...content,
      ...outcome,
      'd.name as doctor_name',
      'p.name as patient_name',
      deliveriesOf('rx.tenant_id', 'rx.id').as('deliveries'),
    ])

export type Row = InferResult<ReturnType<typeof withNames>>[number]

/** Whether the role is a pharmacy's, which sees the prescriptions that are ordered from it. */
const seesOrdered = (role: Role) => hasRelation(access.prescriptions.read, role, 'addressed')

const records = { visibleTo, shown: withNames, id: 'rx.id' }

export const one = byId(records)

const conditions: Conditions<Filters<typeof listPrescriptions>> = {
  patientId: ({ patientId }) => sql`rx.patient_id = ${patientId}`,
  doctorId: ({ doctorId }) => sql`rx.doctor_id = ${doctorId}`,
  appointmentId: ({ appointmentId }) => sql`rx.appointment_id = ${appointmentId}`,
  status: ({ status }) => sql`rx.status = any(${status})`,
  ...timeRange('rx.issued_at'),
}

/** The prescriptions of a pharmacy, read from its orders. A prescription may have several orders. */
const seenByPharmacy: Part = {
  from: (db, { tenantId, userId }) =>
    db
      .selectFrom('orders as o')
      .where('o.tenant_id', '=', tenantId)
      .where('o.pharmacy_id', '=', userId)
      .where(isVisibleStatus('o.status'))
      .distinct(),
  id: 'o.prescription_id',
  instead: {
    doctorId: ({ doctorId }) => sql`o.doctor_id = ${doctorId}`,
    ...timeRange('o.prescription_issued_at'),
  },
}

/** Whether the list is read from a pharmacy's orders. Not for a patient or an appointment, which have few prescriptions. */
const isByOrders = (role: Role, hasFilter: (filter: string) => boolean) =>
  seesOrdered(role) && !hasFilter('patientId') && !hasFilter('appointmentId')

export const listing = pagedListing(
  {
    ...records,
    ofPatient: true,
    by: (role, hasFilter) => (isByOrders(role, hasFilter) ? 'o.prescription_issued_at' : 'rx.issued_at'),
    parts: (role, hasFilter) => {
      if (isByOrders(role, hasFilter))
        return splitByColumn([seenByPharmacy], 'o.prescription_status', statuses, 'status')
      const all = [{ from: visibleTo }]
      return hasFilter('appointmentId') ? all : splitByColumn(all, 'rx.status', statuses, 'status')
    },
  },
  conditions,
)

/** A prescription with its signature and the public key of the signature. */
const withKey = (query: ReturnType<typeof visibleTo>) =>
  query
    .leftJoin('prescriber_keys as k', (join) =>
      join
        .onRef('k.tenant_id', '=', 'rx.tenant_id')
        .onRef('k.user_id', '=', 'rx.doctor_id')
        .onRef('k.kid', '=', 'rx.kid'),
    )
    .select([...content, 'rx.printed', 'rx.signature', 'rx.signed_at', 'rx.jws', 'rx.kid', 'k.public_jwk'])

/** One prescription with signature and status, read in the transaction. */
export const findSigned = (db: Db, caller: Caller, id: string) =>
  withKey(visibleTo(db, caller).where('rx.id', '=', id))
    .select('rx.status')
    .executeTakeFirst()

export type Signed = InferResult<ReturnType<typeof withKey>>[number]

export const oneSigned = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, Signed>((v) =>
    withKey(visibleTo(builder, { ...callerIdsOf(v), role }).where('rx.id', '=', v.id)),
  ),
)

/**
 * One prescription, locked until the transaction ends. Writes of its orders take the same lock. A separate statement takes the
 * lock, so that the next statement sees the orders that the previous owner of the lock wrote.
 */
export function lock(db: Db, caller: Caller, id: string) {
  defer(db, lockStatement({ tenantId: caller.tenantId, id }))
  return visibleTo(db, caller)
    .where('rx.id', '=', id)
    .select([...content, ...outcome, 'rx.printed'])
    .executeTakeFirst()
}

/** Like `lock`, for any caller: a pharmacy with the patient's code orders a prescription that it cannot see yet. */
export function lockUnseen(db: Db, tenantId: string, id: string) {
  defer(db, lockStatement({ tenantId, id }))
  return db
    .selectFrom('prescriptions as rx')
    .where('rx.tenant_id', '=', tenantId)
    .where('rx.id', '=', id)
    .select([...content, ...outcome, 'rx.printed'])
    .executeTakeFirst()
}

const lockStatement = prepared<{ tenantId: string; id: string }>(
  (v) => sql`
    select from prescriptions
    where tenant_id = ${v.tenantId}
      and id = ${v.id}
    for no key update`,
)

export type Prerequisites = { tenantId: string; doctorId: string; patientId: string; appointmentId: string | null }

const prerequisites = prepared<Prerequisites>(
  (v) => sql`
    select
      ${isPatient(v)} as patient_known,
      ${treats({ tenantId: v.tenantId, professionalId: v.doctorId, patientId: v.patientId })} as patient_treated,
      u.name as doctor_name,
      a.status as appointment_status,
      ${printedPeople(v)} as people,
      k.kid,
      k.private_jwk_encrypted
    from users u
    left join appointments a on a.tenant_id = ${v.tenantId}
      and a.id = ${v.appointmentId}
      and a.doctor_id = ${v.doctorId}
      and a.patient_id = ${v.patientId}
      and a.deleted_at is null
    left join prescriber_keys k on k.tenant_id = ${v.tenantId}
      and k.user_id = ${v.doctorId}
      and k.retired_at is null
    where u.tenant_id = ${v.tenantId}
      and u.id = ${v.doctorId}`,
)

/**
 * The patient, the appointment, and the prescriber's name and signing key for a new prescription. `appointment_status` is null
 * unless the appointment is between this doctor and this patient.
 */
export async function findPrerequisites(db: Db, named: Prerequisites) {
  type Found = {
    patient_known: boolean
    patient_treated: boolean
    doctor_name: string
    appointment_status: string | null
    /** Null for an unknown patient. */
    people: People | null
  } & {
    [K in keyof SealedKey]: SealedKey[K] | null
  }
  return (await rowsOf<Found>(db, prerequisites(named)))[0]!
}

type NewRow = Omit<Content, 'items' | 'printed'> & { items: string; printed: string | null } & {
  [K in keyof Signature]: Signature[K] | null
}

const insertion = prepared<NewRow>(
  (v) => sql`
    insert into prescriptions
      (tenant_id, id, doctor_id, patient_id, appointment_id, items, patient_weight_g, issued_at, valid_until, printed,
      signature, jws, kid, signed_at)
    values (${v.tenant_id}, ${v.id}, ${v.doctor_id}, ${v.patient_id}, ${v.appointment_id}, ${v.items}::jsonb,
      ${v.patient_weight_g}, ${v.issued_at}, ${v.valid_until}, ${v.printed}::jsonb, ${v.signature}, ${v.jws}, ${v.kid}, ${v.signed_at})`,
)

export const insert = (content: Content, signed: Signature | undefined) =>
  insertion({
    ...content,
    items: JSON.stringify(content.items),
    printed: content.printed && JSON.stringify(content.printed),
    signature: signed?.signature ?? null,
    jws: signed?.jws ?? null,
    kid: signed?.kid ?? null,
    signed_at: signed?.signed_at ?? null,
  })

export function addSignature(db: Db, { tenant_id: tenantId, id, printed }: Content, signed: Signature) {
  const values = { ...signed, printed: JSON.stringify(printed) }
  return db.updateTable('prescriptions').set(values).where('tenant_id', '=', tenantId).where('id', '=', id)
}

export function markCancelled(db: Db, tenantId: string, id: string, reason: string) {
  return db
    .updateTable('prescriptions')
    .set({ status: 'CANCELLED', cancelled_at: sql<Date>`app_now()`, cancel_reason: reason })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
}

const people = prepared<Omit<Prerequisites, 'appointmentId'>>((v) => sql`select ${printedPeople(v)} as people`)

/** The current data of patient and prescriber, for a signature. */
export const findPeople = async (db: Db, named: Omit<Prerequisites, 'appointmentId'>): Promise<People> =>
  (await rowsOf<{ people: People }>(db, people(named)))[0]!.people

/** A prescriber's current signing key. */
export async function findKey(db: Db, { tenantId, userId }: Prescriber): Promise<SealedKey | undefined> {
  const { rows } = await sql<SealedKey>`
    select kid, private_jwk_encrypted
    from prescriber_keys
    where tenant_id = ${tenantId}
      and user_id = ${userId}
      and retired_at is null`.execute(db)
  return rows[0]
}

export const insertKey = ({ tenantId, userId }: Prescriber, sealed: SealedKey, publicJwk: JWK) => sql`
  insert into prescriber_keys (tenant_id, user_id, kid, public_jwk, private_jwk_encrypted)
  values (${tenantId}, ${userId}, ${sealed.kid}, ${JSON.stringify(publicJwk)}::jsonb, ${sealed.private_jwk_encrypted})`

/** Retires the current key and deletes its private part, so that even an owner of the master key cannot sign with it. */
export const retireKey = ({ tenantId, userId }: Prescriber) => sql`
  update prescriber_keys
  set retired_at = app_now(), private_jwk_encrypted = null
  where tenant_id = ${tenantId}
    and user_id = ${userId}
    and retired_at is null`
