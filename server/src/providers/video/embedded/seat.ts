import type { JoinRequest } from '../index.ts'
import type { PersonView, WaitingView } from '../views.ts'
import type { Departure, MediaState, PeerView, ServerMessage } from './protocol.ts'

/** A participant's place in a room or its lobby, as all servers with the room know it. */
export type Seat = PersonView & {
  sid: string
  /** The ledger's revision of the arrival: of two seats of one participant, the greater one prevails. */
  arrival: number
  place: 'room' | 'lobby'
  /** Arrival time, ISO 8601. */
  since: string
  state: MediaState
  /** Since when media flow between practitioner and patient, by this one's page: milliseconds since 1970. */
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

/** The messages to others in the room about a changed seat. `why`: the reason if it is gone. */
export function peerChanges(before: Seat | undefined, now: Seat | undefined, why: Departure): ServerMessage[] {
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
  const changes: ServerMessage[] = []
  if (is.isAway !== was.isAway) changes.push({ type: is.isAway ? 'peer-away' : 'peer-back', peerId, sid })
  if (!isSame(is.state, was.state)) changes.push({ type: 'peer-state', peerId, sid, state: is.state })
  return changes
}

const isSame = (a: MediaState, b: MediaState) =>
  a.mic === b.mic && a.cam === b.cam && a.screen === b.screen && a.hand === b.hand
