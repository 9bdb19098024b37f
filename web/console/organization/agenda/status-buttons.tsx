import { useMutation } from '@tanstack/react-query'
import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { keepVersion, refreshAppointments, useMe } from './data.ts'
import { changeLater } from './postponed.ts'
import { allowedStatuses, isFinal, type Status } from './statuses.ts'
import { textOfStatus } from './texts.ts'
import { afterOwnChanges } from './versions.ts'
import { text } from './words/index.ts'

/** The statuses that the user may set now, and the change. A final status can be undone before it is sent. */
export function useStatuses(appointment: Appointment, etag: string | undefined, onDone: () => void) {
  const me = useMe()
  const mayUpdate = useMay('updateAppointment')
  const t = text()
  const change = useMutation({
    mutationFn: async (status: string) =>
      medina.appointments.update(appointment.id, { status }, { ifMatch: etag }).withMeta(),
    onSuccess: async (changed) => {
      const { data } = changed
      keepVersion(etag, changed)
      say(fill(t.statusSet, { name: data.patient.name, status: textOfStatus(data) }))
      onDone()
      await refreshAppointments()
    },
  })
  const set = (status: Status) => {
    if (!isFinal(status)) return change.mutate(status)
    const said = fill(t.statusSet, { name: appointment.patient.name, status: t.statuses[status] ?? status })
    changeLater(appointment, { ...appointment, status }, said, async () =>
      medina.appointments.update(appointment.id, { status }, { ifMatch: afterOwnChanges(etag) }),
    )
    onDone()
  }
  const next = mayUpdate ? allowedStatuses(appointment, me.role, Date.now()) : []
  return { next, set, isBusy: change.isPending, error: change.error }
}

export function StatusButtons({ statuses: { next, set, isBusy } }: { statuses: ReturnType<typeof useStatuses> }) {
  const t = text()
  return next.map((status) => (
    <Button key={status} isBusy={isBusy} onClick={() => set(status)}>
      {t.set[status]}
    </Button>
  ))
}
