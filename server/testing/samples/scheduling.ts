import { callerRoles } from '../../src/actor.ts'
import { localDay } from '../../src/lib/moroccan-time.ts'
import { createPlace, createVisitType } from '../scheduling.ts'
import type { Samples, Scene } from './scene.ts'

const QUARTER_MS = 900_000

/** Places, visit types, opening hours, slots and holds. */
export function schedulingSamples({ platform, admin, doctor, patient, nextHour }: Scene): Samples {
  const place = () => createPlace(platform, admin)
  const visitType = () => createVisitType(platform, admin)
  const hours = async () => [{ placeId: await place(), weekday: 1, from: '09:00', to: '12:00', modes: ['VIDEO'] }]
  const absence = { kind: 'CLOSED', firstDay: '2090-01-01', lastDay: '2090-01-02' }
  const exception = async () => {
    const path = `/api/doctors/${doctor.id}/exceptions`
    const answer = await platform.call('POST', path, { token: admin.token, body: absence })
    if (answer.status !== 201) throw new Error(`Not added: ${answer.text}`)
    return answer.body.exception.id as string
  }
  /** A request to hold an offered quarter of an hour of the doctor, after the appointment that a sample may have then. */
  const holdRequest = async () => {
    const placeId = await createPlace(platform, admin, { timeZone: 'UTC' })
    const type = await createVisitType(platform, admin, { durationMin: 15, horizonDays: 365 })
    const earliest = platform.services.clock.nowMs() + (nextHour() + 0.5) * 3_600_000
    const startTime = new Date(Math.ceil(earliest / QUARTER_MS) * QUARTER_MS).toISOString()
    const day = startTime.slice(0, 10)
    const hours = { kind: 'OPEN', placeId, firstDay: day, lastDay: day, from: '00:00', to: '24:00', modes: ['VIDEO'] }
    const path = `/api/doctors/${doctor.id}/exceptions`
    const answer = await platform.call('POST', path, { token: admin.token, body: hours })
    if (answer.status !== 201) throw new Error(`Not opened: ${answer.text}`)
    return { doctorId: doctor.id, visitTypeId: type.id, startTime }
  }
  /** A hold of the patient. */
  const hold = async () => {
    const answer = await platform.call('POST', '/api/holds', { token: admin.token, body: await holdRequest() })
    if (answer.status !== 201) throw new Error(`Not held: ${answer.text}`)
    const { id } = answer.body.hold
    await platform.owner.query('update slot_holds set held_by = $2 where id = $1', [id, patient.id])
    return id as string
  }
  const wish = async () => {
    const { id } = await createVisitType(platform, admin)
    return { patientId: patient.id, doctorId: doctor.id, visitTypeId: id, lastDay: today() }
  }
  const today = () => localDay(platform.services.clock.now())
  /** An entry of the patient. */
  const waiting = async () => {
    const answer = await platform.call('POST', '/api/waitlist', { token: admin.token, body: await wish() })
    if (answer.status !== 201) throw new Error(`Not waiting: ${answer.text}`)
    return answer.body.waitlistEntry.id as string
  }
  /** An entry with an offer. */
  const offered = async () => {
    const holdId = await hold()
    const id = await waiting()
    await platform.owner.query(
      `with entry as (update waitlist_entries set status = 'OFFERED' where id = $1 returning tenant_id, id)
       insert into waitlist_offers (tenant_id, id, entry_id, hold_id, doctor_id, place_id, start_time, end_time, expires_at)
       select e.tenant_id, replace(h.id, 'hld_', 'wlo_'), e.id, h.id, h.doctor_id, h.place_id, h.start_time, h.end_time, h.expires_at
       from entry e
       join slot_holds h on h.tenant_id = e.tenant_id and h.id = $2`,
      [id, holdId],
    )
    return id
  }
  const staff = ['DOCTOR', 'DENTIST', 'PHARMACIST', 'RECEPTIONIST'] as const

  return {
    listPlaces: async () => {
      await place()
      return { caller: patient, query: 'active=true' }
    },
    createPlace: () => ({ caller: admin, body: { name: 'Cabinet Maârif', city: 'Casablanca' } }),
    readPlace: async () => ({ caller: patient, id: await place(), visibleTo: callerRoles }),
    updatePlace: async () => ({ caller: admin, id: await place(), body: { city: 'Rabat' } }),
    listVisitTypes: async () => {
      await visitType()
      return { caller: patient, query: 'active=true' }
    },
    createVisitType: async () => {
      const { serviceId } = await visitType()
      return { caller: admin, body: { serviceId, name: 'Contrôle', mode: 'PHONE', durationMin: 15 } }
    },
    readVisitType: async () => ({ caller: patient, id: (await visitType()).id, visibleTo: callerRoles }),
    readOpening: () => ({ caller: doctor, id: doctor.id, visibleTo: staff }),
    replaceOpening: async () => ({
      caller: doctor,
      id: doctor.id,
      body: { rules: await hours() },
      visibleTo: ['RECEPTIONIST'],
    }),
    listExceptions: async () => {
      await exception()
      return { caller: doctor, id: doctor.id, visibleTo: staff }
    },
    addException: () => ({ caller: doctor, id: doctor.id, body: absence, visibleTo: ['RECEPTIONIST'] }),
    removeException: async () => ({
      caller: doctor,
      id: `${doctor.id}/${await exception()}`,
      visibleTo: ['RECEPTIONIST'],
    }),
    listSlots: async () => ({ caller: patient, query: `doctorId=${doctor.id}&visitTypeId=${(await visitType()).id}` }),
    listPublicSlots: () => ({ query: `doctorId=${doctor.id}` }),
    createHold: async () => ({ caller: doctor, body: await holdRequest() }),
    extendHold: async () => ({ caller: doctor, id: await hold(), visibleTo: ['RECEPTIONIST'] }),
    releaseHold: async () => ({ caller: doctor, id: await hold(), visibleTo: ['RECEPTIONIST'] }),
    listWaitlist: async () => {
      await waiting()
      return { caller: patient, query: `status=WAITING&patientId=${patient.id}`, visibleTo: ['RECEPTIONIST'] }
    },
    joinWaitlist: async () => {
      await platform.owner.query(`update waitlist_entries set status = 'LEFT' where patient_id = $1 and by_patient`, [
        patient.id,
      ])
      return { caller: patient, body: await wish(), visibleTo: ['RECEPTIONIST'] }
    },
    readWaitlistEntry: async () => ({ caller: patient, id: await waiting(), visibleTo: ['RECEPTIONIST'] }),
    updateWaitlistEntry: async () => ({
      caller: patient,
      id: await waiting(),
      body: { weekdays: [1, 3] },
      visibleTo: ['RECEPTIONIST'],
    }),
    declineWaitlistOffer: async () => ({ caller: patient, id: await offered(), visibleTo: ['RECEPTIONIST'] }),
    leaveWaitlist: async () => ({ caller: patient, id: await waiting(), visibleTo: ['RECEPTIONIST'] }),
    readBookingPolicy: () => ({ caller: patient, visibleTo: callerRoles }),
    updateBookingPolicy: () => ({ caller: admin, body: { noShowLimit: 3 } }),
    updateVisitType: async () => ({ caller: admin, id: (await visitType()).id, body: { active: false } }),
  }
}
