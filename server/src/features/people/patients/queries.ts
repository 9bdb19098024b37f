import { type InferResult, sql } from 'kysely'
import { hasRelation, visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, Caller, CallerIds, Role } from '../../../actor.ts'
import { orderedRows } from '../../../db/keysets.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { byId, callerIdsOf, type Listing } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import { totals } from '../../../db/totals.ts'
import { rowsOf } from '../../../db/transaction.ts'
import { deferUserLock } from '../../../db/users.ts'
import { patientsOf } from '../relationships/actions.ts'
import type { Consent, ConsentName } from './rules.ts'

export const patientsIn = (db: Db, tenantId: string) =>
  db.selectFrom('users as p').where('p.tenant_id', '=', tenantId).where('p.role', '=', 'PATIENT')

/** The patients whom the caller may see. */
export function visibleTo(db: Db, caller: Caller) {
  const treats = sql<boolean>`p.id = any(${patientsOf(caller)})`
  return patientsIn(db, caller.tenantId).where(
    visible(access.patients.read, caller, { own: 'p.id', treats, desk: sql`true` }),
  )
}

/** Whether a role sees only the patients whom the caller treats. */
export const treats = (role: Role) => hasRelation(access.patients.read, role, 'treats')

/** A subquery for one field of a patient's identity. The outer statement must check that the caller may see the patient. */
export const identityField = (
  { tenantId, patientId }: { tenantId: string; patientId: string },
  column: 'birth_date' | 'sex',
) => sql<string | null>`(
  select ${sql.ref(column)}::text
  from patient_identities
  where tenant_id = ${sql.ref(tenantId)}
    and patient_id = ${sql.ref(patientId)})`

/** The columns of patients. The identity of a patient is visible with the patient. Practitioners do not see e-mail addresses. */
const selectPatient = (query: ReturnType<typeof visibleTo>, { role }: Pick<Caller, 'role'>) =>
  query.select([
    'p.id',
    'p.id as patient_id',
    'p.name',
    (treats(role) ? sql<string | null>`null` : sql<string | null>`p.email`).as('email'),
    identityField({ tenantId: 'p.tenant_id', patientId: 'p.id' }, 'birth_date').as('birth_date'),
    'p.created_at',
  ])

export type Row = InferResult<ReturnType<typeof selectPatient>>[number]

export const records = { visibleTo, shown: selectPatient, id: 'p.id' }

export const one = byId({
  ...records,
  shown: (query, caller) =>
    selectPatient(query, caller).select(sql<Date>`last_activity(p.tenant_id, p.id)`.as('last_activity')),
})

/**
 * Whether the patient `p` consents. A disabled account has no consents. `offset 0` makes the planner look up the consent of
 * each patient; otherwise it could read the consents of the whole organisation for a few patients.
 */
export const consenting = (name: ConsentName) => sql<boolean>`(
  p.disabled_at is null and exists (
    select from consents_in_force c
    where c.tenant_id = p.tenant_id
      and c.name = ${name}
      and c.patient_id = p.id
    offset 0))`

export async function hasConsent(db: Db, tenantId: string, patientId: string, name: ConsentName): Promise<boolean> {
  const consent = await patientsIn(db, tenantId)
    .where('p.id', '=', patientId)
    .where(consenting(name))
    .select('p.id')
    .executeTakeFirst()
  return consent !== undefined
}

/** A patient's current answers about consents; times are ISO 8601 text. */
export type Answers = { patient_id: string; answers: (Omit<Consent, 'at'> & { at: string })[] }

export const answersOf = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, Answers>((v) =>
    visibleTo(builder, { ...callerIdsOf(v), role })
      .where('p.id', '=', v.id)
      .select([
        'p.id as patient_id',
        sql<Answers['answers']>`(
          select coalesce(json_agg(last), '[]')
          from (
            select distinct on (c.name) c.name, c.granted, c.version, c.at
            from patient_consents c
            where c.tenant_id = p.tenant_id
              and c.patient_id = p.id
            order by c.name, c.version desc
          ) as last)`.as('answers'),
      ]),
  ),
)

/** The current answers of a visible patient, who is locked until the transaction ends. */
export async function lockAnswers(db: Db, caller: Caller, id: string): Promise<Answers | undefined> {
  const { tenantId, role } = caller
  deferUserLock(db, tenantId, id)
  return (await rowsOf<Answers>(db, answersOf(role)({ ...caller, id })))[0]
}

export function insertVersion(db: Db, { tenantId, userId, clientId }: Actor, patientId: string, consent: Consent) {
  const { name, granted, version } = consent
  return db.insertInto('patient_consents').values({
    tenant_id: tenantId,
    patient_id: patientId,
    name,
    version,
    granted,
    decided_by: userId,
    client_id: clientId,
    at: consent.at!, // every version has a time
  })
}

export const isVisible = async (db: Db, caller: Caller, id: string): Promise<boolean> =>
  (await visibleTo(db, caller).where('p.id', '=', id).select('p.id').executeTakeFirst()) !== undefined

export type Version = {
  patient_id: string
  name: ConsentName
  version: number
  granted: boolean
  at: Date
  client_id: string
  decided_by: string
  decided_by_name: string
}

const versionsOf = (v: { tenantId: string; id: string }) =>
  builder
    .selectFrom('patient_consents as c')
    .innerJoin('users as u', (join) => join.onRef('u.tenant_id', '=', 'c.tenant_id').onRef('u.id', '=', 'c.decided_by'))
    .where('c.tenant_id', '=', v.tenantId)
    .where('c.patient_id', '=', v.id)

export const history: Listing<{ id: string }, Version> = {
  ...orderedRows(
    (v) =>
      versionsOf(v).select([
        'c.patient_id',
        'c.name',
        'c.version',
        'c.granted',
        'c.at',
        'c.client_id',
        'c.decided_by',
        'u.name as decided_by_name',
      ]),
    { at: 'desc', version: 'desc', name: 'asc' },
  ),
  ...totals((v: CallerIds & { id: string }) => sql`${versionsOf(v).select('c.version')}`),
}
