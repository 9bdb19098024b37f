import { type ParticipantInfo, ParticipantInfo_State } from 'livekit-server-sdk'
import type { Closing, JoinRequest, Log, Participant, RoomId, RoomLedger, Standing } from '../index.ts'
import type { LiveKitServer } from './server.ts'
import { type LiveKitTokens, permissionsOf } from './tokens.ts'
import { Turns } from './turns.ts'

/** By then LiveKit has told of who came, or nobody has heard it. */
const WEBHOOK_MS = 4000

/**
 * What we have written beside a participant, so that it is known to all of our servers, and to one that has restarted:
 * in which of their visits (LiveKit's sid) they were taken in, and since when they are admitted.
 */
type Marks = { arrival?: string; admitted?: string }

/** Somebody who is in LiveKit's room now, and holds a token of ours. */
export type Present = { info: ParticipantInfo; who: JoinRequest }

/**
 * What a room tells everybody in it, who waits as well: so it says that something has changed, and pages ask the desk how
 * long it has taken.
 */
export type RoomNotice = { isTogether?: true; ended?: Ended }
type Ended = { reason: Closing }

/** Why a room is looked at. */
type Occasion = {
  /** Nobody called for it. Newcomers are left to their webhook for a while: it comes to one of our servers alone. */
  isPatrol: boolean
  /** Whose visit has ended, by identity; they may be back already. */
  gone: Map<string, { who: JoinRequest; how: 'left' | 'lost' }>
  /** It is to be closed. */
  ended?: Ended | undefined
}

/**
 * Brings a LiveKit room and the ledger together. A look asks LiveKit who is there and the ledger what they may, and mends
 * what differs; so it does not matter what has caused it, in which order, how often, or on which of our servers.
 */
