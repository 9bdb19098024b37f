import { useSearchParams } from 'wouter'
import { dayOf, isDay, weekOf } from '../../parts/morocco.ts'

/** The screen of an appointment: what its professional writes about it. */
export const visitAddress = (id: string): string => `/today/${id}`

/** The agenda of a day. */
export const agendaAddress = (day: string): string => `/today?date=${day}`

export type View = 'day' | 'week'

/** The state of the agenda in the address: date, view and professionals. */
export function useAgendaAddress() {
  const [parameters, setParameters] = useSearchParams()
  const today = dayOf(Date.now())
  const date = parameters.get('date') ?? ''
  const doctors = parameters.get('doctors')
  const view: View = parameters.get('view') === 'week' ? 'week' : 'day'
  const day = isDay(date) ? date : today
  return {
    day,
    view,
    days: view === 'week' ? weekOf(day) : [day],
    /** Undefined for the default professionals. */
    doctors: doctors === null ? undefined : doctors.split(',').filter(Boolean),
    showsCancelled: parameters.get('cancelled') !== 'no',
    set: (changes: { date?: string; view?: View; doctors?: string; cancelled?: 'no' | undefined }) =>
      setParameters(
        (before) => {
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined) before.delete(name)
            else before.set(name, value)
          }
          return before
        },
        { replace: true },
      ),
  }
}
