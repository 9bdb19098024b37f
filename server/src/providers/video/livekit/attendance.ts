import type { Closing } from '@medina-care/protocol/messages.ts'
import { type ParticipantInfo, ParticipantInfo_State } from 'livekit-server-sdk'
import type { Admission, JoinRequest, Log, Participant, RoomId, RoomLedger } from '../index.ts'
import { CoalescingQueue } from './coalescing-queue.ts'
import type { LiveKitServer } from './server.ts'
import { type LiveKitTokens, permissionsOf } from './tokens.ts'

/** A periodic check ignores arrivals that are newer than this, because the webhook usually handles them. */
const WEBHOOK_MS = 4000

/**
 * LiveKit attributes of a participant, which all our servers read, also after a restart: the connection (LiveKit's sid)
 * whose arrival was recorded, and since when the participant is admitted.
 */
type Attributes = { arrival?: string; admitted?: string }

/** A participant who is in LiveKit's room now, with one of our tokens. */
export type Present = { info: ParticipantInfo; who: JoinRequest }

/**
 * Room metadata, visible to all participants, the lobby included. It therefore only signals a change; pages
 * request the duration from our server.
 */
export type RoomNotice = { isTogether?: true; ended?: Ended }
type Ended = { reason: Closing }

/** Why a room is checked. */
type Check = {
  /** Whether the check is periodic. Periodic checks ignore new arrivals: one of our servers receives their webhook. */
  isPeriodic: boolean
  /** Ended connections by identity; the participant may have reconnected. */
  departed: Map<string, { who: JoinRequest; how: 'left' | 'lost' }>
  /** Set if the room must be closed. */
  ended?: Ended | undefined
}

/**
 * Synchronizes a LiveKit room with the ledger. A check compares LiveKit's participants with the ledger's admissions and
 * corrects the difference, so that the cause, order and number of events do not matter, nor the server that receives
 * them.
 */
