import type { Actor } from '../../../actor.ts'
import { afterCommit, defer } from '../../../db/transaction.ts'
import { type ApiError, conflict, notFound } from '../../../errors.ts'
import type { Input } from '../../../http/operation.ts'
import type { Context, Services } from '../../../http/services.ts'
import { type FileType, fileTypes } from '../../../lib/file-types.ts'
import { newId } from '../../../lib/ids.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { addLabOrderFile, removeLabOrderFile } from './file-contract.ts'
import * as queries from './file-queries.ts'
import * as rules from './file-rules.ts'

type Upload = Input<typeof addLabOrderFile>
type Removal = Input<typeof removeLabOrderFile>

/**
 * Records the intention to store a file, and discards uploads that were interrupted.
 * @throws {ApiError} 404 unless the caller may add files, 409 by the rules
 */
export async function prepareUpload(ctx: Context<'storage'>, actor: Actor, { params, body }: Upload): Promise<string> {
  const { tenantId } = actor
  const order = await queries.lockOrder(ctx.db, actor, params.id)
  if (!order) throw notFound('Lab order')
  rules.assertOpenForFiles(order.status)
  const files = await queries.findAll(ctx.db, tenantId, order.id)
  const interrupted = files.filter((file) => file.interrupted)
  rules.assertRoomForFile(files.length - interrupted.length)
  for (const { id, object_key } of interrupted) discard(ctx, actor, id, object_key)
  const id = newId('lbf')
  const { name, content } = body
  defer(
    ctx.db,
    queries.insert({
      tenant_id: tenantId,
      id,
      lab_order_id: order.id,
      name,
      type: content.type,
      size: content.bytes.length,
      sha256: sha256(content.bytes).toString('hex'),
      object_key: keyOf(tenantId, id, content.type),
      uploaded_by: actor.userId,
    }),
  )
  ctx.setAuditSubject(id, order.patient_id)
  return id
}

/** The key determines the name of downloads, so it must not contain client input. */
const keyOf = (tenantId: string, id: string, type: FileType) => `${tenantId}/${id}/resultats.${fileTypes[type][0]}`

/** @throws {StorageError} if the file could not be stored */
export const store = ({ storage }: Pick<Services, 'storage'>, { tenantId }: Actor, id: string, { body }: Upload) =>
  storage.put(keyOf(tenantId, id, body.content.type), body.content.bytes)

/**
 * Makes a stored file available to the readers of the lab order. If the caller lost access or the order was closed meanwhile, the
 * file is deleted instead. Repeating changes nothing.
 */
export async function finishUpload(ctx: Context<'storage'>, actor: Actor, id: string, { params, body }: Upload) {
  const at = { tenantId: actor.tenantId, id }
  const order = await queries.lockOrder(ctx.db, actor, params.id)
  const file = await queries.find(ctx.db, at)
  if (order) ctx.setAuditSubject(id, order.patient_id)
  const refusal = order && file ? refusalOf(order, file) : notFound('Lab order')
  if (refusal) {
    discard(ctx, actor, id, keyOf(actor.tenantId, id, body.content.type))
    return refusal
  }
  if (!file!.ready_at) defer(ctx.db, queries.markReady(at, ctx.clock.now()))
  return { labOrderId: params.id }
}

type Order = NonNullable<Awaited<ReturnType<typeof queries.lockOrder>>>
type File = NonNullable<Awaited<ReturnType<typeof queries.find>>>

/** Why an upload cannot be finished. A file that is ready was accepted by an earlier attempt of the same call. */
function refusalOf({ status }: Order, { ready_at, removed_at }: File): ApiError | undefined {
  if (removed_at) return conflict('The file was removed. Add it with another Idempotency-Key.')
  if (ready_at) return undefined
  try {
    rules.assertOpenForFiles(status)
  } catch (refusal) {
    return refusal as ApiError // its only error
  }
}

/** Marks a file as removed, and deletes its content after the commit. */
function discard(ctx: Context<'storage'>, { tenantId }: Actor, id: string, objectKey: string): void {
  const now = ctx.clock.now()
  defer(ctx.db, queries.markRemoved({ tenantId, id }, now))
  afterCommit(ctx.db, () => {
    ctx.storage.remove(objectKey).catch((err) => ctx.log.warn({ err }, 'cannot delete an unused file'))
  })
}

/**
 * Hides a file from all readers. Repeating continues an interrupted removal.
 * @throws {ApiError} 404 unless the caller may add files to the lab order and it has this one, 403 and 409 by the rules
 */
export async function prepareRemoval(ctx: Context<never>, actor: Actor, { params }: Removal): Promise<string> {
  const at = { tenantId: actor.tenantId, id: params.fileId }
  const order = await queries.lockOrder(ctx.db, actor, params.id)
  const file = order && (await queries.find(ctx.db, at))
  if (!file?.ready_at || file.lab_order_id !== order?.id) throw notFound('Lab order file')
  ctx.setAuditSubject(at.id, order.patient_id)
  rules.assertMayRemove(actor, file.uploaded_by, order.status)
  if (!file.removed_at) defer(ctx.db, queries.markRemoved(at, ctx.clock.now()))
  return at.id
}

/** @throws {StorageError} if the file could not be deleted */
export async function erase({ database, storage }: Pick<Services, 'database' | 'storage'>, actor: Actor, id: string) {
  const { tenantId } = actor
  const file = await queries.find(database.reader(tenantId), { tenantId, id })
  if (file) await storage.remove(file.object_key)
}

export const finishRemoval = (ctx: Context<never>, { tenantId }: Actor, id: string): void =>
  defer(ctx.db, queries.markErased({ tenantId, id }, ctx.clock.now()))
