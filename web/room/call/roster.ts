import type { Closing, PeerView, ServerMessage } from '@medina-care/protocol/messages.ts'
import type { PersonView, WaitingView } from '@medina-care/protocol/people.ts'

/** The room according to the server's messages so far. */
export type Roster = {
  phase: 'joining' | 'waiting' | 'in-call'
  me: PersonView | undefined
  hostPresent: boolean
  peers: RosterPeer[]
  lobby: WaitingView[]
  denied: PersonView[]
  startedAt: number | undefined
  ended: { reason: Closing; durationSec: number | undefined } | undefined
}

/**
 * `isUnknown`: the server does not know the peer, but the peer's media may continue. Either the server restarted and the peer
 * has not rejoined, or the peer was disconnected for long. The peer is dropped when the media stop, or after a while.
 */
export type RosterPeer = PeerView & { isUnknown: boolean }

export const EMPTY_ROSTER: Roster = {
  phase: 'joining',
  me: undefined,
  hostPresent: false,
  peers: [],
  lobby: [],
  denied: [],
  startedAt: undefined,
  ended: undefined,
}

/** A message from this page: drop the peer. */
export type ForgetPeer = { type: 'forget'; peerId: string; sid: string }

/** The room after a message. The same object if the message does not concern it. */
export function withMessage(roster: Roster, message: ServerMessage | ForgetPeer): Roster {
  switch (message.type) {
    case 'waiting':
      return { ...EMPTY_ROSTER, phase: 'waiting', me: person(message), hostPresent: message.hostPresent }
    case 'joined': {
      const peers = message.peers.map(known)
      const departed = roster.peers.filter((old) => !peers.some(({ peerId }) => peerId === old.peerId))
      return {
        ...EMPTY_ROSTER,
        phase: 'in-call',
        me: person(message),
        peers: [...peers, ...departed.map(unknown)],
        lobby: message.lobby ?? [],
        denied: message.denied ?? [],
        startedAt: time(message.startedAt),
      }
    }
    case 'lobby':
      return { ...roster, lobby: message.waiting, denied: message.denied }
    case 'host':
      return { ...roster, hostPresent: message.present }
    case 'peer-joined': {
      const { type: _, ...peer } = message
      const others = roster.peers.filter(({ peerId }) => peerId !== peer.peerId)
      return { ...roster, peers: [...others, known(peer)] }
    }
    case 'peer-away':
      return withPeerChange(roster, message, (peer) => ({ ...peer, isAway: true }))
    case 'peer-back':
      return withPeerChange(roster, message, (peer) => ({ ...peer, isAway: false, isUnknown: false }))
    case 'peer-state':
      return withPeerChange(roster, message, (peer) => ({ ...peer, state: message.state }))
    case 'peer-left':
      return withPeerChange(roster, message, (peer) => (message.reason === 'lost' ? unknown(peer) : undefined))
    case 'forget':
      return withPeerChange(roster, message, () => undefined)
    case 'call':
      return { ...roster, startedAt: time(message.startedAt) }
    case 'ended':
      return { ...roster, ended: { reason: message.reason, durationSec: message.durationSec } }
    default:
      return roster
  }
}

/** Changes the peer of a message. Ignores messages about a replaced page. */
function withPeerChange(
  roster: Roster,
  { peerId, sid }: { peerId: string; sid: string },
  change: (peer: RosterPeer) => RosterPeer | undefined,
): Roster {
  if (!roster.peers.some((peer) => peer.peerId === peerId && peer.sid === sid)) return roster
  return { ...roster, peers: roster.peers.flatMap((peer) => (peer.peerId === peerId ? (change(peer) ?? []) : peer)) }
}

const person = ({ peerId, role, name }: PersonView): PersonView => ({ peerId, role, name })
const known = (peer: PeerView): RosterPeer => ({ ...peer, isUnknown: false })
const unknown = (peer: PeerView): RosterPeer => ({ ...peer, isAway: true, isUnknown: true })
const time = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : Date.parse(iso))
