import { callerRoles } from '../../src/actor.ts'
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
    updateVisitType: async () => ({ caller: admin, id: (await visitType()).id, body: { active: false } }),
  }
}
