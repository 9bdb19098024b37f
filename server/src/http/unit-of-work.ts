import { auditRow, auditRows, type Touched, type Trail } from '../audit/trail.ts'
import type { Statement } from '../db/flush.ts'
import type { Db } from '../db/kysely.ts'
import type { Prepared } from '../db/prepared.ts'
import { retryOnDeadlock } from '../db/retry-on-deadlock.ts'
import { defer, rowsOf } from '../db/transaction.ts'
import { ApiError } from '../errors.ts'
import type { IsWanted } from '../lib/fair-queue.ts'
import { paginationOf } from '../lib/fields.ts'
import { cursorsOf, identifyList } from './cursors.ts'
import { claimKey, type Intent, type RepeatableCall, type Sent, storeAnswer, storeIntent } from './idempotency.ts'
import type { FullContext, Services } from './services.ts'

/**
 * Statuses of refusals that are audited, because they reveal something about a person's data. Malformed requests are
 * refused before the unit of work; a 422 within it usually names a person who does not exist.
 */
const AUDITED_REFUSALS = new Set([403, 404, 409, 410, 412, 422])

/**
 * A read over the shared lanes. The audit row is written before the answer.
 * @param listIdentity identifies the list, to bind its cursors to it
 * @param isWanted whether to run a list when its turn comes: its client may have disconnected
 */
export async function read<T>(
  services: Services,
  trail: Trail,
  work: (ctx: FullContext) => Promise<T>,
  listIdentity: () => string = () => identifyList(trail.operation, trail.tenantId, {}, {}),
  isWanted?: IsWanted,
): Promise<T> {
  const { database, pages, audit } = services
  const { tenantId, userId, actsFor = [] } = trail
  const caller = { tenantId, userId, actsFor }
  const cursors = cursorsOf(services.vault, listIdentity)
  let noted = false
  const asked: { subjectId?: string; patientIds: string[] } = { patientIds: [] }
  const note = ({ outcome, subjectId, patientIds = [] }: Touched) => {
    noted = true
    const all = [...asked.patientIds, ...patientIds]
    return audit.note(trail, { outcome, subjectId: subjectId ?? asked.subjectId, patientIds: all })
  }
  const ctx: FullContext = {
    ...services,
    db: database.reader(trail.tenantId),
    trail,
    setAuditSubject(subjectId, patients) {
      asked.subjectId = subjectId
      if (patients) asked.patientIds = [patients].flat()
    },
    async readOne(one, values, subjectId) {
      noted = true
      return audit.readOne(trail, one, { ...values, ...caller }, { subjectId, patientIds: asked.patientIds })
    },
    cursors,
    async readPage(listing, values, page) {
      const asked = { ...values, ...caller }
      const { rows, next, total } =
        page.cursor === undefined
          ? await pages.read(listing, asked, page, isWanted)
          : {
              ...(await pages.readAfter(
                listing,
                asked,
                cursors.read(page.cursor, listing.keys),
                page.pageSize,
                isWanted,
              )),
              total: undefined,
            }
      await note({ outcome: 'OK', patientIds: patientsOf(rows) })
      return { rows, pagination: paginationOf(page, total, cursors.write(next)) }
    },
    async readSome(rows, values) {
      const [found] = await database.onOwnConnection(tenantId, [rows({ ...values, ...caller })], isWanted)
      await note({ outcome: 'OK', patientIds: patientsOf(found!.rows) })
      return found!.rows
    },
  }
  return auditRefusals(
    services,
    trail,
    () => noted,
    () => work(ctx),
  )
}

const patientsOf = (rows: { patient_id: string | null; patient_ids?: string[] }[]) =>
  rows.flatMap(({ patient_id, patient_ids }) => patient_ids ?? patient_id ?? [])

/**
 * A write: one transaction with the effect, events, audit row and, for a repeatable call, the answer.
 * @param isWanted tells whether to run it when its turn comes: its client may have disconnected
 */
export async function write(
  services: Services,
  trail: Trail,
  repeatable: RepeatableCall | undefined,
  work: (ctx: FullContext) => Promise<Sent>,
  isWanted?: IsWanted,
): Promise<Sent> {
  return withAuditedRefusals(services, trail, async () => {
    const sent = await firstTransaction(services, trail, repeatable, work, isWanted)
    if ('intentId' in sent)
      throw new Error('The key belongs to an external-effect operation, but this route has no external effects.')
    return sent
  })
}

/**
 * A write whose refusal is counted.
 * @param work returns a refusal instead of throwing it. What it wrote stays, and the audit row has the refusal
 */
export async function writeOrRefuse(
  services: Services,
  trail: Trail,
  work: (ctx: FullContext) => Promise<Sent | ApiError>,
): Promise<Sent> {
  return withAuditedRefusals(services, trail, async () => {
    const sent = await runUnaudited(services, trail, async (ctx, touched) => {
      const done = await work(ctx)
      if (!(done instanceof ApiError)) defer(ctx.db, auditRow(trail, touched))
      return done
    })
    if (sent instanceof ApiError) throw sent
    return sent
  })
}

/**
 * An external-effect operation: a transaction that records the intention, its audit row and the idempotency key; the
 * effect, without a connection; and a transaction that records the outcome, events and answer. `operation.ts` has the
 * rules for the three.
 * @param isWanted tells whether to start when its turn comes; a started operation continues
 */
