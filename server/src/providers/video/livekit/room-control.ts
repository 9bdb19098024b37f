import type { RoomCommand, RoomView } from '@medina-care/protocol/control.ts'
import type { PersonView } from '@medina-care/protocol/people.ts'
import { type WebhookEvent, WebhookReceiver } from 'livekit-server-sdk'
import type { LiveKitAddress } from '../address.ts'
import { decisions } from '../decisions.ts'
import type { JoinRequest, RoomLedger } from '../index.ts'
import type { ControlAnswer, RoomControl } from '../room-control.ts'
import type { Attendance } from './attendance.ts'
import type { LiveKitTokens } from './tokens.ts'

/**
 * LiveKit's DisconnectReason codes for: the page left, the participant joined from another page, was removed, or the
 * room was deleted. All others count as lost connections.
 */
const onPurpose = new Set<number>([1, 2, 4, 5])

/** A token is renewed with the next answer after half of its lifetime. */
const RENEW_MS = 7.5 * 60_000

/** Handles the requests of pages, and LiveKit's webhooks. */
export class LiveKitControl implements RoomControl {
  #tokens: LiveKitTokens
  #ledger: RoomLedger
  #attendance: Attendance
  #receiver: WebhookReceiver

  constructor(address: LiveKitAddress, tokens: LiveKitTokens, ledger: RoomLedger, attendance: Attendance) {
    this.#tokens = tokens
    this.#ledger = ledger
    this.#attendance = attendance
    this.#receiver = new WebhookReceiver(address.apiKey, address.apiSecret)
  }

  async receive(authorization: string | undefined, body: Buffer): Promise<boolean> {
    const event = await this.#readWebhook(authorization, body)
    if (!event) return false
    const { room, participant } = event
    if (!room) return true // about a recording
    const who = participant && this.#tokens.identify(room.name, participant)
    const hasLeft = event.event === 'participant_left' || event.event === 'participant_connection_aborted'
    if (who && hasLeft) {
      await this.#attendance.left(who, onPurpose.has(participant.disconnectReason) ? 'left' : 'lost')
    } else if (who || event.event === 'room_finished') {
      // The event only signals a change; the check queries the current state.
      await this.#attendance.check(room.name)
    }
    return true
  }

  async view(roomId: string, token: string): Promise<ControlAnswer> {
    const bearer = await this.#tokens.read(token, roomId)
    if (typeof bearer === 'string') return bearer
    const { who, until } = bearer
    const [people, time, there] = await Promise.all([
      this.#ledger.participants(who),
      this.#ledger.timeOf(who),
      this.#attendance.present(roomId),
    ])
    const view: RoomView = { me: personView(who), isAdmitted: false, hostPresent: false, people: [] }
    if (people === 'CLOSED') return { ...view, ended: time }
    const me = people.find(({ identity }) => identity === who.identity)
    if (!me) return view // not arrived yet
    if (me.admission === 'DENIED') return 'FORBIDDEN'
    const here = new Set(there.map(({ who }) => who.identity))
    const others = people.filter(({ identity }) => identity !== who.identity)
    const present = others.filter(({ identity }) => here.has(identity))
    const inside = present.filter(({ admission }) => admission === 'ADMITTED')
    view.hostPresent = [who, ...inside].some(({ role }) => role === 'host')
    if (me.admission === 'ADMITTED') {
      view.isAdmitted = true
      view.people = inside.map(personView)
      if (time.startedAt) view.startedAt = time.startedAt.toISOString()
    }
    if (who.role === 'host') {
      view.lobby = present
        .filter(({ admission }) => admission === 'WAITING')
        .map((one) => ({ ...personView(one), since: one.waitingSince.toISOString() }))
      view.denied = others.filter(({ admission }) => admission === 'DENIED').map(personView)
    }
    if (until - Date.now() < RENEW_MS && (await this.#ledger.mayAct(who))) {
      view.token = (await this.#tokens.issue(who)).token
    }
    return view
  }

  async act(roomId: string, token: string, verb: RoomCommand, peerId: string | undefined): Promise<ControlAnswer> {
    const bearer = await this.#tokens.read(token, roomId)
    if (typeof bearer === 'string') return bearer
    const { who } = bearer
    if (who.role !== 'host') return 'FORBIDDEN'
    const seen = await this.view(roomId, token)
    if (typeof seen === 'string') return seen // a caller who may not view may not decide
    if (verb === 'end') {
      await this.#ledger.end(who, who.identity)
    } else {
      const namesAnotherParticipant = peerId !== undefined && peerId !== who.identity
      if (!namesAnotherParticipant || !(await this.#ledger.decide(who, peerId, decisions[verb], who.identity)))
        return 'UNKNOWN'
      await this.#attendance.check(roomId)
    }
    return this.view(roomId, token)
  }

  async #readWebhook(authorization: string | undefined, body: Buffer): Promise<WebhookEvent | undefined> {
    try {
      return await this.#receiver.receive(body.toString(), authorization)
    } catch {
      return undefined // unsigned, wrongly signed, too old, or for another body
    }
  }
}

const personView = ({ identity, role, name }: JoinRequest): PersonView => ({ peerId: identity, role, name })
