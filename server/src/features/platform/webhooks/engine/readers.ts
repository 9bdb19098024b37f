import { type RawBuilder, sql } from 'kysely'
import { hasRelation } from '../../../../access/check.ts'
import { access, type Relation } from '../../../../access/table.ts'
import { roles } from '../../../../actor.ts'
import { catalog, eventKinds } from '../../../../events/catalog.ts'

/** Whether one of some relations lets the role of the reader `r` read events. */
const reads = (...relations: Relation[]): RawBuilder<boolean> => {
  const readers = roles.filter((role) => relations.some((relation) => hasRelation(access.events.read, role, relation)))
  return sql`r.role in (${sql.join(readers.map((role) => sql.lit(role)))})`
}

const kindsWithScopes = sql`(values ${sql.join(
  eventKinds.map(
    (kind) => sql`(${sql.lit(kind)}, ${sql.lit(catalog[kind].scope)}, ${sql.lit(catalog[kind].desk === true)})`,
  ),
)})`

/**
 * A CTE of the readers of some endpoints: their clients, with the kinds that each may currently read and the users that it acts
 * for. A client has no row if it is disabled, or if its user is disabled or unverified. The rules are those of `mayReceive`.
 * @param endpoints a CTE with endpoints, their clients and scopes
 */
export const readersOf = (endpoints: string) => sql`
  reader as materialized (
    select e.tenant_id, e.endpoint_id, r.user_id,
      array(
        select k.kind
        from ${kindsWithScopes} k (kind, scope, desk)
        where k.scope = any(r.scopes)
          and (e.scopes is null or k.scope = any(e.scopes))
          and (k.desk or not ${reads('desk')})
      ) as kinds,
      case when ${reads('audience', 'addressed')} then ids_of_users(e.tenant_id, r.user_id || r.dependants) end as names,
      ${reads('addressed')} as addressed
    from (select distinct tenant_id, endpoint_id, client_id, scopes from ${sql.ref(endpoints)}) e
    cross join lateral reader_of_client(e.tenant_id, e.client_id) r
  )`

/** Whether a reader may read an event. Test events contain no data. */
export const mayReadNow = ({ event, reader }: { event: string; reader: string }) => {
  const eventColumn = (column: string) => sql.ref(`${event}.${column}`)
  const readerColumn = (column: string) => sql.ref(`${reader}.${column}`)
  return sql`(
      ${readerColumn('user_id')} is not null
      and (
        ${eventColumn('test')}
        or (
          ${eventColumn('kind')} = any(${readerColumn('kinds')})
          and (${readerColumn('names')} is null or ${eventColumn('audience')} && ${readerColumn('names')})
          and case
            when ${readerColumn('addressed')} then is_at_laboratory(${readerColumn('tenant_id')}, ${readerColumn('user_id')}, ${eventColumn('subject_id')})
            else true
          end))) is true`
}
