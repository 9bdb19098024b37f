import {
  type ParticipantInfo,
  ParticipantInfo_State,
  type ParticipantPermission,
  type Room,
  RoomServiceClient,
  ServerError,
} from 'livekit-server-sdk'
import type { LiveKitAddress } from '../address.ts'
import { VideoProviderError } from '../index.ts'

/** LiveKit ends requests between its nodes after the same time. */
const TIMEOUT_SEC = 5

/** No appointment's room has this name: filtering by it makes the request cheap. */
const PROBED_ROOM = 'probe'

/**
 * The part of LiveKit's server API that we use. A missing room or participant is not an error: it has left meanwhile.
 */
export class LiveKitServer {
  #client: RoomServiceClient

  constructor({ base, apiKey, apiSecret }: LiveKitAddress) {
    this.#client = new RoomServiceClient(base, apiKey, apiSecret, { requestTimeout: TIMEOUT_SEC, failover: false })
  }

  /** @throws {VideoProviderError} */
  rooms(): Promise<Room[]> {
    return withProviderError(this.#client.listRooms())
  }

  /** Empty if there is no such room. @throws {VideoProviderError} */
  async participants(roomId: string): Promise<ParticipantInfo[]> {
    const found = (await unlessNotFound(this.#client.listParticipants(roomId))) ?? []
    return found.filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED)
  }

  /** Replaces the permissions, and merges the attributes. @throws {VideoProviderError} */
  async update(
    roomId: string,
    identity: string,
    change: { permission: Partial<ParticipantPermission>; attributes: Record<string, string> },
  ): Promise<void> {
    await unlessNotFound(this.#client.updateParticipant(roomId, identity, change))
  }

  /** @throws {VideoProviderError} */
  async remove(roomId: string, identity: string): Promise<void> {
    await unlessNotFound(this.#client.removeParticipant(roomId, identity))
  }

  /** Sets the metadata that all participants receive, including later joiners. @throws {VideoProviderError} */
  async describe(roomId: string, about: object): Promise<void> {
    await unlessNotFound(this.#client.updateRoomMetadata(roomId, JSON.stringify(about)))
  }

  /** Deletes the room, which disconnects all participants. @throws {VideoProviderError} */
  async close(roomId: string): Promise<void> {
    await unlessNotFound(this.#client.deleteRoom(roomId))
  }

  /** @throws {VideoProviderError} also when the signal aborts */
  probe(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new VideoProviderError('timeout', { cause: signal.reason }))
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      withProviderError(this.#client.listRooms([PROBED_ROOM]))
        .then(() => resolve(), reject)
        .finally(() => signal.removeEventListener('abort', giveUp))
    })
  }
}

async function unlessNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return undefined
    throw asProviderError(error)
  }
}

const withProviderError = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error) => {
    throw asProviderError(error)
  })

function asProviderError(error: unknown): VideoProviderError {
  const code = codeOf(error)
  // LiveKit's message repeats the refused token, and causes are logged.
  return code === 'auth_failed' ? new VideoProviderError(code) : new VideoProviderError(code, { cause: error })
}

function codeOf(error: unknown): VideoProviderError['code'] {
  if (error instanceof ServerError) {
    return error.status === 401 || error.status === 403 ? 'auth_failed' : 'service_unavailable'
  }
  if (!(error instanceof Error)) return 'service_unavailable'
  if (error.name === 'TimeoutError') return 'timeout'
  return wasRefused(error.cause) ? 'connection_refused' : 'service_unavailable'
}

/** An AggregateError holds one error for each address of the host name. */
function wasRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.some(wasRefused)
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
