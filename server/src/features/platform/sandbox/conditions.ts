import type { Insertable } from 'kysely'
import type { Db } from '../../../db/kysely.ts'
import type { Schema } from '../../../db/schema.ts'
import { defer } from '../../../db/transaction.ts'
import { idAt, newId } from '../../../lib/ids.ts'
import { daysBeforeToday, type SeededTenant } from './care.ts'
import { HOUR_MS } from './rules.ts'

type Condition = { name: string; since: string | null; longTerm: boolean }

/** The conditions of patients, in turn. Most patients have none. */
const conditionsInTurn: (Condition | undefined)[] = [
  { name: 'Hypertension artérielle', since: '2019-05-01', longTerm: true },
  undefined,
  undefined,
  { name: 'Diabète de type 2', since: '2016-03-14', longTerm: true },
  undefined,
  { name: 'Angine', since: null, longTerm: false },
  undefined,
  { name: 'ربو', since: '2011-09-01', longTerm: true },
]

/** The last visits of lapsed patients: one is due for recall at once, two within a month. */
const lapses: { daysAgo: number; condition: Condition }[] = [
  { daysAgo: 140, condition: { name: 'Diabète de type 2', since: '2014-02-01', longTerm: true } },
  { daysAgo: 82, condition: { name: 'Hypertension artérielle', since: '2021-10-12', longTerm: true } },
  { daysAgo: 70, condition: { name: 'Asthme', since: null, longTerm: true } },
]

/**
 * Seeds the recorded conditions of patients.
 * @param lapsed patients without a recent visit, at most as many as `lapses`
 */
export async function seedConditions(tx: Db, tenant: SeededTenant, people: string[], lapsed: string[]): Promise<void> {
  const rows = [tenant.patientId, ...people].flatMap((patientId, at) => {
    const condition = conditionsInTurn[at % conditionsInTurn.length]
    return condition ? conditionOf(tenant, patientId, condition, daysBeforeToday(20 + (at % 9)) + 12 * HOUR_MS) : []
  })
  const away = lapsed.map((patientId, at) => {
    const { daysAgo, condition } = lapses[at]! // at most that many
    const seenAt = daysBeforeToday(daysAgo) + 16 * HOUR_MS
    seedLastVisit(tx, tenant, patientId, seenAt)
    return conditionOf(tenant, patientId, condition, seenAt)
  })
  await tx
    .insertInto('conditions')
    .values([...rows, ...away])
    .execute()
}

function conditionOf(
  { tenantId, practitionerIds }: SeededTenant,
  patientId: string,
  { name, since, longTerm }: Condition,
  recordedAt: number,
): Insertable<Schema['conditions']> {
  const at = new Date(recordedAt)
  return {
    tenant_id: tenantId,
    id: idAt('cnd', recordedAt),
    patient_id: patientId,
    name,
    since,
    long_term: longTerm,
    status: longTerm ? 'ACTIVE' : 'RESOLVED',
    recorded_by: practitionerIds[0]!,
    created_at: at,
    updated_at: at,
  }
}

/** The last visit of a patient, with the fixed doctor. */
function seedLastVisit(tx: Db, { tenantId, practitionerIds }: SeededTenant, patientId: string, seenAt: number): void {
  const start = new Date(seenAt)
  const roomId = newId('room')
  const visit = tx.insertInto('appointments').values({
    tenant_id: tenantId,
    id: idAt('apt', seenAt - 24 * HOUR_MS),
    doctor_id: practitionerIds[0]!,
    patient_id: patientId,
    start_time: start,
    end_time: new Date(seenAt + HOUR_MS / 2),
    status: 'COMPLETED',
    video_room_id: roomId,
    created_at: new Date(seenAt - 24 * HOUR_MS),
    unconfirmed_since: new Date(seenAt - 24 * HOUR_MS),
  })
  const room = { tenant_id: tenantId, id: roomId, closed_at: start, together_ms: 12 * 60_000 }
  defer(tx, visit)
  defer(tx, tx.insertInto('video_rooms').values(room))
}
