import type pg from 'pg'

const FAULTS_PER_FETCH = 1000

type AddFault = (kind: 'inserted' | 'not listed', subject: string, detail: string) => void

/**
 * Finds rows that should be sealed but are in no seal, and rows that are missing from the lists of their patients.
 * @returns the number of rows that are not sealed yet
 */
export async function verifyCompleteness(client: pg.ClientBase, tenantId: string, addFault: AddFault): Promise<number> {
  const inserted = cursor<{ id: string }>(client, INSERTED, tenantId)
  for await (const { id } of inserted) addFault('inserted', id, 'in no seal, although rows of its time are sealed')
  const unlisted = cursor<{ id: string; patient_id: string }>(client, UNLISTED, tenantId)
  for await (const { id, patient_id } of unlisted) addFault('not listed', id, `missing from the list of ${patient_id}`)
  const { rows } = await client.query<{ n: string }>(
    'select count(*) as n from audit_log where tenant_id = $1 and xid >= (select xid from audit_position)',
    [tenantId],
  )
  return Number(rows[0]!.n)
}

const INSERTED = `
  select l.id
  from audit_log l
  where l.tenant_id = $1
    and l.xid < (select xid from audit_position)
    and not exists (
      select
      from (select unnest(row_ids) collate "C" as id from audit_seals where tenant_id = $1) sealed
      where sealed.id = l.id
    )`

const UNLISTED = `
  select l.id, named.patient_id
  from audit_log l
  cross join lateral unnest(l.patient_ids) as named (patient_id)
  where l.tenant_id = $1
    and l.xid < (select xid from audit_position)
    and not exists (
      select
      from audit_of_patients p
      where p.tenant_id = $1
        and p.patient_id = named.patient_id
        and p.audit_id = l.id
    )`

async function* cursor<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  select: string,
  tenantId: string,
): AsyncGenerator<R> {
  await client.query(`declare faults no scroll cursor for ${select}`, [tenantId])
  for (;;) {
    const { rows } = await client.query<R>(`fetch ${FAULTS_PER_FETCH} from faults`)
    yield* rows
    if (rows.length < FAULTS_PER_FETCH) break
  }
  await client.query('close faults')
}
