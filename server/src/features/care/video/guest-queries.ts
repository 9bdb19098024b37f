import { type InferResult, sql } from 'kysely'
import { visible } from '../../../access/check.ts'
import { access } from '../../../access/table.ts'
import type { Caller } from '../../../actor.ts'
import type { Database } from '../../../db/database.ts'
import { builder, type Db } from '../../../db/kysely.ts'
import { type Conditions, pagedListing } from '../../../db/listings.ts'
import { endOfInvitation, isWithdrawn } from './room-queries.ts'
import type { GuestKind } from './rules.ts'

/** The invitations of appointments that the caller may see, without withdrawn ones. */
function visibleTo(db: Db, caller: Caller) {
  return db
    .selectFrom('video_guests as g')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.appointment_id'),
    )
    .where('g.tenant_id', '=', caller.tenantId)
    .where('g.withdrawn_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .where(visible(access.appointments.inviteGuests, caller, { author: 'a.doctor_id' }))
}

const shown = (query: ReturnType<typeof visibleTo>) =>
  query.select(['g.id', 'g.name', 'g.kind', 'a.patient_id', endOfInvitation.as('expires_at')])

export type GuestRow = InferResult<ReturnType<typeof shown>>[number]

/** `id`: the id of the appointment. */
export type Filters = { id: string }

const conditions: Conditions<Filters> = { id: ({ id }) => sql`g.appointment_id = ${id}` }

export const listing = pagedListing({ visibleTo, shown, id: 'g.id' }, conditions)

type AppointmentId = { tenantId: string; appointmentId: string }

/** The number of valid invitations of an appointment. */
export async function countValid(db: Db, { tenantId, appointmentId }: AppointmentId): Promise<number> {
  const { valid } = await db
    .selectFrom('video_guests as g')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.appointment_id'),
    )
    .where('g.tenant_id', '=', tenantId)
    .where('g.appointment_id', '=', appointmentId)
    .where('g.withdrawn_at', 'is', null)
    .where(sql<boolean>`${endOfInvitation} > app_now()`)
    .select(sql<number>`count(*)::int`.as('valid'))
    .executeTakeFirstOrThrow()
  return valid
}

type NewGuest = AppointmentId & {
  id: string
  name: string
  kind: GuestKind
  secretSha256: Buffer
  expiresAt: Date | null
  invitedBy: string
}

export const insert = (guest: NewGuest) =>
  builder.insertInto('video_guests').values({
    tenant_id: guest.tenantId,
    id: guest.id,
    appointment_id: guest.appointmentId,
    name: guest.name,
    kind: guest.kind,
    secret_sha256: guest.secretSha256,
    expires_at: guest.expiresAt,
    invited_by: guest.invitedBy,
  })

/** Withdraws an invitation. @returns false if there is none, or it was withdrawn before */
export async function withdraw(db: Db, { tenantId, appointmentId, id }: AppointmentId & { id: string }) {
  const { numUpdatedRows } = await db
    .updateTable('video_guests')
    .set({ withdrawn_at: sql<Date>`app_now()` })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('appointment_id', '=', appointmentId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Finds an invitation by its secret, before the tenant is known. */
export async function guestBySecret(database: Database, secretSha256: Buffer) {
  type Row = { tenant_id: string; id: string }
  const query = sql<Row>`select tenant_id, id from guest_by_secret(${secretSha256})`
  const row = await database.findBySecret(query, secretSha256)
  return row && { tenantId: row.tenant_id, id: row.id }
}

/** An invitation with the fields of its appointment that the room needs. */
export function find(db: Db, tenantId: string, id: string) {
  return db
    .selectFrom('video_guests as g')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.tenant_id', '=', 'g.tenant_id').onRef('a.id', '=', 'g.appointment_id'),
    )
    .where('g.tenant_id', '=', tenantId)
    .where('g.id', '=', id)
    .select(['g.id', 'g.name', 'a.id as appointment_id', 'a.patient_id', 'a.start_time', 'a.end_time', 'a.status'])
    .select(['a.mode', 'a.video_room_id'])
    .select([isWithdrawn('g').as('withdrawn'), sql<boolean>`${endOfInvitation} <= app_now()`.as('expired')])
    .executeTakeFirst()
}