export class Attendance {
  #server: LiveKitServer
  #tokens: LiveKitTokens
  #ledger: RoomLedger
  #log: Log
  /** Rooms where practitioner and patient were together at the last check. */
  #meetings = new Map<string, RoomId>()
  /** The notice that this server has set for each room; unknown after a restart. */
  #notices = new Map<string, string>()
  /** Rooms that were closed in the ledger at the last check, but not empty. */
  #seenClosed = new Set<string>()
  /** One check of a room at a time, so that an older one cannot overwrite a newer one. */
  #queue = new CoalescingQueue<Check>(
    (roomId, check) => this.#check(roomId, check),
    (one, other) => ({
      isPeriodic: one.isPeriodic && other.isPeriodic,
      departed: new Map([...one.departed, ...other.departed]),
      ended: one.ended ?? other.ended,
    }),
  )

  constructor(server: LiveKitServer, tokens: LiveKitTokens, ledger: RoomLedger, log: Log) {
    this.#server = server
    this.#tokens = tokens
    this.#ledger = ledger
    this.#log = log
  }

  /** Rooms that had participants at the last check. */
  get known(): string[] {
    return [...this.#notices.keys()]
  }

  async present(roomId: string): Promise<Present[]> {
    return this.#identify(roomId, await this.#server.participants(roomId))
  }

  check(roomId: string): Promise<void> {
    return this.#queue.request(roomId, { isPeriodic: false, departed: new Map() })
  }

  checkPeriodically(roomId: string): Promise<void> {
    return this.#queue.request(roomId, { isPeriodic: true, departed: new Map() })
  }

  /** LiveKit reports that a participant's connection has ended. */
  left(who: JoinRequest, how: 'left' | 'lost'): Promise<void> {
    return this.#queue.request(who.roomId, { isPeriodic: false, departed: new Map([[who.identity, { who, how }]]) })
  }

  /** Publishes the reason, and disconnects all participants. */
  close(roomId: string, ended: Ended): Promise<void> {
    return this.#queue.request(roomId, { isPeriodic: false, departed: new Map(), ended })
  }

  async #check(roomId: string, { isPeriodic, departed, ended }: Check): Promise<void> {
    if (ended) await this.#close(roomId, ended)
    const infos = ended ? [] : await this.#server.participants(roomId)
    for (const { who, how } of departed.values()) {
      if (!infos.some(({ identity }) => identity === who.identity)) await this.#ledger.depart(who, how)
    }
    if (!ended) await this.#reconcile(roomId, infos, isPeriodic)
  }

  async #close(roomId: string, ended: Ended): Promise<void> {
    await this.#server
      .describe(roomId, { ended } satisfies RoomNotice)
      .catch((err) => this.#log.warn({ err, roomId }, 'video: the reason for closing a LiveKit room was not published'))
    await this.#server.close(roomId)
    this.#forget(roomId)
  }

  #forget(roomId: string): void {
    this.#meetings.delete(roomId)
    this.#notices.delete(roomId)
    this.#seenClosed.delete(roomId)
  }

  #identify(roomId: string, infos: ParticipantInfo[]): Present[] {
    return infos.flatMap((info) => {
      const who = this.#tokens.identify(roomId, info)
      return who ? [{ info, who }] : []
    })
  }

  async #reconcile(roomId: string, infos: ParticipantInfo[], isPeriodic: boolean): Promise<void> {
    const present = this.#identify(roomId, infos)
    const tenantId = present[0]?.who.tenantId
    if (tenantId === undefined) {
      // No participant has one of our tokens: the room is empty, or of another installation on the same server.
      await this.#endMeeting(roomId)
      return this.#forget(roomId)
    }
    const room = { tenantId, roomId }
    for (const { identity } of infos.filter(isPerson)) {
      if (!present.some(({ who }) => who.identity === identity)) await this.#remove(roomId, identity, 'unknown')
    }
    const due = present.filter(({ info }) => !isPeriodic || isRegistered(info) || isLate(info))
    const refused = await this.#register(due)
    if (refused === 'CLOSED') return this.#close(roomId, { reason: 'closed' })
    const people = await this.#ledger.participants(room)
    if (people === 'CLOSED') return this.#handleClosed(roomId)
    const admissions = new Map(people.map(({ identity, admission }) => [identity, admission]))
    for (const identity of refused) admissions.delete(identity)
    for (const one of due) await this.#settle(one, admissions.get(one.who.identity))
    await this.#reportMeeting(room, present, admissions)
  }

  /** The server that closed the room is about to publish the reason. If the room still exists at the next check, it is closed. */
  async #handleClosed(roomId: string): Promise<void> {
    if (this.#seenClosed.has(roomId)) return this.#close(roomId, { reason: 'closed' })
    this.#seenClosed.add(roomId)
  }

  /**
   * Records newcomers as arrived in the ledger, which knows previous admissions.
   * @returns the identities that may no longer act in the room
   */
  async #register(due: Present[]): Promise<'CLOSED' | string[]> {
    const refused: string[] = []
    for (const { info, who } of due) {
      if (isRegistered(info)) continue
      const answer: 'CLOSED' | 'UNKNOWN' | Participant = await this.#ledger.arrive(who)
      if (answer === 'CLOSED') return answer
      if (answer === 'UNKNOWN') refused.push(who.identity)
    }
    return refused
  }

  /** Updates LiveKit's permissions according to the admission. */
  async #settle({ info, who }: Present, admission: Admission | undefined): Promise<void> {
    if (admission === undefined || admission === 'DENIED') {
      return this.#remove(who.roomId, who.identity, admission ?? 'unknown')
    }
    const known = info.attributes as Attributes
    const permission = permissionsOf(who.role, admission)
    const isIn = admission === 'ADMITTED'
    const isConsistent =
      isRegistered(info) &&
      Boolean(known.admitted) === isIn &&
      info.permission?.canSubscribe === permission.canSubscribe &&
      info.permission.canPublish === permission.canPublish
    if (isConsistent) return
    const admitted = isIn ? known.admitted || String(Date.now()) : ''
    const attributes = { arrival: info.sid, admitted }
    await this.#server.update(who.roomId, who.identity, { permission, attributes })
    Object.assign(info.attributes, attributes)
  }

  async #remove(roomId: string, identity: string, why: string): Promise<void> {
    this.#log.info({ roomId, identity, why }, 'video: removed from a LiveKit room')
    await this.#server.remove(roomId, identity)
  }

  /** Reports to the ledger whether practitioner and patient are together, and to the room when that changes. */
  async #reportMeeting(room: RoomId, present: Present[], admissions: Map<string, Admission>): Promise<void> {
    const since = (role: JoinRequest['role']) => {
      const found = present.find(
        ({ info, who }) =>
          who.role === role &&
          info.state === ParticipantInfo_State.ACTIVE &&
          admissions.get(who.identity) === 'ADMITTED',
      )
      return (
        found && Math.max(Number(found.info.joinedAtMs), Number((found.info.attributes as Attributes).admitted || 0))
      )
    }
    const [host, patient] = [since('host'), since('patient')]
    if (host === undefined || patient === undefined) {
      await this.#endMeeting(room.roomId)
      return this.#notify(room.roomId, {})
    }
    const meeting = await this.#ledger.together(room, Math.max(0, Date.now() - Math.max(host, patient)))
    if (!meeting) return // just closed: the next check handles it
    this.#meetings.set(room.roomId, room)
    await this.#notify(room.roomId, { isTogether: true })
  }

  async #endMeeting(roomId: string): Promise<void> {
    const meeting = this.#meetings.get(roomId)
    if (!meeting) return
    this.#meetings.delete(roomId)
    await this.#ledger.apart(meeting)
  }

  async #notify(roomId: string, notice: RoomNotice): Promise<void> {
    const text = JSON.stringify(notice)
    if (this.#notices.get(roomId) === text) return
    await this.#server.describe(roomId, notice)
    this.#notices.set(roomId, text)
  }
}

/** Recorders and agents are LiveKit's own participants and need no admission. */
const isPerson = ({ kind }: ParticipantInfo) => kind === 0

const isRegistered = ({ sid, attributes }: ParticipantInfo) => (attributes as Attributes).arrival === sid

const isLate = ({ joinedAtMs }: ParticipantInfo) => Date.now() - Number(joinedAtMs) > WEBHOOK_MS
