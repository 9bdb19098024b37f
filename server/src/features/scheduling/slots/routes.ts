import type { On, OnPublic } from '../../../http/operation.ts'
import { spellingsOfCity, spellingsOfSpecialty } from '../../people/doctors/actions.ts'
import { isPatient } from './actions.ts'
import * as contract from './contract.ts'
import * as queries from './queries.ts'
import { pageOf, rangeOf } from './rules.ts'

export function slotRoutes(on: On, onPublic: OnPublic): void {
  on(contract.listSlots, async (ctx, actor, { query }) => {
    const { first, ...range } = rangeOf(query, ctx.clock.now())
    const search = { ...range, ...filtersOf(query), visitTypeId: query.visitTypeId }
    const { rows, nextFrom } = pageOf(await ctx.readSome(queries.slots(!isPatient(actor), first), search))
    return { slots: rows.map(present), nextFrom }
  })

  onPublic(contract.listPublicSlots, async (ctx, { query }) => {
    const search = { ...rangeOf(query, ctx.clock.now()), ...filtersOf(query) }
    const { visitTypeId = null, mode = null, languages = null } = query
    const { rows: found } = await ctx.database.onLane(
      '',
      queries.publicSlots({ ...search, visitTypeId, mode, languages }),
    )
    const { rows, nextFrom } = pageOf<queries.PublicSlot>(found)
    return { slots: rows.map(presentPublic), nextFrom }
  })
}

type Filters = { doctorId?: string | undefined; city?: string | undefined; specialty?: string | undefined }

const filtersOf = ({ doctorId, city, specialty }: Filters) => ({
  doctorId: doctorId ?? null,
  cities: city === undefined ? null : spellingsOfCity(city),
  specialties: specialty === undefined ? null : spellingsOfSpecialty(specialty),
})

const present = (row: Omit<queries.Slot, 'patient_id'>) => ({
  doctorId: row.doctor_id,
  placeId: row.place_id,
  visitTypeId: row.visit_type_id,
  startTime: row.start_time.toISOString(),
  endTime: row.end_time.toISOString(),
})

const presentPublic = (row: queries.PublicSlot) => ({
  ...present(row),
  doctor: { id: row.doctor_id, name: row.doctor_name },
  specialty: row.specialty,
  mode: row.mode,
  visitType: row.visit_type_name,
  place: { name: row.place_name, city: row.place_city, timeZone: row.time_zone },
})
