import { randomFillSync } from 'node:crypto'

/** The type prefixes of the specification ("Resources and their fields") and of what we add. */
export type IdPrefix =
  | ('usr' | 'ten' | 'apt' | 'room' | 'rx' | 'ord' | 'lead' | 'lab' | 'res' | 'inv' | 'rev' | 'fu' | 'evt')
  | ('pay' | 'ref' | 'whk' | 'sec' | 'att' | 'rcv' | 'aud' | 'fam' | 'ses' | 'jti' | 'req' | 'acr' | 'cli' | 'key')
  | ('msg' | 'cmp' | 'enr' | 'lot' | 'svc' | 'prc' | 'cnd' | 'rst' | 'doc' | 'crt' | 'gst' | 'mov')

const pool = Buffer.alloc(10 * 256)
let used = pool.length

/**
 * A new id: prefix, 12 hex digits of milliseconds, 20 random hex digits. Sorted as text, ids are in order of time.
 * Always real time, never the test clock. `new_id()` in SQL makes the same.
 */
export const newId = (prefix: IdPrefix): string => idAt(prefix, Date.now())

/** The same for something that happened at another moment (milliseconds since 1970). */
export function idAt(prefix: IdPrefix, atMs: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.toString('hex', used, used + 10)
  used += 10
  return `${idFloor(prefix, atMs)}${random}`
}

/** The smallest id of a kind made at a moment (milliseconds since 1970), as `id_floor()` in SQL. */
export function idFloor(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${atMs.toString(16).padStart(12, '0')}`
}

/** How far the clocks of servers and database may be apart, and a transaction may take. */
const SKEW_MS = 3_600_000

/**
 * Where in the order of ids a time lies, so that a search looks at its months and no others. Ids are of real time;
 * under the test clock what they are of may be ahead of it, by more at one time than at another.
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
