import { randomFillSync } from 'node:crypto'

/** The type prefixes of the specification ("Resources and their fields") and our own. */
export type IdPrefix =
  | ('usr' | 'ten' | 'apt' | 'room' | 'rx' | 'ord' | 'lead' | 'lab' | 'res' | 'inv' | 'rev' | 'fu' | 'evt')
  | ('pay' | 'ref' | 'whk' | 'sec' | 'att' | 'rcv' | 'aud' | 'fam' | 'ses' | 'jti' | 'req' | 'acr' | 'cli' | 'key')
  | ('msg' | 'cmp' | 'enr' | 'lot' | 'svc' | 'prc' | 'cnd' | 'rst' | 'doc' | 'crt' | 'gst' | 'mov' | 'emg' | 'lgn')
  | (
      | 'itn'
      | 'gua'
      | 'adm'
      | 'dsp'
      | 'lbf'
      | 'vfl'
      | 'rql'
      | 'psk'
      | 'plc'
      | 'vty'
      | 'oxc'
      | 'hld'
      | 'hol'
      | 'ser'
      | 'wle'
      | 'wlo'
    )

const pool = Buffer.alloc(10 * 256)
let used = pool.length

/**
 * A new id: prefix, 12 hex digits of milliseconds, 20 random hex digits. Ids sort by time, which is real time even under
 * the test clock. `new_id()` in SQL does the same.
 */
export const newId = (prefix: IdPrefix): string => idAt(prefix, Date.now())

/** An id for another time (Unix milliseconds). */
export function idAt(prefix: IdPrefix, atMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.toString('hex', used, used + 10)
  used += 10
  return `${idFloor(prefix, atMs)}${random}`
}

/** The smallest id of a kind at a time (Unix milliseconds), as `id_floor()` in SQL. */
export function idFloor(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${atMs.toString(16).padStart(12, '0')}`
}

/** Tolerance for clock skew between servers and database, and for the duration of a transaction. */
const SKEW_MS = 3_600_000

/**
 * Bounds on ids for a time range, so that a search prunes other months' partitions. Ids use real time; under the test
 * clock their records may be ahead of it by varying amounts, so there is no lower bound.
 */
export function idBounds(
  prefix: IdPrefix,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  testClock: boolean,
): { fromId: string; beforeId: string } {
  const real = from && !testClock ? Math.max(0, from.getTime() - SKEW_MS) : 0
  return {
    fromId: idFloor(prefix, real),
    beforeId: to ? idFloor(prefix, to.getTime() + SKEW_MS) : `${prefix}_~`,
  }
}
