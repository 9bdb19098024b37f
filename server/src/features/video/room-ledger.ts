import type { Database } from '../../db/database.ts'
import { builder } from '../../db/kysely.ts'
import type { RoomLedger } from '../../providers/video/index.ts'
import * as queries from './queries.ts'

/** Keeps in the database what a video provider asks and tells about rooms. */
export const roomLedger = (database: Database): RoomLedger => ({
  async standing(tenantId, roomId) {
    const room = await queries.findRoom(database.reader(tenantId), tenantId, roomId)
    if (!room) return 'UNKNOWN'
    return room.closed_at ? 'CLOSED' : 'OPEN'
  },
  async together(tenantId, roomId) {
    await database.alone(tenantId, [queries.noteTogether(tenantId, roomId).compile(builder)])
  },
  async apart(tenantId, roomId) {
    await database.alone(tenantId, [queries.noteApart(tenantId, roomId).compile(builder)])
  },
})
