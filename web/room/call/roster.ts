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
 * `isUnknown`: the server does not know the peer (any more), but their media may continue: it was restarted and they
 * have not rejoined, or they have been disconnected for long. They are dropped when their media stop, or after a while.
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

/** A message of this page itself. */
export type ForgetPeer = { type: 'forget'; peerId: string; sid: string }

/** The room after a message; the same object if the message does not concern it. */
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
      return changed(roster, message, (peer) => ({ ...peer, isAway: true }))
    case 'peer-back':
      return changed(roster, message, (peer) => ({ ...peer, isAway: false, isUnknown: false }))
    case 'peer-state':
      return changed(roster, message, (peer) => ({ ...peer, state: message.state }))
    case 'peer-left':
      return changed(roster, message, (peer) => (message.reason === 'lost' ? unknown(peer) : undefined))
    case 'forget':
      return changed(roster, message, () => undefined)
    case 'call':
      return { ...roster, startedAt: time(message.startedAt) }
    case 'ended':
      return { ...roster, ended: { reason: message.reason, durationSec: message.durationSec } }
    default:
      return roster
  }
}

/** Ignores messages about a page that was replaced. */
function changed(
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
