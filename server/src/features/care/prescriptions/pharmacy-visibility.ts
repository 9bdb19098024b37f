import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an order lets its pharmacy see the prescription and the patient.
 * @param status the column of its status, such as `o.status`
 */
export const isVisibleStatus = (status: string): RawBuilder<boolean> =>
  sql`${sql.ref(status)} in ('PENDING', 'PREPARING', 'READY', 'DELIVERED')`

/**
 * Whether a pharmacy sees a prescription: it has an order on it, and that order was neither cancelled nor rejected.
 * @param tenant the column of the tenant's id, such as `rx.tenant_id`
 * @param prescription the column of the prescription's id, such as `rx.id`
 */
export const isSeenByPharmacy = (tenant: string, prescription: string, pharmacyId: string): RawBuilder<boolean> => sql`
  exists (
    select from orders o
    where o.tenant_id = ${sql.ref(tenant)}
      and o.prescription_id = ${sql.ref(prescription)}
      and o.pharmacy_id = ${pharmacyId}
      and ${isVisibleStatus('o.status')})`
