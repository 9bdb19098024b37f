import type { Ending } from '@medina-care/protocol/constants.ts'
import type { Departure, MediaState, PeerView, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'
import type { JoinRequest } from '../index.ts'

/** A connection to a participant's page, independent of the transport. */
export type Line = {
  /** The token for reconnection. */
  readonly resumeToken: string
  send(message: ServerMessage): void
  end(ending: Ending): void
}

/** A participant's place in a room or its lobby. It outlasts a broken connection by the grace period. */
export type Seat = PersonView & {
  /** The page load. */
  sid: string
  /** The ledger's revision of the arrival: of two pages of one participant, the greater one prevails. */
  arrival: number
  place: 'room' | 'lobby'
  /** Arrival time, ISO 8601. */
  since: string
  state: MediaState
  /** Since when media flow between practitioner and patient, by this one's page: milliseconds since 1970. */
  mediaSince: number | null
  /** Undefined while the participant is away. */
  line: Line | undefined
}

export const personView = ({ identity, role, name }: JoinRequest): PersonView => ({ peerId: identity, role, name })

export const peerView = ({ peerId, role, name, sid, state, line }: Seat): PeerView => ({
  peerId,
  role,
  name,
  sid,
  state,
  isAway: line === undefined,
})

export const waitingView = ({ peerId, role, name, since }: Seat): WaitingView => ({ peerId, role, name, since })

/** The messages to others in the room about a changed seat. `why`: the reason for its removal. */
export function peerChanges(before: Seat | undefined, now: Seat | undefined, why: Departure): ServerMessage[] {
  const was = before?.place === 'room' ? peerView(before) : undefined
  const is = now?.place === 'room' ? peerView(now) : undefined
  if (!was) return is ? [{ type: 'peer-joined', ...is }] : []
  const { peerId, sid } = was
  if (!is) return [{ type: 'peer-left', peerId, sid, reason: why }]
  if (is.sid !== sid)
    return [
      { type: 'peer-left', peerId, sid, reason: 'replaced' },
      { type: 'peer-joined', ...is },
    ]
  const changes: ServerMessage[] = []
  if (is.isAway !== was.isAway) changes.push({ type: is.isAway ? 'peer-away' : 'peer-back', peerId, sid })
  if (!isSame(is.state, was.state)) changes.push({ type: 'peer-state', peerId, sid, state: is.state })
  return changes
}

const isSame = (a: MediaState, b: MediaState) =>
  a.mic === b.mic && a.cam === b.cam && a.screen === b.screen && a.hand === b.hand
