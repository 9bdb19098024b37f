import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { ServerLease } from '../../../db/server-lease.ts'
import { StartError } from '../../../db/start-error.ts'

const ADVICE = 'Stop one of the two, or set VIDEO_URL to a LiveKit for all servers.'

/**
 * Claims the embedded rooms of an installation for this process, until it stops.
 * @param onLost called when another server has taken the rooms over, while this one could not reach the database
 * @throws {StartError} if another server has the rooms and does not stop
 */
export async function claimRooms(
  database: Database,
  log: FastifyBaseLogger,
  onLost: (error: StartError) => void,
): Promise<ServerLease> {
  const lease = await ServerLease.acquire((statement) => database.onLane('', statement), 'embedded-rooms', {
    onLost: () => onLost(new StartError(`Another server has taken over the video rooms of this database. ${ADVICE}`)),
    onDraining: (server) => log.warn({ server }, 'waiting for another server to close its video rooms'),
  })
  if (lease instanceof ServerLease) return lease
  throw new StartError(`The video rooms of this database are on another server (${lease.heldBy}). ${ADVICE}`)
}
