import { callerRoles } from '../../src/actor.ts'
import { createPlace, createVisitType } from '../scheduling.ts'
import type { Samples, Scene } from './scene.ts'

/** Places, visit types, opening hours, slots and holds. */
export function schedulingSamples({ platform, admin, patient }: Scene): Samples {
  const place = () => createPlace(platform, admin)
  const visitType = () => createVisitType(platform, admin)

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
    updateVisitType: async () => ({ caller: admin, id: (await visitType()).id, body: { active: false } }),
  }
}
