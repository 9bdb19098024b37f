import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Db } from '../db/kysely.ts'
import { prepared } from '../db/prepared.ts'
import { afterCommit, rowsOf } from '../db/transaction.ts'

/** The surviving id for each merged id of a tenant. */
export type Merged = ReadonlyMap<string, string>

type Row = { merges: number; ids: Record<string, string> | null }

const load = prepared<{ tenantId: string }, Row>(
  (v) => sql`
    select t.merges, (select json_object_agg(m.id, m.into_id) from merged_patients m where m.tenant_id = t.tenant_id) as ids
    from tenants t
    where t.tenant_id = ${v.tenantId}`,
)

/**
 * A cache of each tenant's merged patients. The status of every token carries the tenant's number of merges, so this server
 * learns of a merge on another server as fast as of a disabled user. A tenant without merges costs nothing.
 */
export class MergedIds {
  #database: Database
  #tenants = new Map<string, { merges: number; ids: Merged }>()

  constructor(database: Database) {
    this.#database = database
  }

  /** The merged ids of a tenant; undefined if it has none. */
  get(tenantId: string): Merged | undefined {
    return this.#tenants.get(tenantId)?.ids
  }

  /** How many merges of a tenant this cache contains. */
  countOf(tenantId: string): number {
    return this.#tenants.get(tenantId)?.merges ?? 0
  }

  /** All ids of a record: the surviving one, and those merged into it. */
  idsOf(tenantId: string, id: string): string[] {
    const merged = this.get(tenantId)
    if (!merged) return [id]
    const survivor = merged.get(id) ?? id
    return [survivor, ...[...merged].filter(([, into]) => into === survivor).map(([gone]) => gone)]
  }

  /** Reloads the ids of a tenant if it has new merges. @param merges the tenant's current number of merges */
  async refresh(tenantId: string, merges: number): Promise<void> {
    if (merges > this.countOf(tenantId)) await this.reload(tenantId)
  }

  /** Loads the current ids of a tenant. */
  async reload(tenantId: string): Promise<void> {
    const { rows } = await this.#database.onLane(tenantId, load({ tenantId }))
    this.#keep(tenantId, rows[0])
  }

  /** Loads the ids as a transaction has changed them. The cache has them once the transaction commits. */
  async refreshAfterCommit(tx: Db, tenantId: string): Promise<void> {
    const [row] = await rowsOf<Row>(tx, load({ tenantId }))
    afterCommit(tx, () => this.#keep(tenantId, row))
  }

  #keep(tenantId: string, row: Row | undefined): void {
    if (!row || row.merges <= this.countOf(tenantId)) return
    this.#tenants.set(tenantId, { merges: row.merges, ids: new Map(Object.entries(row.ids ?? {})) })
  }
}

/** Replaces merged ids by surviving ids in a validated request. Entries of a list that become equal are kept once. */
export function withSurvivors<T>(merged: Merged, value: T): T {
  return replaced(merged, value) as T // the same shape, with other ids
}

function replaced(merged: Merged, value: unknown): unknown {
  if (typeof value === 'string') return merged.get(value) ?? value
  if (Array.isArray(value)) {
    const entries = value.map((entry) => replaced(merged, entry))
    const isReplaced = (entry: unknown, at: number) => typeof entry === 'string' && entry !== value[at]
    return entries.filter(
      (entry, at) => entries.indexOf(entry) === at || !entries.some((e, n) => e === entry && isReplaced(e, n)),
    )
  }
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaced(merged, field)]))
}