export async function runExternalEffect<T>(
  services: Services,
  trail: Trail,
  repeatable: RepeatableCall | undefined,
  { prepare, execute, finalize }: Steps<T>,
  isWanted?: IsWanted,
): Promise<Sent> {
  return withAuditedRefusals(services, trail, async () => {
    const prepared = await firstTransaction(services, trail, repeatable, prepare, isWanted)
    if (!('intentId' in prepared)) return prepared
    const outcome = await execute(prepared.intentId)
    const result = await runUnaudited(services, trail, async (ctx, touched) => {
      const sent = await finalize(ctx, prepared.intentId, outcome)
      if (repeatable && !(sent instanceof ApiError))
        defer(ctx.db, storeAnswer(services.vault, trail, repeatable, sent, touched))
      return sent
    })
    if (result instanceof ApiError) throw result
    return result
  })
}

/** The steps of an external-effect operation, in order. */
export type Steps<T> = {
  prepare: (ctx: FullContext) => Promise<Sent | Intent>
  execute: (intentId: string) => Promise<T>
  finalize: (ctx: FullContext, intentId: string, outcome: T) => Promise<Sent | ApiError>
}

/** The first transaction of every write. An earlier result of the same call replaces it. */
function firstTransaction(
  services: Services,
  trail: Trail,
  repeatable: RepeatableCall | undefined,
  work: (ctx: FullContext) => Promise<Sent | Intent>,
  isWanted: IsWanted | undefined,
): Promise<Sent | Intent> {
  const claimed = async (ctx: FullContext, touched: Touched) => {
    const { db } = ctx
    const earlier = repeatable && (await claimKey(db, services.vault, trail, repeatable))
    if (earlier) {
      defer(db, auditRow(trail, { outcome: 'REPLAYED' })) // the answer is repeated, or the operation continued
      return earlier
    }
    const done = await work(ctx)
    defer(db, auditRow(trail, touched))
    if (repeatable) {
      const { vault } = services
      defer(
        db,
        'intentId' in done
          ? storeIntent(vault, trail, repeatable, done, touched)
          : storeAnswer(vault, trail, repeatable, done, touched),
      )
    }
    return done
  }
  return runUnaudited(services, trail, claimed, isWanted)
}

/**
 * Background work, such as one step of a job: one transaction of a tenant with its events and audit row.
 * @param work returns whether it did something; if not, no audit row is written
 */
export function runInTransaction(
  services: Services,
  trail: Trail,
  work: (ctx: FullContext) => Promise<boolean>,
): Promise<boolean> {
  return runUnaudited(services, trail, async (ctx, touched) => {
    const done = await work(ctx)
    if (done) defer(ctx.db, auditRow(trail, touched))
    return done
  })
}

/**
 * Background work on several items of one tenant, in one transaction. Each item has its own audit row.
 * @param work returns whether it did something, or how much it did
 * @returns the sum over all items
 */
export function runAllInTransaction<T>(
  services: Services,
  trail: Trail,
  items: readonly T[],
  work: (ctx: FullContext, item: T) => Promise<boolean | number>,
): Promise<number> {
  return transaction(services, trail, async (tx) => {
    const rows: Touched[] = []
    let done = 0
    for (const item of items) {
      const { ctx, touched } = contextOf(services, trail, tx)
      const did = await work(ctx, item)
      if (!did) continue
      rows.push(touched)
      done += Number(did)
    }
    if (rows.length > 0) defer(tx, auditRows(trail, rows))
    return done
  })
}

/** One transaction for one task. The caller writes the audit row. */
export const runUnaudited = <T>(
  services: Services,
  trail: Trail,
  work: (ctx: FullContext, touched: Touched) => Promise<T>,
  isWanted?: IsWanted,
): Promise<T> => {
  const inContext = (tx: Db) => {
    const { ctx, touched } = contextOf(services, trail, tx)
    return work(ctx, touched)
  }
  return transaction(services, trail, inContext, isWanted)
}

/** One transaction, repeated after a deadlock: before the commit it has no effect outside the database. */
const transaction = <T>(
  services: Services,
  trail: Trail,
  work: (tx: Db) => Promise<T>,
  isWanted?: IsWanted,
): Promise<T> => retryOnDeadlock(() => services.database.inTransaction(trail.tenantId, work, isWanted))

/** The context of one task in a transaction, and the data for its audit row. */
function contextOf(services: Services, trail: Trail, tx: Db): { ctx: FullContext; touched: Touched } {
  const touched: Touched = { outcome: 'OK' }
  const { tenantId, userId, actsFor = [] } = trail
  const ctx: FullContext = {
    ...services,
    db: tx,
    trail,
    setAuditSubject(subjectId, patients) {
      touched.subjectId = subjectId
      if (patients) touched.patientIds = [patients].flat()
    },
    /** A write runs the statement of the read after its own, so that the answer holds only what the caller may read. */
    readOne: async (one, values) => first(one, tx, one({ ...values, tenantId, userId, actsFor })),
    cursors: { write: notInWrites, read: notInWrites },
    readPage: notInWrites,
    readSome: notInWrites,
  }
  return { ctx, touched }
}

const first = async <V, O>(_: Prepared<V, O>, tx: Db, statement: Statement): Promise<O | undefined> =>
  (await rowsOf<O>(tx, statement))[0]

const notInWrites = (): never => {
  throw new Error('Writes read with their own queries; the operation writes the audit row.')
}

const withAuditedRefusals = <T>(services: Services, trail: Trail, work: () => Promise<T>): Promise<T> =>
  auditRefusals(services, trail, () => false, work)

/** Audits a refusal in its own transaction, because the transaction of the work was rolled back. */
async function auditRefusals<T>(
  services: Services,
  trail: Trail,
  noted: () => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && AUDITED_REFUSALS.has(error.status) && !noted())
      await auditRefusal(services, trail, error)
    throw error
  }
}

export const auditRefusal = ({ audit }: Services, trail: Trail, refusal: ApiError): Promise<void> =>
  audit.note(trail, { outcome: refusal.code })
