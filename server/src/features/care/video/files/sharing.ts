import { afterCommit, defer, rowsOf } from '../../../../db/transaction.ts'
import { forbidden, notFound } from '../../../../errors.ts'
import type { Services } from '../../../../http/services.ts'
import { type FileType, fileTypes } from '../../../../lib/file-types.ts'
import { newId } from '../../../../lib/ids.ts'
import { sha256 } from '../../../../lib/secrets.ts'
import type { JoinRequest } from '../../../../providers/video/index.ts'
import { inLockedRoom, type LockedRoom } from '../effects.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type Upload = { name: string; content: { bytes: Buffer; type: FileType } }
export type Shared = NonNullable<Awaited<ReturnType<typeof queries.markReady>>>

/**
 * Stores a file of a participant in the room: a row, its content, and the mark that it is ready. A file that is not ready is not
 * visible.
 * @throws {ApiError} 403 unless the participant is in the room and no observer, 404 for a deleted appointment, 409 by the rules
 * @throws {StorageError} if the file could not be stored
 */
export async function share(services: Services, who: JoinRequest, { name, content }: Upload): Promise<Shared> {
  const { tenantId } = who
  const id = newId('vfl')
  // The key determines the name of downloads, so it must not contain client input.
  const objectKey = `${tenantId}/${id}/fichier.${fileTypes[content.type][0]}`
  const prepared = await inLockedRoom(services, who, async (room) => {
    await assertInRoom(room, who)
    if (who.role === 'observer') throw forbidden('Observers cannot share files.')
    await makeRoom(services, room)
    defer(
      room.ctx.db,
      queries.insert({
        tenant_id: tenantId,
        id,
        appointment_id: room.appointment.id,
        name,
        type: content.type,
        size: content.bytes.length,
        sha256: sha256(content.bytes).toString('hex'),
        object_key: objectKey,
        shared_by_name: who.name,
      }),
    )
    return true
  })
  if (!prepared) throw notFound('Appointment')
  await services.storage.put(objectKey, content.bytes)
  const shared = await inLockedRoom(services, who, async ({ ctx, recordStep }) => {
    recordStep({ step: 'shared', by: who.identity, about: id })
    return queries.markReady(ctx.db, tenantId, id, ctx.clock.now())
  })
  if (!shared) throw notFound('Appointment')
  return shared
}

/** Discards interrupted uploads. @throws {ApiError} 409 if the appointment has the maximum of files */
async function makeRoom({ storage, log }: Services, { ctx, appointment }: LockedRoom): Promise<void> {
  const { tenantId } = ctx.trail
  const files = await queries.findAll(ctx.db, tenantId, appointment.id)
  const interrupted = files.filter((file) => file.interrupted)
  rules.assertRoomForFile(files.length - interrupted.length)
  for (const { id, object_key } of interrupted) {
    defer(ctx.db, queries.remove(tenantId, id))
    afterCommit(ctx.db, () => {
      storage.remove(object_key).catch((err) => log.warn({ err }, 'cannot delete an unused file'))
    })
  }
}

/**
 * A file of the room with a URL of its content.
 * @throws {ApiError} 403 unless the participant is in the room, 404 if the room has no such file
 */
export async function open(services: Services, who: JoinRequest, id: string) {
  const file = await inLockedRoom(services, who, async (room) => {
    await assertInRoom(room, who)
    const [found] = await rowsOf<queries.Row>(room.ctx.db, queries.ofRoom({ ...who, id }))
    if (found) room.recordStep({ step: 'opened', by: who.identity, about: id })
    return found
  })
  if (!file) throw notFound('File')
  return { file, ...(await services.storage.addressOf(file.object_key)) }
}

async function assertInRoom({ ctx }: LockedRoom, who: JoinRequest): Promise<void> {
  const rows = await rowsOf(ctx.db, queries.isInRoom(who))
  if (rows.length === 0) throw forbidden('Only participants who are in the room share and open its files.')
}
