import type { CallerIds } from '../actor.ts'
import type { IsWanted } from '../lib/fair-queue.ts'
import { EXACT_TOTAL_LIMIT, FRESH_TOTAL_LIMIT, type Page } from '../lib/fields.ts'
import type { Database } from './database.ts'
import { afterKey, keyOfRow } from './keysets.ts'
import type { Listing } from './listings.ts'
import { inListOrder } from './plans.ts'
import { estimatedRows, type Totals } from './totals.ts'

/** Lifetime of an estimate. */
const ESTIMATE_MS = 60_000
/** Values cached for each list, one for each caller and combination of filters. */
const MAX_CACHED = 500
/** A list of this length is not counted while its estimate is valid: it does not shrink to `EXACT_TOTAL_LIMIT` in that time. */
const LONG = 2 * EXACT_TOTAL_LIMIT

/**
 * Time in which a list of `FRESH_TOTAL_LIMIT` or more is not counted again. Up to `EXACT_TOTAL_LIMIT` a transaction of the tenant on
 * this server ends it.
 */
const RECENT_MS = 2_000

/** @property countedAt when the list was last counted beyond `EXACT_TOTAL_LIMIT` */
type Estimate = { rows: number; until: number; countedAt: number }

/** @property commit the tenant's last commit before the count */
type Count = { total: number; until: number; commit: number }

/** Rows of a list, and the key after which the next page starts: null on the last one. */
export type Rows<O> = { rows: O[]; next: string[] | null }

/** A page of rows. @param found the rows of the page, and the next row if there is one */
export function pageOf<O extends object>(found: O[], pageSize: number, keys: number): Rows<O> {
  if (found.length <= pageSize) return { rows: found, next: null }
  return { rows: found.slice(0, pageSize), next: keyOfRow(found[pageSize - 1]!, keys) }
}

/** Reads lists page by page. The cost of a page does not depend on the length of the list. */
export class Pages {
  readonly #database: Database
  readonly #estimates = new PerRequest<Estimate>()
  readonly #counts = new PerRequest<Count>()

  constructor(database: Database) {
    this.#database = database
  }

  /** One page and the total, estimated above `EXACT_TOTAL_LIMIT`. Reads one more row, to know whether a page follows. */
  async read<V extends object, O extends object>(
    listing: Listing<V, O>,
    values: V & CallerIds,
    { page, pageSize }: Pick<Page, 'page' | 'pageSize'>,
    isWanted?: IsWanted,
  ): Promise<Rows<O> & { total: number }> {
    const { tenantId } = values
    const offset = (page - 1) * pageSize
    const kept = this.#estimates.get(listing, values)
    const commit = this.#database.lastCommit(tenantId)
    const recent = this.#counts.get(listing, values)
    const isCountValid = recent?.commit === commit
    const isLong = kept !== undefined && isNotCounted(kept)
    const statements = [
      inListOrder({}),
      listing.rows({ ...values, limit: pageSize + 1, offset }),
      ...(isLong || isCountValid ? [] : [listing.total(values)]),
    ]
    const [, found, counted] = await this.#database.onOwnConnection(tenantId, statements, isWanted)
    const { rows, next } = pageOf<O>(found!.rows, pageSize, listing.keys)
    const seen = offset + rows.length
    const isEmpty = rows.length === 0
    if (counted && counted.rows[0].total <= EXACT_TOTAL_LIMIT) {
      const { total } = counted.rows[0]
      if (total >= FRESH_TOTAL_LIMIT)
        this.#counts.set(listing, values, { total, until: performance.now() + RECENT_MS, commit })
      return { rows, next, total }
    }
    const isLast = seen === 0 || (!isEmpty && next === null)
    if (isCountValid && isEmpty && offset < recent.total) {
      this.#counts.delete(listing, values) // the list has become shorter
      return this.read(listing, values, { page, pageSize }, isWanted)
    }
    if (isCountValid) return { rows, next, total: isLast ? seen : Math.max(recent.total, isEmpty ? 0 : seen + 1) }
    if (isLast) return { rows, next, total: this.#keep(listing, values, seen).rows }
    if (isLong && isEmpty && offset <= EXACT_TOTAL_LIMIT) {
      this.#estimates.delete(listing, values) // the list has become shorter
      return this.read(listing, values, { page, pageSize }, isWanted)
    }
    const estimate = kept ?? (await this.#estimate(tenantId, listing, values))
    if (counted) estimate.countedAt = performance.now()
    if (isEmpty) return { rows, next, total: Math.max(EXACT_TOTAL_LIMIT + 1, Math.min(estimate.rows, offset)) }
    return { rows, next, total: Math.max(EXACT_TOTAL_LIMIT + 1, seen + 1, estimate.rows) }
  }

  /** The rows after a key, which are not counted. */
  async readAfter<V extends object, O extends object>(
    listing: Listing<V, O>,
    values: V & CallerIds,
    key: readonly string[],
    pageSize: number,
    isWanted?: IsWanted,
  ): Promise<Rows<O>> {
    const rows = listing.rowsAfter({ ...values, ...afterKey(key), limit: pageSize + 1, offset: 0 })
    const [, found] = await this.#database.onOwnConnection(values.tenantId, [inListOrder({}), rows], isWanted)
    return pageOf(found!.rows, pageSize, listing.keys)
  }

  /** The total of a list that belongs to no tenant. */
  async count<V extends object>(list: Totals<V>, values: V): Promise<number> {
    const kept = this.#estimates.get(list, values)
    if (kept !== undefined && kept.rows >= LONG) return kept.rows
    const [counted] = await this.#database.onOwnConnection(NO_TENANT, [list.total(values)])
    const { total } = counted!.rows[0]
    if (total <= EXACT_TOTAL_LIMIT) return total
    return Math.max(EXACT_TOTAL_LIMIT + 1, (kept ?? (await this.#estimate(NO_TENANT, list, values))).rows)
  }

  async #estimate<V>(tenantId: string, list: Totals<V>, values: V): Promise<Estimate> {
    const [explained] = await this.#database.onOwnConnection(tenantId, [list.estimate(values)])
    return this.#keep(list, values, estimatedRows(explained!.rows))
  }

  #keep<V>(list: Totals<V>, values: V, rows: number): Estimate {
    return this.#estimates.set(list, values, { rows, until: performance.now() + ESTIMATE_MS, countedAt: -Infinity })
  }
}

/** Values that expire, one for each list, caller and combination of filters. */
class PerRequest<T extends { until: number }> {
  readonly #lists = new WeakMap<object, Map<string, T>>()

  get<V>(list: Totals<V>, values: V): T | undefined {
    const cached = this.#lists.get(list)?.get(keyOf(list, values))
    return cached && cached.until > performance.now() ? cached : undefined
  }

  set<V>(list: Totals<V>, values: V, value: T): T {
    const ofList = this.#lists.get(list) ?? new Map<string, T>()
    this.#lists.set(list, ofList)
    const key = keyOf(list, values)
    ofList.delete(key) // to insert it last
    ofList.set(key, value)
    if (ofList.size > MAX_CACHED) ofList.delete(ofList.keys().next().value!)
    return value
  }

  delete<V>(list: Totals<V>, values: V): void {
    this.#lists.get(list)?.delete(keyOf(list, values))
  }
}

const NO_TENANT = ''

const isNotCounted = ({ rows, countedAt }: Estimate): boolean =>
  rows >= LONG || performance.now() - countedAt < RECENT_MS

/** The caller and the filters' values. */
const keyOf = <V>(list: Totals<V>, values: V): string => JSON.stringify(list.total(values).parameters)
