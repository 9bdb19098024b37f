import { defer, rowsOf } from '../../../db/transaction.ts'
import type { Services } from '../../../http/services.ts'
import type { Admission, JoinRequest, Participant, RoomId, RoomLedger } from '../../../providers/video/index.ts'
import { endConsultation, inLockedRoom, type LockedRoom, type RoomStep, startConsultation } from './effects.ts'
import * as queries from './room-queries.ts'
import * as together from './together-queries.ts'

/**
 * The database side of rooms: admissions, the time that practitioner and patient were together, and an audit row for each step.
 * @param services a function, because the video provider is created before the services
 */
export const roomLedger = (services: () => Services): RoomLedger => ({
  async arrive(who) {
    const arrived = await inLockedRoom(services(), who, async ({ ctx, appointment, recordStep }) => {
      defer(ctx.db, queries.lockUser(who))
      const [row] = await rowsOf<queries.ParticipantRow>(ctx.db, queries.arrive(arrival(who, windowOf(services()))))
      const by = who.identity
      if (!row) {
        const [room] = await rowsOf<queries.Closed>(ctx.db, queries.isClosed(who))
        recordStep({ step: 'joined', by, outcome: room?.closed ? 'CONFLICT' : 'FORBIDDEN' })
        return room?.closed ? 'CLOSED' : 'UNKNOWN'
      }
      if (row.admission === 'DENIED') recordStep({ step: 'joined', by, outcome: 'FORBIDDEN' })
      else recordStep({ step: row.admission === 'ADMITTED' ? 'joined' : 'waited', by })
      return participant(who, appointment.id, row)
    })
    return arrived ?? 'UNKNOWN'
  },

  async mayAct(who) {
    const query = { ...who, ...windowOf(services()) }
    return (await services().database.onLane(who.tenantId, queries.mayAct(query))).rows.length > 0
  },

  async depart(who, step) {
    await inLockedRoom(services(), who, async ({ ctx, recordStep }) => {
      const departed = await rowsOf(ctx.db, queries.depart(who))
      if (departed.length > 0) recordStep({ step, by: who.identity })
    })
  },

  decide: (room, identity, { to, from }, by) =>
    inLockedRoom(services(), room, async (locked) => {
      const { ctx, appointment, recordStep } = locked
      if (!(await isHost(locked, by))) return undefined
      const [row] = await rowsOf<queries.Decided>(ctx.db, queries.decide({ ...room, identity, to, from }))
      if (!row) return undefined
      if (row.before !== to) recordStep({ step: stepOf(row.before, to), by, about: identity })
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
    const report = { ...room, forMs: Math.min(Math.round(forMs), LONGEST_MS) }
    const [open] = (await database.onOwnConnection(room.tenantId, [together.continueInterval(report)]))[0]!
      .rows as together.Interval[]
    if (open && !open.starts_appointment) return { startedAt: open.together_since }
    return inLockedRoom(services(), room, async (locked) => {
      const [opened] = await rowsOf<together.Interval>(locked.ctx.db, together.openInterval(report))
      if (!opened) return undefined
      await startConsultation(locked)
      return { startedAt: opened.together_since }
    })
  },

  async timeOf(who) {
    const { rows } = await services().database.onLane(who.tenantId, together.timeOf(who))
    const [{ together_since: since, seconds } = {} as Partial<together.Time>] = rows as together.Time[]
    return { ...(since && { startedAt: since }), ...(seconds != null && { durationSec: seconds }) }
  },

  async apart(room) {
    await services().database.onOwnConnection(room.tenantId, [together.closeInterval(room)])
  },

  async end(room, by) {
    await inLockedRoom(services(), room, async (locked) => {
      if (await isHost(locked, by)) await endConsultation(locked, by)
    })
  },
})

/** Whether the participant is the practitioner, and not barred. */
export async function isHost({ ctx, appointment }: LockedRoom, by: string): Promise<boolean> {
  if (by !== appointment.doctor_id) return false
  return (await rowsOf(ctx.db, queries.notBarred({ tenantId: ctx.trail.tenantId, identity: by }))).length > 0
}

const windowOf = ({ config: { videoJoinWindow } }: Services): queries.JoinWindow =>
  videoJoinWindow ?? { beforeMin: null, afterMin: null }

const arrival = (who: JoinRequest, window: queries.JoinWindow) => ({
  ...who,
  ...window,
  issuedBy: who.issuedBy ?? null,
})

/** Limits the duration that a page reports, to avoid overflows. The database compares it with the interval's start. */
const LONGEST_MS = 86_400_000

const participant = (
  { tenantId, roomId }: RoomId,
  appointmentId: string,
  row: queries.ParticipantRow,
): Participant => ({
  tenantId,
  roomId,
  appointmentId,
  identity: row.identity,
  name: row.name,
  role: row.role,
  admission: row.admission,
  waitingSince: row.waiting_since,
  revision: Number(row.revision),
})

/** The step of a decision, which depends on the earlier admission. */
function stepOf(before: Admission, now: Admission): RoomStep['step'] {
  if (now === 'ADMITTED') return 'admitted'
  if (now === 'DENIED') return before === 'ADMITTED' ? 'kicked' : 'denied'
  return before === 'DENIED' ? 'allowed' : 'sentBack'
}
