import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { medina, sessions } from '../api.ts'
import { words } from '../language.ts'
import { addDays, dayOf } from '../parts/morocco.ts'

const MOST = 500

/** The weekdays from Monday, 1 to 7, in the language of the page. */
export function weekdays(): { weekday: number; name: string; short: string }[] {
  const monday = Date.UTC(2024, 0, 1)
  const { locale } = words()
  const format = (weekday: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
  const [long, short] = [format('long'), format('short')]
  return Array.from({ length: 7 }, (_, n) => {
    const at = monday + n * 86_400_000
    return { weekday: n + 1, name: long.format(at), short: short.format(at) }
  })
}

/** The professionals whose calendars the user manages. A professional manages only their own. */
export function useProfessionals() {
  const me = useSyncExternalStore(sessions.subscribe, sessions.state).session!.user
  const query = useQuery({
    queryKey: ['doctors', 'all'],
    queryFn: async () => medina.doctors.list({ pageSize: 100 }).all(MOST),
    staleTime: 300_000,
  })
  const data = useMemo(() => {
    const own = query.data?.filter(({ id }) => id === me.id)
    return own && own.length > 0 ? own : query.data
  }, [query.data, me.id])
  return { ...query, data }
}

export const usePlaces = () =>
  useQuery({
    queryKey: ['places'],
    queryFn: async () => medina.places.list({ active: true, pageSize: 100 }).all(MOST),
    staleTime: 300_000,
  })

export const useVisitTypes = () =>
  useQuery({
    queryKey: ['visit-types'],
    queryFn: async () => medina.visitTypes.list({ active: true, pageSize: 100 }).all(MOST),
    staleTime: 300_000,
  })

export const inDays = (days: number): string => addDays(dayOf(Date.now()), days)
