import { later, rowsOf } from '../../db/transaction.ts'
import type { Services } from '../../http/services.ts'
import type { Participant, RoomId, RoomLedger, Standing } from '../../providers/video/index.ts'
import { ended, type Happening, type HeldRoom, inRoom, met } from './effects.ts'
import * as queries from './room-queries.ts'

/**
 * Keeps in the database what a video provider asks and tells about rooms: standings, the time that practitioner and patient
 * were together, and an audit row of each step.
 * @param services not there yet when the provider is made
 */
export const roomLedger = (services: () => Services): RoomLedger => ({
  async arrive(who) {
    const arrived = await inRoom(services(), who, async ({ ctx, appointment, note }) => {
      later(ctx.db, queries.holdUser(who))
      const [row] = await rowsOf<queries.Row>(ctx.db, queries.arrive({ ...who, ...windowOf(services()) }))
      const by = who.identity
      if (!row) {
        const [room] = await rowsOf<queries.Closed>(ctx.db, queries.isClosed(who))
        note({ what: 'joined', by, outcome: room?.closed ? 'CONFLICT' : 'FORBIDDEN' })
        return room?.closed ? 'CLOSED' : 'UNKNOWN'
      }
      if (row.standing === 'DENIED') note({ what: 'joined', by, outcome: 'FORBIDDEN' })
      else note({ what: row.standing === 'ADMITTED' ? 'joined' : 'waited', by })
      return participant(who, appointment.id, row)
    })
    return arrived ?? 'UNKNOWN'
  },

  async mayAct(who) {
    const asked = { ...who, ...windowOf(services()) }
    return (await services().database.onLane(who.tenantId, queries.mayAct(asked))).rows.length > 0
  },

  async depart(who, how) {
    await inRoom(services(), who, async ({ ctx, note }) => {
      const gone = await rowsOf(ctx.db, queries.depart(who))
      if (gone.length > 0) note({ what: how, by: who.identity })
    })
  },

  decide: (room, identity, { to, from }, by) =>
    inRoom(services(), room, async (held) => {
      const { ctx, appointment, note } = held
      if (!(await mayDecide(held, by))) return undefined
      const [row] = await rowsOf<queries.Decided>(ctx.db, queries.decide({ ...room, identity, to, from }))
      if (!row) return undefined
      if (row.before !== to) note({ what: verb(row.before, to), by, about: identity })
      return participant(room, appointment.id, row)
    }),

  async participants(room) {
    const { rows } = await services().database.onLane(room.tenantId, queries.participants(room))
    if (rows.length === 0) return 'CLOSED'
    return rows.flatMap((row: queries.Listed) =>
      row.identity === null ? [] : participant(room, row.appointment_id, row),
    )
  },

  async together(room, forMs) {
    const { database } = services()
    const asked = { ...room, forMs: Math.min(Math.round(forMs), LONGEST_MS) }
    const [going] = (await database.alone(room.tenantId, [queries.goOn(asked)]))[0]!.rows as queries.Going[]
    if (going && !going.is_to_come) return { startedAt: going.together_since }
    return inRoom(services(), room, async (held) => {
      const [begun] = await rowsOf<queries.Going>(held.ctx.db, queries.begin(asked))
      if (!begun) return undefined
      await met(held)
      return { startedAt: begun.together_since }
    })
  },

  async timeOf(who) {
    const { rows } = await services().database.onLane(who.tenantId, queries.timeOf(who))
    const [{ together_since: since, seconds } = {} as Partial<queries.Time>] = rows as queries.Time[]
    return { ...(since && { startedAt: since }), ...(seconds != null && { durationSec: seconds }) }
  },

  async apart(room) {
    await services().database.alone(room.tenantId, [queries.apart(room)])
  },

  async end(room, by) {
    await inRoom(services(), room, async (held) => {
      if (await mayDecide(held, by)) await ended(held, by)
    })
  },
})

/** Whether this is the practitioner, and they may still act. */
async function mayDecide({ ctx, appointment }: HeldRoom, by: string): Promise<boolean> {
  if (by !== appointment.doctor_id) return false
  return (await rowsOf(ctx.db, queries.unbarred({ tenantId: ctx.trail.tenantId, identity: by }))).length > 0
}

const windowOf = ({ config: { videoJoinWindow } }: Services): queries.Window =>
  videoJoinWindow ?? { beforeMin: null, afterMin: null }

/** What a page may say at most; the database heeds no more of it than it saw the beginning of. */
const LONGEST_MS = 86_400_000

const participant = ({ tenantId, roomId }: RoomId, appointmentId: string, row: queries.Row): Participant => ({
  tenantId,
  roomId,
  appointmentId,
  identity: row.identity,
  name: row.name,
  role: row.role,
  standing: row.standing,
  waitingSince: row.waiting_since,
  revision: Number(row.revision),
})

/** What the audit log calls a decision: it depends on where the person stood before. */
function verb(before: Standing, now: Standing): Happening['what'] {
  if (now === 'ADMITTED') return 'admitted'
  if (now === 'DENIED') return before === 'ADMITTED' ? 'kicked' : 'denied'
  return before === 'DENIED' ? 'allowed' : 'sentBack'
}