export class Attendance {
  #server: LiveKitServer
  #tokens: LiveKitTokens
  #ledger: RoomLedger
  #log: Log
  /** Practitioner and patient were together there, at this server's last look. */
  #meetings = new Map<string, RoomId>()
  /** What this server has told rooms last. One that has just started does not know what was told before it. */
  #told = new Map<string, string>()
  /** Rooms that the ledger called closed at the last look, and people were in them. */
  #seenClosed = new Set<string>()
  /** One look at a time in each room: an older one must not have the last word. */
  #turns = new Turns<Occasion>(
    (roomId, occasion) => this.#attend(roomId, occasion),
    (one, other) => ({
      isPatrol: one.isPatrol && other.isPatrol,
      gone: new Map([...one.gone, ...other.gone]),
      ended: one.ended ?? other.ended,
    }),
  )

  constructor(server: LiveKitServer, tokens: LiveKitTokens, ledger: RoomLedger, log: Log) {
    this.#server = server
    this.#tokens = tokens
    this.#ledger = ledger
    this.#log = log
  }

  /** Rooms that somebody was in at the last look. */
  get known(): string[] {
    return [...this.#told.keys()]
  }

  async present(roomId: string): Promise<Present[]> {
    return this.#recognise(roomId, await this.#server.participants(roomId))
  }

  look(roomId: string): Promise<void> {
    return this.#turns.ask(roomId, { isPatrol: false, gone: new Map() })
  }

  patrol(roomId: string): Promise<void> {
    return this.#turns.ask(roomId, { isPatrol: true, gone: new Map() })
  }

  /** Somebody's visit has ended, says LiveKit. */
  left(who: JoinRequest, how: 'left' | 'lost'): Promise<void> {
    return this.#turns.ask(who.roomId, { isPatrol: false, gone: new Map([[who.identity, { who, how }]]) })
  }

  /** Tells everybody why, and sends them out. */
  close(roomId: string, ended: Ended): Promise<void> {
    return this.#turns.ask(roomId, { isPatrol: false, gone: new Map(), ended })
  }

  async #attend(roomId: string, { isPatrol, gone, ended }: Occasion): Promise<void> {
    if (ended) await this.#close(roomId, ended)
    const infos = ended ? [] : await this.#server.participants(roomId)
    for (const { who, how } of gone.values()) {
      if (!infos.some(({ identity }) => identity === who.identity)) await this.#ledger.depart(who, how)
    }
    if (!ended) await this.#look(roomId, infos, isPatrol)
  }

  async #close(roomId: string, ended: Ended): Promise<void> {
    await this.#server
      .describe(roomId, { ended } satisfies RoomNotice)
      .catch((err) => this.#log.warn({ err, roomId }, 'video: a LiveKit room was not told why it closes'))
    await this.#server.close(roomId)
    this.#forget(roomId)
  }

  #forget(roomId: string): void {
    this.#meetings.delete(roomId)
    this.#told.delete(roomId)
    this.#seenClosed.delete(roomId)
  }

  #recognise(roomId: string, infos: ParticipantInfo[]): Present[] {
    return infos.flatMap((info) => {
      const who = this.#tokens.whoIs(roomId, info)
      return who ? [{ info, who }] : []
    })
  }

  async #look(roomId: string, infos: ParticipantInfo[], isPatrol: boolean): Promise<void> {
    const present = this.#recognise(roomId, infos)
    const tenantId = present[0]?.who.tenantId
    if (tenantId === undefined) {
      // Nobody holds a token of ours: it is empty, or another installation's that shares the server.
      await this.#apart(roomId)
      return this.#forget(roomId)
    }
    const room = { tenantId, roomId }
    for (const { identity } of infos.filter(isPerson)) {
      if (!present.some(({ who }) => who.identity === identity)) await this.#sendOut(roomId, identity, 'unknown')
    }
    const due = present.filter(({ info }) => !isPatrol || isTakenIn(info) || isLate(info))
    const refused = await this.#takeIn(due)
    if (refused === 'CLOSED') return this.#close(roomId, { reason: 'closed' })
    const people = await this.#ledger.participants(room)
    if (people === 'CLOSED') return this.#closed(roomId)
    const standings = new Map(people.map(({ identity, standing }) => [identity, standing]))
    for (const identity of refused) standings.delete(identity)
    for (const one of due) await this.#settle(one, standings.get(one.who.identity))
    await this.#count(room, present, standings)
  }

  /** Whoever has closed the room is about to say why; at the next look they have had time enough. */
  async #closed(roomId: string): Promise<void> {
    if (this.#seenClosed.has(roomId)) return this.#close(roomId, { reason: 'closed' })
    this.#seenClosed.add(roomId)
  }

  /**
   * Who came since the last look is told to the ledger, which knows whether they were admitted before.
   * @returns who may act here no more
   */
  async #takeIn(due: Present[]): Promise<'CLOSED' | string[]> {
    const refused: string[] = []
    for (const { info, who } of due) {
      if (isTakenIn(info)) continue
      const answer: 'CLOSED' | 'UNKNOWN' | Participant = await this.#ledger.arrive(who)
      if (answer === 'CLOSED') return answer
      if (answer === 'UNKNOWN') refused.push(who.identity)
    }
    return refused
  }

  /** Makes LiveKit let somebody do what their standing allows. */
  async #settle({ info, who }: Present, standing: Standing | undefined): Promise<void> {
    if (standing === undefined || standing === 'DENIED') {
      return this.#sendOut(who.roomId, who.identity, standing ?? 'unknown')
    }
    const marks = info.attributes as Marks
    const permission = permissionsOf(who.role, standing)
    const isIn = standing === 'ADMITTED'
    const isAsItShouldBe =
      isTakenIn(info) &&
      Boolean(marks.admitted) === isIn &&
      info.permission?.canSubscribe === permission.canSubscribe &&
      info.permission.canPublish === permission.canPublish
    if (isAsItShouldBe) return
    const admitted = isIn ? marks.admitted || String(Date.now()) : ''
    const attributes = { arrival: info.sid, admitted }
    await this.#server.update(who.roomId, who.identity, { permission, attributes })
    Object.assign(info.attributes, attributes)
  }

  async #sendOut(roomId: string, identity: string, why: string): Promise<void> {
    this.#log.info({ roomId, identity, why }, 'video: sent out of a LiveKit room')
    await this.#server.remove(roomId, identity)
  }

  /** Tells the ledger whether practitioner and patient are together, and everybody in the room when that changes. */
  async #count(room: RoomId, present: Present[], standings: Map<string, Standing>): Promise<void> {
    const since = (role: JoinRequest['role']) => {
      const found = present.find(
        ({ info, who }) =>
          who.role === role &&
          info.state === ParticipantInfo_State.ACTIVE &&
          standings.get(who.identity) === 'ADMITTED',
      )
      return found && Math.max(Number(found.info.joinedAtMs), Number((found.info.attributes as Marks).admitted || 0))
    }
    const [host, patient] = [since('host'), since('patient')]
    if (host === undefined || patient === undefined) {
      await this.#apart(room.roomId)
      return this.#tell(room.roomId, {})
    }
    const meeting = await this.#ledger.together(room, Math.max(0, Date.now() - Math.max(host, patient)))
    if (!meeting) return // closed this moment: the next look sees it
    this.#meetings.set(room.roomId, room)
    await this.#tell(room.roomId, { isTogether: true })
  }

  async #apart(roomId: string): Promise<void> {
    const meeting = this.#meetings.get(roomId)
    if (!meeting) return
    this.#meetings.delete(roomId)
    await this.#ledger.apart(meeting)
  }

  async #tell(roomId: string, notice: RoomNotice): Promise<void> {
    const text = JSON.stringify(notice)
    if (this.#told.get(roomId) === text) return
    await this.#server.describe(roomId, notice)
    this.#told.set(roomId, text)
  }
}

/** Recorders and agents are LiveKit's own: nobody admits them. */
const isPerson = ({ kind }: ParticipantInfo) => kind === 0

const isTakenIn = ({ sid, attributes }: ParticipantInfo) => (attributes as Marks).arrival === sid

const isLate = ({ joinedAtMs }: ParticipantInfo) => Date.now() - Number(joinedAtMs) > WEBHOOK_MS
