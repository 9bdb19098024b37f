import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActiveRoom, Appointment, UpdateAppointment } from '../../../../clients/javascript/src/medina.ts'
import { medina } from '../../api.ts'
import { fill } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Failed } from '../../parts/failed.tsx'
import { faultOf } from '../../parts/fault.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { State } from '../../parts/state.tsx'
import { Loaded } from '../../parts/table.tsx'
import { Copied } from '../../parts/text.tsx'
import { say } from '../../parts/toasts.tsx'
import { useMay } from '../../permissions.ts'
import { text } from '../words/index.ts'
import { refreshAppointments, useAppointment, useMe } from './data.ts'
import { changeLater } from './postponed.ts'
import { allowedStatuses, canCancel, canMove, isFinal, type Status } from './statuses.ts'
import { dayOfStart, textOfDay, textOfRoom, textOfStatus, textOfTimes, tones } from './texts.ts'

type DetailsProps = {
  id: string
  /** The patient's name, for the title. */
  name: string
  room: ActiveRoom | undefined
  onMove: (appointment: Appointment) => void
  onClose: () => void
}

/** An appointment with the currently allowed actions. */
export function DetailsDialog({ id, name, room, onMove, onClose }: DetailsProps) {
  const [isCancelling, setCancelling] = useState(false)
  const query = useAppointment(id)
  const t = text().agenda
  return (
    <Dialog title={fill(isCancelling ? t.cancelTitle : t.details, { name })} onClose={onClose}>
      <Loaded query={query} rows={4}>
        {({ data, meta }) =>
          isCancelling ? (
            <CancelForm appointment={data} etag={meta.etag} onClose={onClose} onBack={() => setCancelling(false)} />
          ) : (
            <Details
              appointment={data}
              etag={meta.etag}
              room={room}
              onMove={() => onMove(data)}
              onCancel={() => setCancelling(true)}
              onDone={onClose}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

type PartProps = { appointment: Appointment; etag: string | undefined }

function Details({
  appointment,
  etag,
  room,
  onMove,
  onCancel,
  onDone,
}: PartProps & { room: ActiveRoom | undefined; onMove: () => void; onCancel: () => void; onDone: () => void }) {
  const me = useMe()
  const mayUpdate = useMay('updateAppointment')
  const mayCancel = useMay('cancelAppointment') && canCancel(appointment)
  const t = text().agenda
  const setStatus = useMutation({
    mutationFn: async (status: string) => medina.appointments.update(appointment.id, { status }, { ifMatch: etag }),
    onSuccess: async (changed) => {
      say(fill(t.statusSet, { name: changed.patient.name, status: textOfStatus(changed) }))
      onDone()
      await refreshAppointments()
    },
  })
  const set = (status: Status) => {
    if (!isFinal(status)) return setStatus.mutate(status)
    const said = fill(t.statusSet, { name: appointment.patient.name, status: t.statuses[status] ?? status })
    changeLater(appointment, status, said, async () =>
      medina.appointments.update(appointment.id, { status }, { ifMatch: etag }),
    )
    onDone()
  }
  const next = mayUpdate ? allowedStatuses(appointment, me.role, Date.now()) : []
  return (
    <>
      <dl className="facts agenda-facts">
        <div>
          <dt>{t.time}</dt>
          <dd>
            {textOfDay(dayOfStart(appointment))}
            <br />
            <bdi>{textOfTimes(appointment)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t.status}</dt>
          <dd>
            <State tone={tones[appointment.status] ?? 'off'}>{textOfStatus(appointment)}</State>{' '}
            {appointment.pastVisit && <span className="tag">{t.pastVisit}</span>}
          </dd>
        </div>
        <div>
          <dt>{t.professional}</dt>
          <dd>
            <bdi>{appointment.doctor.name}</bdi>
          </dd>
        </div>
        {room && (
          <div>
            <dt>{t.room}</dt>
            <dd>{textOfRoom(room)}</dd>
          </div>
        )}
      </dl>
      <p className="agenda-id">
        <Copied value={appointment.id} />
      </p>
      <Notes appointment={appointment} etag={etag} />
      {setStatus.error && <Failed error={setStatus.error} />}
      <div className="form-foot">
        <RoomButton appointment={appointment} />
        {next.map((status) => (
          <Button key={status} isBusy={setStatus.isPending} onClick={() => set(status)}>
            {t.set[status]}
          </Button>
        ))}
        {mayUpdate && canMove(appointment) && (
          <Button icon="clock" onClick={onMove}>
            {t.move}
          </Button>
        )}
        {mayCancel && <Button onClick={onCancel}>{t.cancel}</Button>}
      </div>
    </>
  )
}

/** Opens the room with a token of the participant. */
function RoomButton({ appointment }: Pick<PartProps, 'appointment'>) {
  const me = useMe()
  const mayJoin = useMay('issueVideoToken') && [appointment.doctorId, appointment.patientId].includes(me.id)
  const t = text().agenda
  const open = useMutation({
    mutationFn: async () => {
      const { token, roomId } = await medina.video.issueToken({ appointmentId: appointment.id, identity: me.id })
      const address = `/room/${encodeURIComponent(roomId)}#token=${token}`
      return window.open(address, '_blank') ? undefined : address
    },
  })
  if (!mayJoin || !(canCancel(appointment) || appointment.status === 'IN_PROGRESS')) return null
  if (open.data)
    return (
      <p>
        {t.roomReady}{' '}
        <a href={open.data} target="_blank" rel="noopener">
          {t.openRoom}
        </a>
      </p>
    )
  return (
    <>
      {open.error && <Failed error={open.error} />}
      <Button look="main" icon="video" isBusy={open.isPending} onClick={() => open.mutate()}>
        {t.openRoom}
      </Button>
    </>
  )
}

/** The notes of an appointment, which only the professional can change. */
function Notes({ appointment, etag }: PartProps) {
  const me = useMe()
  const mayWrite = useMay('updateAppointment') && appointment.doctorId === me.id
  const [notes, setNotes] = useState(appointment.notes ?? '')
  const t = text().agenda
  const save = useMutation({
    mutationFn: async () => {
      const change: UpdateAppointment = { notes: notes.trim() === '' ? null : notes }
      return medina.appointments.update(appointment.id, change, { ifMatch: etag })
    },
    onSuccess: async () => {
      say(t.notesSaved)
      await refreshAppointments()
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
  const isChanged = notes !== (appointment.notes ?? '')
  return (
    <Form
      onSubmit={() => save.mutate()}
      isBusy={save.isPending || !isChanged}
      error={save.error}
      button={t.saveNotes}
      look="quiet"
    >
      <Field label={t.notes} fault={faultOf(save.error, 'notes')}>
        {(props) => (
          <textarea {...props} dir="auto" rows={3} value={notes} onChange={({ target }) => setNotes(target.value)} />
        )}
      </Field>
    </Form>
  )
}

/** The longest reason that the API accepts. */
const MAX_REASON = 500

function CancelForm({ appointment, etag, onClose, onBack }: PartProps & { onClose: () => void; onBack: () => void }) {
  const [reason, setReason] = useState('')
  const t = text().agenda
  const cancel = () => {
    const given = reason.trim()
    changeLater(appointment, 'CANCELLED', fill(t.cancelled, { name: appointment.patient.name }), async () =>
      medina.appointments.cancel(appointment.id, given ? { reason: given } : {}, { ifMatch: etag }),
    )
    onClose()
  }
  return (
    <>
      <p>
        {textOfDay(dayOfStart(appointment))}, <bdi>{textOfTimes(appointment)}</bdi>
      </p>
      <p>{t.cancelText}</p>
      <Form
        onSubmit={cancel}
        isBusy={false}
        button={t.cancelButton}
        look="danger"
        beside={<Button onClick={onBack}>{t.keepAppointment}</Button>}
      >
        <Field label={t.reason} hint={t.reasonHint}>
          {(props) => (
            <input
              {...props}
              dir="auto"
              maxLength={MAX_REASON}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </Form>
    </>
  )
}
