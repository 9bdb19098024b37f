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

/** LiveKit cuts off by itself what takes longer between its own nodes. */
const PATIENCE_SEC = 5

/** No room of an appointment is called so: asking for it takes one look, however many rooms there are. */
const PROBED_ROOM = 'probe'

/** What we ask of LiveKit's API for servers. What is not there any more is no failure: it has left meanwhile. */
export class LiveKitServer {
  #client: RoomServiceClient

  constructor({ base, apiKey, apiSecret }: LiveKitAddress) {
    this.#client = new RoomServiceClient(base, apiKey, apiSecret, { requestTimeout: PATIENCE_SEC, failover: false })
  }

  /** @throws {VideoProviderError} */
  rooms(): Promise<Room[]> {
    return explained(this.#client.listRooms())
  }

  /** Nobody, where there is no such room. @throws {VideoProviderError} */
  async participants(roomId: string): Promise<ParticipantInfo[]> {
    const found = (await whereThere(this.#client.listParticipants(roomId))) ?? []
    return found.filter(({ state }) => state !== ParticipantInfo_State.DISCONNECTED)
  }

  /** All permissions at once; attributes are added to those that are there. @throws {VideoProviderError} */
  async update(
    roomId: string,
    identity: string,
    change: { permission: Partial<ParticipantPermission>; attributes: Record<string, string> },
  ): Promise<void> {
    await whereThere(this.#client.updateParticipant(roomId, identity, change))
  }

  /** @throws {VideoProviderError} */
  async remove(roomId: string, identity: string): Promise<void> {
    await whereThere(this.#client.removeParticipant(roomId, identity))
  }

  /** What everybody in the room is told of it, whoever joins later included. @throws {VideoProviderError} */
  async describe(roomId: string, about: object): Promise<void> {
    await whereThere(this.#client.updateRoomMetadata(roomId, JSON.stringify(about)))
  }

  /** Sends everybody out. @throws {VideoProviderError} */
  async close(roomId: string): Promise<void> {
    await whereThere(this.#client.deleteRoom(roomId))
  }

  /** @throws {VideoProviderError} also when the signal ends it, so that nobody waits longer than they said */
  probe(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new VideoProviderError('timeout', { cause: signal.reason }))
      if (signal.aborted) return giveUp()
      signal.addEventListener('abort', giveUp, { once: true })
      explained(this.#client.listRooms([PROBED_ROOM]))
        .then(() => resolve(), reject)
        .finally(() => signal.removeEventListener('abort', giveUp))
    })
  }
}

async function whereThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ServerError && error.code === 'not_found') return undefined
    throw asProviderError(error)
  }
}

const explained = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error) => {
    throw asProviderError(error)
  })

function asProviderError(error: unknown): VideoProviderError {
  const code = codeOf(error)
  // LiveKit repeats the token that it refuses, and causes are logged.
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

/** Where a name has several addresses, all of them were tried. */
function wasRefused(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.some(wasRefused)
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}
