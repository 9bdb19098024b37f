import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Statement } from '../db/flush.ts'
import { type Prepared, prepared } from '../db/prepared.ts'
import { newId } from '../lib/ids.ts'
import { auditedReads, type OfPatient, POSITION, type PointValues } from './point-reads.ts'

/** The fields that all audit rows of one call share. */
export type Trail = {
  tenantId: string
  userId: string
  clientId: string
  operation: string
  address: string | null
  requestId: string
  /** The trace of the call (W3C Trace Context). Not stored in the audit log. */
  traceparent?: string | undefined
  /** The people for whom a user acts, such as a guardian's dependants. Not stored: the audit row names the patient. */
  actsFor?: readonly string[]
}

/** The data that a call read or changed. `outcome` is OK or the error code. */
export type Touched = { outcome: string; subjectId?: string | undefined; patientIds?: string[] | undefined }

export type Row = Omit<Trail, 'actsFor' | 'traceparent'> & {
  id: string
  outcome: string
  subjectId: string | null
  patientIds: string[]
}

const rowOf = (
  { actsFor: _people, traceparent: _trace, ...trail }: Trail,
  { outcome, subjectId, patientIds }: Touched,
): Row => ({
  ...trail,
  id: newId('aud'),
  outcome,
  subjectId: subjectId ?? null,
  patientIds: [...new Set(patientIds)],
})

const insertRow = prepared<Row>(
  (v) => sql`
    insert into audit_log
      (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
    values (${v.tenantId}, ${v.id}, ${v.userId}, ${v.clientId}, ${v.operation}, ${v.outcome}, ${v.subjectId},
      ${v.patientIds}, ${v.address}, ${v.requestId})`,
)

/** Several rows as one JSON text, which is cheaper to parse than an array for each column. */
const insertRows = prepared<{ tenantId: string; rows: string }>(
  (v) => sql`
    insert into audit_log
      (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, address, request_id)
    select ${v.tenantId}, id, "userId", "clientId", operation, outcome, "subjectId", "patientIds", address, "requestId"
    from jsonb_to_recordset(${v.rows}::jsonb) as t (id text, "userId" text, "clientId" text, operation text, outcome text,
      "subjectId" text, "patientIds" text[], address text, "requestId" text)`,
)

/**
 * Audits the effects of a dispatcher, as a part of the dispatcher's statement.
 * @param selected the query for tenant_id, user_id, operation, subject_id and patient_ids
 */
export const auditSelected = (selected: RawBuilder<unknown>) => sql`
  insert into audit_log (tenant_id, id, user_id, client_id, operation, outcome, subject_id, patient_ids, request_id)
  select tenant_id, new_id('aud'), user_id, 'worker', operation, 'OK', subject_id, patient_ids, new_id('req')
  from (${selected}) effect`

const insertAll = (tenantId: string, rows: Row[]): Statement =>
  rows.length === 1 ? insertRow(rows[0]!) : insertRows({ tenantId, rows: JSON.stringify(rows) })

/** The audit row of a call, for the transaction of its effect. */
export const auditRow = (trail: Trail, touched: Touched): Statement => insertRow(rowOf(trail, touched))

/** One audit row for each effect of a call. */
export const auditRows = (trail: Trail, touched: readonly Touched[]): Statement =>
  insertAll(
    trail.tenantId,
    touched.map((one) => rowOf(trail, one)),
  )

/** A refusal that costs the caller nothing is recorded at most once in this interval. */
const ONCE_IN_MS = 60_000
const MAX_NOTED = 10_000

/**
 * Records reads and refusals, which have no transaction of their own. Concurrent ones share an insert. A call is answered
 * only after its row is committed, so that no unrecorded data is shown.
 */
export class AuditTrail {
  #database: Database
  #waiting = new Map<string, { rows: Row[]; written: Promise<void> }>()
  #notedAt = new Map<string, number>()

  constructor(database: Database) {
    this.#database = database
  }

  note(trail: Trail, touched: Touched): Promise<void> {
    const { tenantId } = trail
    const waiting = this.#waiting.get(tenantId)
    if (waiting) {
      waiting.rows.push(rowOf(trail, touched))
      return waiting.written
    }
    const rows = [rowOf(trail, touched)]
    const written = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      this.#waiting.delete(tenantId)
      await this.#database.onLane(tenantId, insertAll(tenantId, rows))
    })
    this.#waiting.set(tenantId, { rows, written })
    return written
  }

  /** Reads a row and records the read. Concurrent reads by the same query share one statement. */
  async readOne<V extends PointValues, O extends OfPatient>(
    trail: Trail,
    query: Prepared<V, O>,
    values: V,
    touched: Omit<Touched, 'outcome'>,
  ): Promise<O | undefined> {
    const read = { values, row: rowOf(trail, { outcome: 'OK', ...touched }) }
    const { result, index } = await this.#database.onLaneJointly(trail.tenantId, auditedReads(query), read)
    return result.rows.find((row) => row[POSITION] === index + 1)
  }

  /**
   * Records a refusal that no rate limit bounds (an expired token, or the limit itself): at most once a minute for each
   * client and outcome.
   */
  async noteThrottled(trail: Trail, touched: Touched): Promise<void> {
    const key = `${trail.tenantId}/${trail.clientId}/${touched.outcome}`
    const now = performance.now()
    if (now - (this.#notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_IN_MS) return
    this.#notedAt.delete(key)
    this.#notedAt.set(key, now)
    if (this.#notedAt.size > MAX_NOTED) this.#notedAt.delete(this.#notedAt.keys().next().value!)
    await this.note(trail, touched)
  }
}
