import type { Appointment } from '../../../../clients/javascript/src/medina.ts'
import { queries } from '../../api.ts'
import { fill } from '../../language.ts'
import { meaningOf } from '../../parts/failed.tsx'
import { postpone } from '../../parts/postpone.ts'
import { say } from '../../parts/toasts.tsx'
import { refreshAppointments, show } from './data.ts'
import { postponed } from './postponed-changes.ts'
import { text } from './words/index.ts'

/**
 * Gives an appointment a final status, which the server cannot take back: shown immediately, and sent when it can no longer be
 * undone.
 * @param changed the appointment with that status, shown until the server has responded
 * @param said the message with the undo button
 */
export function changeLater(
  appointment: Appointment,
  changed: Appointment,
  said: string,
  send: () => Promise<Appointment>,
): void {
  const { id } = appointment
  const { name } = appointment.patient
  const showInstead = (shown: Appointment) => {
    postponed.delete(id)
    show(shown)
    void refreshAppointments()
  }
  postponed.set(id, changed)
  show(changed)
  const mutation = queries.getMutationCache().build<Appointment, Error, void, unknown>(queries, {
    mutationFn: send,
    onSuccess: showInstead,
    onError: (error) => {
      showInstead(appointment)
      say(`${fill(text().notChanged, { name })} ${meaningOf(error)}`)
    },
  })
  postpone(said, {
    send: () => {
      mutation.execute().catch(() => {}) // see onError
    },
    undo: () => {
      showInstead(appointment)
      say(fill(text().kept, { name }))
    },
  })
}
