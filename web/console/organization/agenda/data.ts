import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import {
  type ActiveRoom,
  type Appointment,
  PreconditionFailed,
  type StaffDoctor,
} from '../../../../clients/javascript/src/medina.ts'
import { medina, queries, sessions } from '../../api.ts'
import { fill, words } from '../../language.ts'
import { addDays, instantOf } from '../../parts/morocco.ts'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { withPostponed } from './postponed-changes.ts'
import { recordOwnChange } from './versions.ts'
import { text } from './words/index.ts'

const DAY_EVERY_MS = 15_000
const WEEK_EVERY_MS = 60_000
const ROOMS_EVERY_MS = 8000
/** More than an organisation has in a week. */
const MOST_APPOINTMENTS = 3000
const MOST_DOCTORS = 500

const isoOf = (ms: number): string => new Date(ms).toISOString()

export const useMe = () => useSyncExternalStore(sessions.subscribe, sessions.state).session!.user

/** The appointments of days, earliest first. They are refreshed while the page is visible. */
export function useAppointments(days: readonly string[]) {
  const [from, to] = [instantOf(days[0]!, 0), instantOf(addDays(days.at(-1)!, 1), 0)]
  return useQuery({
    queryKey: ['appointments', from, to],
    queryFn: async ({ signal }) => {
      const filters = { from: isoOf(from), to: isoOf(to), pageSize: 100 }
      const found = await medina.appointments.list(filters, { signal }).all(MOST_APPOINTMENTS)
      return found.reverse().map(withPostponed)
    },
    refetchInterval: days.length > 1 ? WEEK_EVERY_MS : DAY_EVERY_MS,
    placeholderData: (before) => before,
  })
}

const appointmentKey = (id: string) => ['appointment', id] as const

/** The current state of an appointment, with its version for a change. */
export const useAppointment = (id: string) =>
  useQuery({
    queryKey: appointmentKey(id),
    queryFn: async () => {
      const { data, meta } = await medina.appointments.get(id).withMeta()
      return { data: withPostponed(data), meta }
    },
    staleTime: 0,
  })

/** Shows the answer to the user's own change of a version, on which their next change is based. */
export function keepVersion(before: string | undefined, changed: Awaited<Read>): void {
  recordOwnChange(before, changed.meta.etag)
  queries.setQueryData(appointmentKey(changed.data.id), changed)
}

/** The professionals whose agendas the user sees. A professional sees only their own. */
export function useDoctors(appointments: readonly Appointment[]): readonly { id: string; name: string }[] | undefined {
  const me = useMe()
  const mayList = useMay('listDoctors')
  const { data, isError } = useQuery({
    queryKey: ['doctors', 'all'],
    queryFn: async () => medina.doctors.list({ pageSize: 100 }).all(MOST_DOCTORS),
    enabled: mayList,
    staleTime: 300_000,
  })
  return useMemo(() => {
    if (mayList && !data && !isError) return undefined
    const listed: readonly Pick<StaffDoctor, 'id' | 'name'>[] = data ?? []
    const own = listed.find(({ id }) => id === me.id)
    if (own) return [own]
    const all = new Map(listed.map(({ id, name }) => [id, { id, name }]))
    for (const { doctor } of appointments) if (!all.has(doctor.id)) all.set(doctor.id, doctor)
    return [...all.values()].sort((a, b) => a.name.localeCompare(b.name, words().locale))
  }, [mayList, data, isError, appointments, me.id])
}

export type Rooms = ReadonlyMap<string, ActiveRoom>
const noRooms: Rooms = new Map()

/** The participants currently in the rooms, by appointment. */
export function useRooms(): Rooms {
  const mayRead = useMay('listActiveRooms')
  const { data } = useQuery({
    queryKey: ['active-rooms'],
    queryFn: async ({ signal }) => medina.appointments.listActiveRooms({ signal }),
    enabled: mayRead,
    refetchInterval: ROOMS_EVERY_MS,
  })
  return useMemo(() => (data ? new Map(data.map((room) => [room.appointmentId, room])) : noRooms), [data])
}

export const refreshAppointments = async (): Promise<void> => {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['appointments'] }),
    queries.invalidateQueries({ queryKey: ['appointment'] }),
  ])
}

/** Shows a change of an appointment in every list before the server has responded. */
export function show(changed: Appointment): void {
  queries.setQueriesData<Appointment[]>({ queryKey: ['appointments'] }, (list) =>
    list?.map((one) => (one.id === changed.id ? changed : one)),
  )
}

/** The appointment with its version, read at the start of a change. */
export type Read = Promise<{ data: Appointment; meta: { etag: string | undefined } }>
export const read = (id: string): Read => medina.appointments.get(id).withMeta()

export type Move = {
  appointment: Appointment
  startTime: string
  /** The place of the new time, if it is another one. */
  placeId?: string
  /** The version on which the move is based. */
  read: Read
}

const endOf = ({ startTime, endTime }: Pick<Appointment, 'startTime' | 'endTime'>, newStart: string): string =>
  isoOf(Date.parse(newStart) + Date.parse(endTime) - Date.parse(startTime))

/** Moves an appointment. The change is shown immediately, and rolled back if the server refuses it. */
export function useMove() {
  return useMutation({
    mutationFn: async ({ appointment, startTime, placeId, read }: Move) => {
      const { data: current, meta } = await read
      if (current.startTime !== appointment.startTime || current.endTime !== appointment.endTime) throw changed()
      const endTime = endOf(appointment, startTime)
      const change = { startTime, endTime, ...(placeId !== undefined && { placeId }) }
      return medina.appointments.update(appointment.id, change, { ifMatch: meta.etag }).withMeta()
    },
    onMutate: async ({ appointment, startTime }) => {
      await queries.cancelQueries({ queryKey: ['appointments'] })
      show({ ...appointment, startTime, endTime: endOf(appointment, startTime) })
    },
    onError: (_, { appointment }) => show(appointment),
    onSuccess: ({ data, meta }, { appointment }) => {
      show(data)
      say(fill(text().moved, { name: data.patient.name }), () => {
        void undo(data, appointment, meta.etag)
      })
    },
    onSettled: refreshAppointments,
  })
}

/** Moves an appointment back. The server refuses it, and a toast says so, if the appointment was changed meanwhile. */
async function undo(moved: Appointment, before: Appointment, etag: string | undefined): Promise<void> {
  const { startTime, endTime, placeId } = before
  show({ ...moved, startTime, endTime, placeId })
  const change = { startTime, endTime, ...(placeId !== moved.placeId && { placeId }) }
  try {
    await medina.appointments.update(moved.id, change, { ifMatch: etag })
    say(fill(text().movedBack, { name: moved.patient.name }))
  } catch (error) {
    console.error(error)
    show(moved)
    say(fill(text().notMovedBack, { name: moved.patient.name }))
  }
  await refreshAppointments()
}

/** The server's error for a concurrent change. */
const changed = () =>
  new PreconditionFailed({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'The time of the appointment was changed meanwhile.',
    details: undefined,
    requestId: undefined,
    attempts: 0,
    retryAfter: undefined,
  })
