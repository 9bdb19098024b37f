import { useQuery } from '@tanstack/react-query'
import type { VisitType } from '../../../../../clients/javascript/src/medina.ts'
import { medina } from '../../../api.ts'
import { count, words } from '../../../language.ts'
import { addDays, instantOf } from '../../../parts/morocco.ts'
import { useMay } from '../../../permissions.ts'
import { text } from '../words/index.ts'

const MOST = 500
const SLOTS_EVERY_MS = 30_000

/** The days of free times that are shown at once. */
export const SHOWN_DAYS = 7

/** The places of the organisation, also those that are not active. */
export function usePlaces() {
  const mayList = useMay('listPlaces')
  return useQuery({
    queryKey: ['places'],
    queryFn: async () => medina.places.list({ pageSize: 100 }).all(MOST),
    enabled: mayList,
    staleTime: 300_000,
  })
}

/** The visit types of the organisation, also those that are not active. */
export function useVisitTypes() {
  const mayList = useMay('listVisitTypes')
  return useQuery({
    queryKey: ['visit-types'],
    queryFn: async () => medina.visitTypes.list({ pageSize: 100 }).all(MOST),
    enabled: mayList,
    staleTime: 300_000,
  })
}

/** Whether a professional offers a visit type. */
export const isOfferedBy = ({ active, doctorIds }: VisitType, professionalId: string): boolean =>
  active && (doctorIds === null || doctorIds.includes(professionalId))

/** Its name with mode and duration. */
export const labelOfType = ({ name, mode, durationMin }: VisitType): string =>
  `${name} (${words().visitModes[mode] ?? mode}, ${count(text().minutes, durationMin)})`

export type Offered = { doctorId: string; visitTypeId: string }

const startOf = (day: string): string => new Date(instantOf(day, 0)).toISOString()

/** The free times in the week from a day. */
export const useFreeSlots = (offered: Offered, day: string) =>
  useQuery({
    queryKey: ['slots', offered, day],
    queryFn: async ({ signal }) => {
      const range = { from: startOf(day), to: startOf(addDays(day, SHOWN_DAYS)) }
      const { slots } = await medina.slots.list({ ...offered, ...range }, { signal })
      return slots
    },
    staleTime: 0,
    refetchInterval: SLOTS_EVERY_MS,
    placeholderData: (before) => before,
  })

/** Within how many days the first free time is searched: the most that the API accepts. */
const MOST_DAYS = 62

/** The first free time from a day on; undefined if there is none in two months. */
export async function firstFree(offered: Offered, day: string) {
  const range = { from: startOf(day), to: startOf(addDays(day, MOST_DAYS)) }
  const { slots } = await medina.slots.list({ ...offered, ...range, first: true })
  return slots[0]
}
