import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { isTimeout, isTransient } from '../../../db/failures.ts'
import type { Statement } from '../../../db/flush.ts'
import { asyncCommit } from '../../../db/plans.ts'
import { prepared } from '../../../db/prepared.ts'
import type { LoggedRequest } from '../../../http/logged-request.ts'

/** Interval and maximum size of a batch. */
const GATHER_MS = 1000
const BATCH = 1000
/** The maximum number of entries that wait while the database is unavailable. Further entries are lost. */
const MAX_WAITING = 20_000

/** Reads with `after` return entries at least this old. A batch commits within less time, or is repeated with new ids. */
export const SETTLED_SEC = 5
const shortTimeout = prepared<object>(() => sql`select set_config('statement_timeout', '2s', true)`)

/** An id contains the time of the statement, which is read once, and the position in the batch. */
const insert = prepared<{ kinds: string; rows: string; batchId: string }>(
  (v) => sql`
    insert into request_log (tenant_id, id, at, client_id, method, path, operation, status, code, fault_paths,
      duration_ms, request_id)
    select kind."tenantId", floor || lpad(to_hex(entry.n), 8, '0') || ${v.batchId}, entry.at, kind."clientId",
      kind.method, kind.path, kind.operation, kind.status, kind.code, kind."faultPaths", entry.ms, entry.id
    from (select id_floor('rql', statement_timestamp()) as floor offset 0) as written
    cross join rows from (
      json_to_recordset(${v.rows}::json) as (kind int, at timestamptz, ms int, id text)
    ) with ordinality as entry (kind, at, ms, id, n)
    join rows from (
      json_to_recordset(${v.kinds}::json) as ("tenantId" text, "clientId" text, method text, path text, operation text,
        status int, code text, "faultPaths" text[])
    ) with ordinality as kind ("tenantId", "clientId", method, path, operation, status, code, "faultPaths", n)
      on kind.n = entry.kind`,
)

/** Inserts a batch. Fields that many requests share are sent once, because parsing JSON is half of the cost of a row. */
function insertBatch(batch: readonly LoggedRequest[]): Statement {
  const kinds = new Map<string, { kind: number; shared: object }>()
  const rows = batch.map(({ at, durationMs: ms, requestId: id, ...shared }) => {
    const { tenantId, clientId, method, path, operation, status, code, faultPaths } = shared
    const name = [tenantId, clientId, method, path, operation, status, code, ...faultPaths].join(' ')
    const known = kinds.get(name) ?? { kind: kinds.size + 1, shared }
    kinds.set(name, known)
    return { kind: known.kind, at, ms, id }
  })
  const batchId = randomBytes(6).toString('hex')
  const all = [...kinds.values()].map(({ shared }) => shared)
  return insert({ kinds: JSON.stringify(all), rows: JSON.stringify(rows), batchId })
}

/** Adds the sums of a batch, in the order of the key to avoid deadlocks with other servers. */
const addUp = prepared<{ hours: string }>(
  (v) => sql`
    insert into request_hours as h (tenant_id, client_id, hour, requests, errors, refused)
    select *
    from json_to_recordset(${v.hours}::json) as t (tenant_id text, client_id text, hour timestamptz, requests int,
      errors int, refused int)
    order by tenant_id collate "C", client_id collate "C", hour
    on conflict (tenant_id, client_id, hour) do update
    set requests = h.requests + excluded.requests,
      errors = h.errors + excluded.errors,
      refused = h.refused + excluded.refused`,
)

/** The sums of a batch by client and hour. */
function hoursOf(batch: readonly LoggedRequest[]): object[] {
  const entries = Map.groupBy(batch, ({ tenantId, clientId, at }) => `${tenantId} ${clientId} ${at.slice(0, 13)}`)
  return [...entries.values()].map((requests) => {
    const [{ tenantId, clientId, at }] = requests as [LoggedRequest]
    return {
      tenant_id: tenantId,
      client_id: clientId,
      hour: `${at.slice(0, 13)}:00:00Z`,
      requests: requests.length,
      errors: requests.filter(({ status }) => status >= 400).length,
      refused: requests.filter(({ status }) => status === 429).length,
    }
  })
}

/**
 * Writes answered requests in batches, once a second. A crash loses waiting entries and the last commits (docs/decisions/0074).
 */
export class RequestLog {
  readonly #database: Database
  readonly #log: FastifyBaseLogger
  #waiting: LoggedRequest[] = []
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing = Promise.resolve()

  /** @param database of the worker */
  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database
    this.#log = log
  }

  note(entry: LoggedRequest): void {
    if (this.#waiting.length >= MAX_WAITING) this.#lost++
    else this.#waiting.push(entry)
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref()
  }

  /** Writes all waiting entries. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#writeAll())
    return this.#writing
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH)
      const hours = addUp({ hours: JSON.stringify(hoursOf(batch)) })
      const rows = insertBatch(batch)
      try {
        await this.#database.onOwnConnection('', [asyncCommit({}), shortTimeout({}), hours, rows])
      } catch (err) {
        if (isTransient(err) || isTimeout(err)) {
          this.#log.warn({ err, requests: this.#waiting.length }, 'the request log could not be written; trying again')
          this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref()
          return
        }
        this.#lost += batch.length
        this.#log.error({ err }, 'the request log could not be written')
      }
      this.#waiting.splice(0, batch.length)
    }
    if (this.#lost > 0) this.#log.warn({ requests: this.#lost }, 'requests are missing in the request log')
    this.#lost = 0
  }
}

/** How many days the log is kept. */
export const KEPT_DAYS = 7

const endDay = prepared<{ keepDays: number }, { ended: string | null }>(
  (v) => sql`select end_request_day(${v.keepDays}) as ended`,
)

/** Drops old days of the log. A day that is in use is dropped by the next run, an hour later. */
export async function dropOldDays(database: Database): Promise<void> {
  await sql`delete from request_hours where hour < now() - make_interval(days => ${KEPT_DAYS + 1})`.execute(
    database.reader(''),
  )
  for (;;) {
    try {
      const [result] = await database.onOwnConnection('', [endDay({ keepDays: KEPT_DAYS })])
      if (result!.rows[0].ended === null) return
    } catch (error) {
      if (isTimeout(error)) return
      throw error
    }
  }
}
