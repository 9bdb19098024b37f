import { type InferResult, type Insertable, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Actor, CallerIds, Role } from '../../../actor.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { callerIdsOf } from '../../../db/listings.ts'
import { memoizeByShape, prepared } from '../../../db/prepared.ts'
import type { Schema } from '../../../db/schema.ts'
import { addressedTo, withReadableResults } from './queries.ts'

/** The files of lab orders, without removed and unfinished ones. */
const readableFiles = (orders: ReturnType<typeof withReadableResults>) =>
  orders
    .innerJoin('lab_order_files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'lo.tenant_id').onRef('f.lab_order_id', '=', 'lo.id'),
    )
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'f.tenant_id').onRef('u.id', '=', 'f.uploaded_by'),
    )
    .where('f.ready_at', 'is not', null)
    .where('f.removed_at', 'is', null)
    .select([
      'lo.patient_id',
      'f.id',
      'f.lab_order_id',
      'f.name',
      'f.type',
      'f.size',
      'f.sha256',
      'f.object_key',
      'f.uploaded_by',
      'u.name as uploaded_by_name',
      'f.created_at',
    ])

export type Row = InferResult<ReturnType<typeof readableFiles>>[number]

export const one = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string; fileId: string }, Row>((v) =>
    readableFiles(withReadableResults(builder, { ...callerIdsOf(v), role }).where('lo.id', '=', v.id)).where(
      'f.id',
      '=',
      v.fileId,
    ),
  ),
)

/** A lab order with its files. */
type OrderRow = { patient_id: string; files: (Omit<Row, 'created_at'> & { created_at: string })[] }

export const filesOfOrder = memoizeByShape((role: Role) =>
  prepared<CallerIds & { id: string }, OrderRow>((v) => {
    const caller = { ...callerIdsOf(v), role }
    const files = readableFiles(withReadableResults(builder, caller).where('lo.id', '=', v.id))
    return withReadableResults(builder, caller)
      .where('lo.id', '=', v.id)
      .select('lo.patient_id')
      .select(
        sql<OrderRow['files']>`coalesce((select json_agg(file order by file.id) from ${files} file), '[]')`.as('files'),
      )
  }),
)

/** A lab order to which the caller may add files, locked until the transaction ends. */
export function lockOrder(db: Db, actor: Actor, id: string) {
  return db
    .selectFrom('lab_orders as lo')
    .where('lo.tenant_id', '=', actor.tenantId)
    .where('lo.id', '=', id)
    .where(visible(access.labOrders.addFile, actor, { author: 'lo.doctor_id', addressed: addressedTo(actor.userId) }))
    .select(['lo.id', 'lo.patient_id', 'lo.status'])
    .forUpdate()
    .executeTakeFirst()
}

/** An upload takes seconds. One that is not finished after an hour was interrupted. */
const INTERRUPTED = sql<boolean>`(ready_at is null and created_at < app_now() - interval '1 hour')`

/** The files of a locked lab order that were not removed. A separate statement after the lock also sees concurrent uploads. */
export const findAll = (db: Db, tenantId: string, labOrderId: string) =>
  db
    .selectFrom('lab_order_files')
    .where('tenant_id', '=', tenantId)
    .where('lab_order_id', '=', labOrderId)
    .where('removed_at', 'is', null)
    .select(['id', 'object_key', INTERRUPTED.as('interrupted')])
    .execute()

type FileId = { tenantId: string; id: string }

/** A file whose content may still exist. */
export const find = (db: Db, { tenantId, id }: FileId) =>
  db
    .selectFrom('lab_order_files')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .select(['lab_order_id', 'name', 'type', 'size', 'object_key', 'uploaded_by', 'ready_at', 'removed_at'])
    .executeTakeFirst()

export type NewFile = Omit<
  Insertable<Schema['lab_order_files']>,
  'created_at' | 'ready_at' | 'removed_at' | 'erased_at'
>

export const insert = (row: NewFile) => builder.insertInto('lab_order_files').values(row)

const mark = ({ tenantId, id }: FileId, marks: Partial<Record<'ready_at' | 'removed_at' | 'erased_at', Date>>) =>
  builder.updateTable('lab_order_files').set(marks).where('tenant_id', '=', tenantId).where('id', '=', id)

export const markReady = (file: FileId, at: Date) => mark(file, { ready_at: at })
export const markRemoved = (file: FileId, at: Date) => mark(file, { removed_at: at })
export const markErased = (file: FileId, at: Date) => mark(file, { erased_at: at })
