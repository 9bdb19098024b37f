import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { medina, sessions } from '../api.ts'
import { addDays, dayOf } from '../parts/morocco.ts'

const MOST = 500

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

export const inDays = (days: number): string => addDays(dayOf(Date.now()), days)
