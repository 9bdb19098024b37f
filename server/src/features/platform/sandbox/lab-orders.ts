import type { Db } from '../../../db/kysely.ts'
import { defer } from '../../../db/transaction.ts'
import { idAt } from '../../../lib/ids.ts'
import type { Status, Value } from '../../care/lab-orders/actions.ts'
import { analyses, requests } from './analyses.ts'
import { completedVisits, daysBeforeToday, type SeededTenant, type Visit } from './care.ts'
import { seedReport } from './reports.ts'
import { HOUR_MS } from './rules.ts'

/** The statuses of recent orders and of older ones. */
const fresh: Status[] = ['ORDERED', 'COLLECTED', 'IN_PROGRESS', 'RESULTS_READY']
const older: Status[] = ['RELEASED', 'RELEASED', 'CANCELLED', 'RELEASED', 'RESULTS_READY']
/** The statuses of the fixed patient's orders: several for each visit, newest visit first. */
const fixedPatients: Status[][] = [
  ['RESULTS_READY', 'COLLECTED', 'ORDERED'],
  ['RELEASED', 'IN_PROGRESS', 'RELEASED'],
  ['RELEASED', 'RELEASED', 'CANCELLED'],
]

/** Lab orders of past visits in every state, with results. */
export async function seedLabOrders(tx: Db, { tenantId, patientId, laboratoryId }: SeededTenant): Promise<void> {
  let isReported = false
  const visits = await completedVisits(tx, tenantId)
  for (const [at, visit] of visits.entries()) {
    const states = visit.patient_id === patientId ? statesOfFixedPatient(visits, visit) : statesOf(visit, at)
    for (const [nth, status] of states.entries()) {
      // Every third patient has not chosen a laboratory. The fixed patient always has.
      const isAddressed = visit.patient_id === patientId || at % 3 !== 0
      const order = seedLabOrder(
        tx,
        { tenantId, laboratoryId: isAddressed ? laboratoryId : null },
        visit,
        status,
        at,
        nth,
      )
      // The fixed patient has the report of one lab order.
      if (isReported || !laboratoryId || status !== 'RELEASED' || visit.patient_id !== patientId) continue
      seedReport(tx, { tenantId, laboratoryId, labOrderId: order.id, at: order.reportedAt })
      isReported = true
    }
  }
}

/** The fixed patient gets orders in every status. Orders of the last visits are still at the laboratory. */
function statesOfFixedPatient(visits: Visit[], { doctor_id, patient_id, end_time }: Visit): Status[] {
  const since = visits.filter(
    (other) => other.doctor_id === doctor_id && other.patient_id === patient_id && other.end_time > end_time,
  )
  return fixedPatients[Math.min(since.length, fixedPatients.length - 1)]!
}

function statesOf({ end_time }: Visit, at: number): Status[] {
  if (at % 3 === 2) return [] // not every visit has a lab order
  return [end_time.getTime() >= daysBeforeToday(2) ? fresh[at % fresh.length]! : older[at % older.length]!]
}

/** Hours from the order to each state. */
const hoursTo: Record<Status, number> = {
  ORDERED: 0,
  CANCELLED: 1,
  COLLECTED: 1,
  IN_PROGRESS: 2,
  RESULTS_READY: 4,
  RELEASED: 5,
}

type Place = { tenantId: string; laboratoryId: string | null }

function seedLabOrder(
  tx: Db,
  place: Place,
  visit: Visit,
  status: Status,
  at: number,
  nth: number,
): { id: string; reportedAt: Date } {
  const { tenantId, laboratoryId } = place
  const orderedAt = visit.end_time.getTime() + (nth * HOUR_MS) / 60
  const after = (state: Status) => new Date(orderedAt + hoursTo[state] * HOUR_MS)
  const choice = requests[visit.specialty]!
  const tests = choice[(at + nth) % choice.length]!
  const id = idAt('lab', orderedAt)
  const labOrder = {
    tenant_id: tenantId,
    id,
    patient_id: visit.patient_id,
    doctor_id: visit.doctor_id,
    appointment_id: visit.id,
    laboratory_id: laboratoryId,
    tests,
    status,
    created_at: new Date(orderedAt),
    updated_at: after(status),
    released_at: status === 'RELEASED' ? after(status) : null,
  }
  defer(tx, tx.insertInto('lab_orders').values(labOrder))
  const enteredAt = after('RESULTS_READY')
  const order = { id, reportedAt: enteredAt }
  if (status !== 'RESULTS_READY' && status !== 'RELEASED') return order
  const labResult = {
    tenant_id: tenantId,
    id: idAt('res', enteredAt.getTime()),
    lab_order_id: id,
    version: 1,
    results: JSON.stringify(tests.flatMap((test) => resultsOf(test, at + nth))),
    entered_at: enteredAt,
  }
  defer(tx, tx.insertInto('lab_results').values(labResult))
  return order
}

function resultsOf(test: string, at: number): Value[] {
  const { references, readings } = analyses[test]!
  const reading = readings[at % readings.length]!
  return references.map(([param, unit, low, high, criticalLow, criticalHigh], n) => ({
    param,
    value: reading[n]!,
    unit,
    low,
    high,
    criticalLow,
    criticalHigh,
  }))
}
