import type { JoinRequest } from '../index.ts'
import type { PersonView, WaitingView } from '../views.ts'
import type { Departure, MediaState, PeerView, ServerMessage } from './protocol.ts'

/** Somebody's place in a room or in its lobby, as every server that has the room knows it. */
export type Seat = PersonView & {
  sid: string
  /** The ledger's number of the arrival that it was taken with: of two seats of one person, the greater holds. */
  arrival: number
  place: 'room' | 'lobby'
  /** At the door since, ISO 8601. */
  since: string
  state: MediaState
  /** Since when media flow between practitioner and patient, as this one's page says: milliseconds since 1970. */
  mediaSince: number | null
  isAway: boolean
}

export const personView = ({ identity, role, name }: JoinRequest): PersonView => ({ peerId: identity, role, name })

export const peerView = ({ peerId, role, name, sid, state, isAway }: Seat): PeerView => ({
  peerId,
  role,
  name,
  sid,
  state,
  isAway,
})

export const waitingView = ({ peerId, role, name, since }: Seat): WaitingView => ({ peerId, role, name, since })

/** What the others in the room hear of a change of one seat. `why`: of one that is there no more. */
export function news(before: Seat | undefined, now: Seat | undefined, why: Departure): ServerMessage[] {
  const was = before?.place === 'room' ? before : undefined
  const is = now?.place === 'room' ? now : undefined
  if (!was) return is ? [{ type: 'peer-joined', ...peerView(is) }] : []
  const { peerId, sid } = was
  if (!is) return [{ type: 'peer-left', peerId, sid, reason: why }]
  if (is.sid !== sid)
    return [
      { type: 'peer-left', peerId, sid, reason: 'replaced' },
      { type: 'peer-joined', ...peerView(is) },
    ]
  const told: ServerMessage[] = []
  if (is.isAway !== was.isAway) told.push({ type: is.isAway ? 'peer-away' : 'peer-back', peerId, sid })
  if (!isSame(is.state, was.state)) told.push({ type: 'peer-state', peerId, sid, state: is.state })
  return told
}

const isSame = (a: MediaState, b: MediaState) =>
  a.mic === b.mic && a.cam === b.cam && a.screen === b.screen && a.hand === b.hand
