import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Appointment, UpdateAppointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { meaningOf } from '../../parts/failed.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { TextArea } from '../../parts/fields.tsx'
import { Form } from '../../parts/form.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { keepVersion, refreshAppointments, useMe } from './data.ts'
import { afterOwnChanges } from './versions.ts'
import { text } from './words/index.ts'

/** The notes of an appointment, which only the professional can change. They are saved when the field is left. */
export function Notes({ appointment, etag }: { appointment: Appointment; etag: string | undefined }) {
  const me = useMe()
  const mayWrite = useMay('updateAppointment') && appointment.doctorId === me.id
  const [notes, setNotes] = useState(appointment.notes ?? '')
  // The text that was sent last: a press on the button also leaves the field, and must not send it again.
  const sent = useRef<string | undefined>(undefined)
  const isShown = useShown()
  const t = text()
  const save = useMutation({
    // One after the other, each based on the version of the last.
    scope: { id: `notes of ${appointment.id}` },
    mutationFn: async () => {
      const change: UpdateAppointment = { notes: notes.trim() === '' ? null : notes }
      const before = afterOwnChanges(etag)
      const changed = await medina.appointments.update(appointment.id, change, { ifMatch: before }).withMeta()
      return { before, changed }
    },
    onSuccess: async ({ before, changed }) => {
      keepVersion(before, changed)
      say(t.notesSaved)
      await refreshAppointments()
    },
    onError: (error) => {
      sent.current = undefined
      if (!isShown.current) say(`${t.notesNotSaved} ${meaningOf(error)}`)
    },
  })
  if (!mayWrite)
    return (
      appointment.notes && (
        <section className="agenda-notes">
          <h3>{t.notes}</h3>
          <p>
            <bdi>{appointment.notes}</bdi>
          </p>
        </section>
      )
    )
  const isSaved = notes.trim() === (appointment.notes ?? '').trim()
  const saveOnce = () => {
    if (isSaved || notes === sent.current) return
    sent.current = notes
    save.mutate()
  }
  return (
    <Form onSubmit={saveOnce} isBusy={save.isPending || isSaved} error={save.error} button={t.saveNotes} look="quiet">
      <TextArea
        label={t.notes}
        hint={t.notesHint}
        fault={faultOf(save.error, 'notes')}
        dir="auto"
        rows={3}
        value={notes}
        onChange={setNotes}
        onBlur={saveOnce}
      />
    </Form>
  )
}

/** Whether the component is shown: an error after that needs another place. */
function useShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
