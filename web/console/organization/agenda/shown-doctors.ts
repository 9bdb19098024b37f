import { useMemo } from 'react'
import type { Appointment, Person } from '../../../../clients/javascript/src/medina.ts'

/** The number of professionals shown by default. */
const USUAL_DOCTORS = 5

/** The professionals of the columns: the chosen ones, or the first ones with appointments. */
export function useShownDoctors(
  doctors: readonly Person[] | undefined,
  chosen: readonly string[] | undefined,
  appointments: readonly Appointment[],
  isNarrow: boolean,
): readonly Person[] {
  const key = chosen?.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids of `chosen`
  return useMemo(() => {
    const all = doctors ?? []
    const found = chosen ? all.filter(({ id }) => chosen.includes(id)) : usualOf(all, appointments)
    const shown = found.length > 0 ? found : all.slice(0, 1)
    return isNarrow ? shown.slice(0, 1) : shown
  }, [doctors, key, appointments, isNarrow])
}

function usualOf(doctors: readonly Person[], appointments: readonly Appointment[]): readonly Person[] {
  if (doctors.length <= USUAL_DOCTORS) return doctors
  const busy = new Set(appointments.map(({ doctorId }) => doctorId))
  const first = [...doctors.filter(({ id }) => busy.has(id)), ...doctors.filter(({ id }) => !busy.has(id))]
  const usual = new Set(first.slice(0, USUAL_DOCTORS))
  return doctors.filter((doctor) => usual.has(doctor))
}
